package import Carousel

/// A change mode as the command line and the status call it: a row of a table, so that a new mode is a new row.
package struct NamedChangeMode: Hashable, Sendable {
  /// The name in `--change-mode` and in the status.
  package let name: String
  package let mode: ChangeMode
  /// How many slides show on each side, unless that is set.
  package var neighbors = 0

  /// Every mode, in the order in which a key cycles through them.
  package static let all = [
    NamedChangeMode(name: "slide", mode: .slide), NamedChangeMode(name: "fade", mode: .fade),
    NamedChangeMode(name: "push", mode: eased(.push)), NamedChangeMode(name: "stack", mode: eased(.stack)),
    NamedChangeMode(name: "depth", mode: eased(.depth)),
    NamedChangeMode(name: "cover-flow", mode: eased(.coverFlow), neighbors: 2),
    NamedChangeMode(
      name: "curl", mode: ChangeMode(.curl, handDuration: .milliseconds(500), automaticDuration: .milliseconds(900))),
    NamedChangeMode(name: "drift", mode: .drift), NamedChangeMode(name: "none", mode: .none),
  ]

  /// A transition that auto-advance takes more time for than a hand.
  private static func eased(_ transition: SlideTransition) -> ChangeMode {
    ChangeMode(transition, handDuration: .milliseconds(350), automaticDuration: .milliseconds(600))
  }

  /// The row of a mode; nil: it has no name.
  package static func of(_ mode: ChangeMode) -> NamedChangeMode? { all.first { $0.mode == mode } }

  /// The mode that a key changes to; the first one after the last, and after one without a name.
  package static func following(_ mode: ChangeMode) -> NamedChangeMode {
    let position = all.firstIndex { $0.mode == mode } ?? all.count - 1
    return all[(position + 1) % all.count]
  }

  /// Whether slides beside the current one show while it rests: in some modes they lie under it, or are not there yet.
  package var showsNeighbors: Bool { mode.transition.extent > 1 }
}

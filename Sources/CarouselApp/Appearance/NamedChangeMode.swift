package import Carousel

/// A change mode and its name on the command line and in the status: a row of a table, so that a new mode is a new row.
package struct NamedChangeMode: Hashable, Sendable {
  /// The name in `--change-mode` and in the status.
  package let name: String
  package let mode: TransitionSettings
  /// The number of slides that show on each side by default.
  package var neighbors = 0

  /// Every mode, in the order in which a key cycles through them.
  package static let all = [
    NamedChangeMode(name: "slide", mode: .slide), NamedChangeMode(name: "fade", mode: .fade),
    NamedChangeMode(name: "push", mode: eased(.push)), NamedChangeMode(name: "stack", mode: eased(.stack)),
    NamedChangeMode(name: "depth", mode: eased(.depth)),
    NamedChangeMode(name: "cover-flow", mode: eased(.coverFlow), neighbors: 2),
    NamedChangeMode(
      name: "curl",
      mode: TransitionSettings(.curl, userDuration: .milliseconds(500), automaticDuration: .milliseconds(900))),
    NamedChangeMode(name: "drift", mode: .drift), NamedChangeMode(name: "none", mode: .none),
  ]

  /// A transition that takes longer in auto-advance than by hand.
  private static func eased(_ transition: SlideTransition) -> TransitionSettings {
    TransitionSettings(transition, userDuration: .milliseconds(350), automaticDuration: .milliseconds(600))
  }

  /// The row with a name; nil if there is none.
  package static func named(_ name: String) -> NamedChangeMode? { all.first { $0.name == name } }

  /// The row of a mode; nil if it has no name.
  package static func of(_ mode: TransitionSettings) -> NamedChangeMode? { all.first { $0.mode == mode } }

  /// The mode that follows in the cycle of a key; the first one after the last, or after a mode without a name.
  package static func following(_ mode: TransitionSettings) -> NamedChangeMode {
    let position = all.firstIndex { $0.mode == mode } ?? all.count - 1
    return all[(position + 1) % all.count]
  }

  /// Whether slides beside the current one are visible at rest: in some modes they lie beneath it, or are not drawn
  /// yet.
  package var showsNeighbors: Bool { mode.style.extent > 1 }
}

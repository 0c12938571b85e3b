package import Carousel

/// A change mode as the command line and the status call it: a row of a table, so that a new mode is a new row.
package struct NamedChangeMode: Hashable, Sendable {
  /// The name in `--change-mode` and in the status.
  package let name: String
  package let mode: ChangeMode

  /// Every mode, in the order in which a key cycles through them.
  package static let all = [
    NamedChangeMode(name: "slide", mode: .slide), NamedChangeMode(name: "fade", mode: .fade),
    NamedChangeMode(name: "none", mode: .none),
  ]

  /// The mode that a key changes to; the first one after the last, and after one without a name.
  package static func following(_ mode: ChangeMode) -> NamedChangeMode {
    let position = all.firstIndex { $0.mode == mode } ?? all.count - 1
    return all[(position + 1) % all.count]
  }
}

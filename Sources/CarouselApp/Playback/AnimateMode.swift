/// When animated pictures move.
package enum AnimateMode: String, CaseIterable, Hashable, Sendable {
  /// Whenever they are on screen as the current slide.
  case always
  /// Only while no slide moves.
  case atRest = "at-rest"
  /// Only by hand, a frame at a time.
  case never

  /// The next in the order in which a key cycles through them.
  var following: AnimateMode {
    switch self {
    case .always: .atRest
    case .atRest: .never
    case .never: .always
    }
  }
}

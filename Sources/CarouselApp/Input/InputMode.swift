/// What keys mean at the moment: each mode has a table of its own in `KeyBindings`.
package enum InputMode: Hashable, Sendable {
  /// The carousel with its overlays.
  case carousel
  /// One picture in the full window, without overlays.
  case viewer
  /// A slide's number is being typed.
  indirect case digits(String, over: InputMode)
  /// The help panel is open, from some row on.
  indirect case help(firstRow: Int, over: InputMode)

  /// The mode that remains once digits are typed and panels are closed: `carousel` or `viewer`.
  package var base: InputMode {
    switch self {
    case .carousel, .viewer: self
    case .digits(_, let over), .help(_, let over): over.base
    }
  }

  /// The digits typed so far; nil: none are being typed.
  var digits: String? {
    switch self {
    case .digits(let digits, _): digits
    case .carousel, .viewer, .help: nil
    }
  }

  /// The help panel's first row; nil: it is closed.
  var helpRow: Int? {
    switch self {
    case .help(let row, _): row
    case .carousel, .viewer, .digits: nil
    }
  }
}

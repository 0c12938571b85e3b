import Carousel

/// What keys mean at the moment: each mode has a table of its own in `KeyBindings`.
package enum InputMode: Equatable, Sendable {
  /// The carousel with its overlays.
  case carousel
  /// One picture in the full window, without overlays, and how closely it is looked at.
  case viewer(Viewer)
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

  /// The table of keys that counts.
  package var context: KeyContext {
    switch self {
    case .carousel: .carousel
    case .viewer(let viewer): viewer.zoom.exceedsViewport ? .zoomed : .viewer
    case .digits: .digits
    case .help: .help
    }
  }

  /// The viewer, whatever lies over it; nil: it is closed. Setting it where it is closed changes nothing.
  package var viewer: Viewer? {
    get { if case .viewer(let viewer) = base { viewer } else { nil } }
    set {
      switch self {
      case .carousel: break
      case .viewer: if let newValue { self = .viewer(newValue) }
      case .digits(let digits, var over):
        over.viewer = newValue
        self = .digits(digits, over: over)
      case .help(let row, var over):
        over.viewer = newValue
        self = .help(firstRow: row, over: over)
      }
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

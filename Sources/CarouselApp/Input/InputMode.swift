import Carousel
import CarouselViewing

/// What keys currently mean: each mode has its own table in `KeyBindings`.
package enum InputMode: Equatable, Sendable {
  /// The carousel with its overlays.
  case carousel
  /// One picture in the full window, without overlays, and its zoom.
  case viewer(Viewer)
  /// Many slides at once.
  case grid(Grid)
  /// A slide's number is being typed.
  indirect case digits(String, over: InputMode)
  /// The help panel is open, scrolled to a row.
  indirect case help(firstRow: Int, over: InputMode)
  /// The menu of actions for a slide is open.
  indirect case menu(Menu, over: InputMode)

  /// The mode beneath typed digits and panels: `carousel`, `viewer` or `grid`.
  package var base: InputMode {
    switch self {
    case .carousel, .viewer, .grid: self
    case .digits(_, let over), .help(_, let over), .menu(_, let over): over.base
    }
  }

  /// The context of the key table in effect.
  package var context: KeyContext {
    switch self {
    case .carousel: .carousel
    case .viewer(let viewer): viewer.zoom.exceedsViewport ? .zoomed : .viewer
    case .grid(let grid): grid.search == nil ? .grid : .search
    case .digits: .digits
    case .help: .help
    case .menu: .menu
    }
  }

  /// The viewer, even if something covers it; nil if it is closed. Setting it while it is closed has no effect.
  package var viewer: Viewer? {
    get {
      switch self {
      case .viewer(let viewer): viewer
      case .carousel, .grid: nil
      case .digits(_, let over), .help(_, let over), .menu(_, let over): over.viewer
      }
    }
    set {
      switch self {
      case .carousel, .grid: break
      case .viewer: if let newValue { self = .viewer(newValue) }
      case .digits(let digits, var over):
        over.viewer = newValue
        self = .digits(digits, over: over)
      case .help(let row, var over):
        over.viewer = newValue
        self = .help(firstRow: row, over: over)
      case .menu(let menu, var over):
        over.viewer = newValue
        self = .menu(menu, over: over)
      }
    }
  }

  /// The grid, even if something covers it; nil if it is closed. Setting it while it is closed has no effect.
  package var grid: Grid? {
    get {
      switch self {
      case .grid(let grid): grid
      case .carousel, .viewer: nil
      case .digits(_, let over), .help(_, let over), .menu(_, let over): over.grid
      }
    }
    set {
      switch self {
      case .carousel, .viewer: break
      case .grid: if let newValue { self = .grid(newValue) }
      case .digits(let digits, var over):
        over.grid = newValue
        self = .digits(digits, over: over)
      case .help(let row, var over):
        over.grid = newValue
        self = .help(firstRow: row, over: over)
      case .menu(let menu, var over):
        over.grid = newValue
        self = .menu(menu, over: over)
      }
    }
  }

  /// The digits typed so far; nil if none are being typed.
  var digits: String? {
    switch self {
    case .digits(let digits, _): digits
    case .carousel, .viewer, .grid, .help, .menu: nil
    }
  }

  /// The help panel's first visible row; nil if the panel is closed.
  var helpRow: Int? {
    switch self {
    case .help(let row, _): row
    case .carousel, .viewer, .grid, .digits, .menu: nil
    }
  }

  /// Edits the text that is being typed in a panel, if there is one.
  mutating func editText(_ edit: (inout TextEntry) -> Void) {
    guard case .menu(var menu, let over) = self, var entry = menu.entry else { return }
    edit(&entry)
    menu.entry = entry
    self = .menu(menu, over: over)
  }

  /// The menu; nil if it is closed.
  var menu: Menu? { if case .menu(let menu, _) = self { menu } else { nil } }
}

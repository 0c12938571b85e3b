import CarouselViewing
import Decks
import Rendering
import Terminal

/// What keys currently mean: each mode has its own table in `KeyBindings`.
///
/// A mode is what fills the window, and at most one panel over it that takes keys first.
package struct InputMode: Equatable, Sendable {
  /// What fills the window.
  enum Base: Equatable, Sendable {
    /// The carousel with its overlays.
    case carousel
    // Indirect, because the mode is asked for many times each turn: large values in an enum would be copied each time.
    /// One picture in the full window, without overlays, and its zoom.
    indirect case viewer(Viewer)
    /// Many slides at once.
    indirect case grid(Grid)
  }

  /// What takes keys over the base.
  enum Panel: Equatable, Sendable {
    /// A slide's number is being typed.
    case digits(String)
    /// The name of a slide is being typed.
    case search(NameSearch)
    /// The help panel is open, scrolled to a row.
    case help(firstRow: Int)
    /// The menu of actions for a slide, a question or a text entry is open.
    case menu(Menu)
  }

  var base: Base
  /// Nil: keys go to the base.
  var panel: Panel?

  init(_ base: Base) { self.base = base }

  /// The carousel with its overlays.
  package static let carousel = InputMode(.carousel)

  /// The context of the key table in effect.
  package var context: KeyContext {
    switch panel {
    case .digits: .digits
    case .search: .search
    case .help: .help
    case .menu: .menu
    case nil: baseContext
    }
  }

  /// The context of the base's key table.
  var baseContext: KeyContext {
    switch base {
    case .carousel: .carousel
    case .viewer(let viewer): viewer.zoom.exceedsViewport ? .zoomed : .viewer
    case .grid: .grid
    }
  }

  /// The viewer, even if a panel covers it; nil if it is closed. Setting it while it is closed has no effect.
  package var viewer: Viewer? {
    get { if case .viewer(let viewer) = base { viewer } else { nil } }
    set { if case .viewer = base, let newValue { base = .viewer(newValue) } }
  }

  /// The grid, even if a panel covers it; nil if it is closed. Setting it while it is closed has no effect.
  package var grid: Grid? {
    get { if case .grid(let grid) = base { grid } else { nil } }
    set { if case .grid = base, let newValue { base = .grid(newValue) } }
  }

  /// Whether the viewer is open, even if a panel covers it.
  var isViewing: Bool { if case .viewer = base { true } else { false } }

  /// Whether the grid is open, even if a panel covers it.
  var isGrid: Bool { if case .grid = base { true } else { false } }

  /// The size of the grid's thumbnails, even if a panel covers it; nil if it is closed.
  var thumbnail: CellSize? { if case .grid(let grid) = base { grid.thumbnail } else { nil } }

  /// The digits typed so far; nil if none are being typed.
  var digits: String? { if case .digits(let digits) = panel { digits } else { nil } }

  /// The search for a slide's name; nil if there is none.
  var nameSearch: NameSearch? { if case .search(let search) = panel { search } else { nil } }

  /// Whether auto-advance waits until the panel is closed.
  var holdsSlides: Bool {
    switch panel {
    case .search, .help, .menu: true
    case .digits, nil: false
    }
  }

  /// Whether buttons and the wheel do what they are bound to.
  var takesBoundMouse: Bool {
    switch panel {
    case .digits, nil: true
    case .search, .help, .menu: false
    }
  }

  /// What is being typed, as the status shows it; nil if nothing is.
  ///
  /// - Parameter slide: the slide on which the carousel comes to rest.
  func typedStatus(at slide: Int?, in deck: Deck) -> StatusText? {
    switch panel {
    case .digits(let digits): StatusText(introduction: "go to", core: digits)
    case .search(let search): search.status(at: slide, in: deck)
    case .help, .menu, nil: nil
    }
  }

  /// The help panel's first visible row; nil if the panel is closed.
  var helpRow: Int? { if case .help(let row) = panel { row } else { nil } }

  /// The menu; nil if it is closed. Setting it while it is closed has no effect.
  var menu: Menu? {
    get { if case .menu(let menu) = panel { menu } else { nil } }
    set { if case .menu = panel, let newValue { panel = .menu(newValue) } }
  }
}

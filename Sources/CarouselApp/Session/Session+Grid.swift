import Carousel
import CarouselViewing
import Decks
import Pictures
import Rendering
import Terminal

extension Session {
  /// Opens the grid with the current slide selected.
  mutating func openGrid(at now: Timestamp) {
    abandonGesture(at: now)
    let selection = destination(at: now)?.index ?? 0
    mode = .grid(
      Grid(count: deck.count, selection: selection, in: window, settings: gridSettings(count: deck.count), at: now))
    machine.handle(.pause(.grid), at: now)
  }

  /// Returns to the carousel, at the selected slide.
  mutating func closeGrid(at now: Timestamp) {
    leaveGrid(at: now)
    mode = .carousel
    machine.handle(.resume(.grid), at: now)
  }

  /// Makes the carousel show the selected slide.
  private mutating func leaveGrid(at now: Timestamp) {
    guard let selection = grid?.selection, machine.frame(at: now).destination != selection else { return }
    machine.handle(.jump(to: selection, animated: false), at: now)
  }

  private func gridSettings(count: Int) -> GridMachine.Settings {
    Grid.settings(
      columns: preferences.gridColumns, count: count, in: window, cellAspect: viewport.cellAspect,
      duration: machine.settings.transition == .none ? .zero : .milliseconds(200))
  }

  /// Brings the grid up to date with the window and the slides.
  mutating func followGrid(at now: Timestamp) {
    guard var grid else { return }
    grid.follow(window: window, settings: gridSettings(count: grid.machine.count), at: now)
    self.grid = grid
  }

  /// Adapts the grid to slides that were read again: the selected one stays selected, or its nearest survivor is.
  mutating func reloadGrid(from old: Deck, at now: Timestamp) {
    func placed(_ grid: Grid) -> Grid {
      var (grid, before) = (grid, grid)
      grid.filter = grid.filter.flatMap { filter(for: $0.text) }
      if let search = grid.search { grid.search = self.search(for: search.text, from: search.origin) }
      // A filter without matches goes, and all slides come back.
      if grid.filter == nil, before.filter != nil { before.show(only: nil, of: old.count, at: now) }
      let held = before.machine.heldSlides(at: now)
      grid.machine = before.machine
      grid.machine.handle(
        .reload(
          Reload(count: grid.filter?.slides.count ?? deck.count, placing: held) { index in
            let slide = before.slide(at: index)
            let found = slide < old.count ? deck.position(of: old[slide].location, near: slide) : nil
            return found.flatMap(grid.index)
          }), at: now)
      // The number of columns may depend on that of the slides, and the selected one must then be in view.
      grid.follow(window: window, settings: gridSettings(count: grid.machine.count), at: now)
      return grid
    }
    let (shown, beneath) = (grid.map(placed), viewer?.grid.map(placed))
    grid = shown
    if let beneath { viewer?.grid = beneath }
  }

  // MARK: - Keys and mouse

  /// Performs an action that moves the selection.
  mutating func moveSelection(by action: Action, at now: Timestamp) {
    guard let event = Session.gridEvents[action] else { return }
    grid?.machine.handle(event, at: now)
  }

  /// The grid's events for its actions.
  private static let gridEvents: [Action: GridMachine.Event] = [
    .selectLeft: .move(columns: -1, rows: 0), .selectRight: .move(columns: 1, rows: 0),
    .selectUp: .move(columns: 0, rows: -1), .selectDown: .move(columns: 0, rows: 1), .selectPageUp: .page(by: -1),
    .selectPageDown: .page(by: 1), .selectFirst: .select(0), .selectLast: .select(.max),
  ]

  /// Changes the number of columns.
  mutating func changeColumns(by change: Int, at now: Timestamp) {
    guard let grid else { return }
    appearance.setGridColumns(grid.machine.layout.columns + change)
  }

  /// Handles a mouse event in the grid.
  mutating func handleInGrid(_ mouse: MouseEvent, at now: Timestamp) {
    guard var grid else { return }
    let index = grid.index(atColumn: mouse.column, row: mouse.row, at: now)
    switch mouse.kind {
    case .pressed(.left):
      grid.pressed = index == grid.machine.selection ? index : nil
      if let index { grid.machine.handle(.select(index), at: now) }
    case .released(.left):
      let isOpened = index != nil && index == grid.pressed
      grid.pressed = nil
      self.grid = grid
      if isOpened, let selected { click(on: selected, at: now) }
      return
    case .wheelDown: grid.machine.handle(.scroll(by: grid.machine.layout.pitch), at: now)
    case .wheelUp: grid.machine.handle(.scroll(by: -grid.machine.layout.pitch), at: now)
    case .pressed, .dragged, .released, .moved, .wheelLeft, .wheelRight: break
    }
    self.grid = grid
  }
}

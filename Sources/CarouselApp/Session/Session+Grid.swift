import Carousel
import CarouselValues
import CarouselViewing
import Decks
import Rendering
import Terminal

extension Session {
  /// Opens the grid with the current slide selected.
  mutating func openGrid(at now: Snapshot) {
    abandonGesture(at: now)
    let selection = now.destination?.index ?? 0
    mode = InputMode(
      .grid(
        Grid(
          count: deck.count, selection: selection, in: window, settings: gridSettings(count: deck.count),
          at: now.time)))
    machine.handle(.pause(.grid), at: now.time)
  }

  /// Returns to the carousel, at the selected slide.
  mutating func closeGrid(at now: Snapshot) {
    if let selection = grid?.selection { goAtOnce(to: selection, at: now) }
    mode = .carousel
    machine.handle(.resume(.grid), at: now.time)
  }

  /// Shows a slide without a motion, unless the carousel is on it or on its way to it.
  mutating func goAtOnce(to slide: Int, at now: Snapshot) {
    if now.frame.destination != slide { machine.handle(.jump(to: slide, animated: false), at: now.time) }
  }

  private func gridSettings(count: Int) -> GridMachine.Settings {
    Grid.settings(
      columns: input.activity.question.flatMap { _ in
        Grid.columnsInOneRow(of: count, in: window, cellAspect: viewport.cellAspect)
      } ?? preferences.gridColumns, count: count, in: window, cellAspect: viewport.cellAspect,
      duration: machine.settings.transition == .none ? .zero : .milliseconds(200))
  }

  /// Brings the grid up to date with the window and the slides.
  mutating func updateGrid(at now: Timestamp) {
    guard var grid else { return }
    grid.update(window: window, settings: gridSettings(count: grid.machine.count), at: now)
    self.grid = grid
  }

  /// Adapts the grid, also one under the viewer, to slides that were read again.
  mutating func reloadGrid(from old: Deck, at now: Timestamp) {
    let (deck, window, session) = (deck, window, self)
    func reloaded(_ grid: Grid) -> Grid {
      var grid = grid
      grid.reload(from: old, to: deck, in: window, settings: session.gridSettings, at: now)
      return grid
    }
    grid = grid.map(reloaded)
    viewer?.reloadGrid(reloaded)
  }

  /// Shows all slides again; returns false if no filter hid any.
  mutating func removeFilter(at now: Timestamp) -> Bool {
    let count = deck.count
    return grid?.removeFilter(of: count, at: now) == true
  }

  mutating func changeColumns(by change: Int) {
    guard let grid else { return }
    appearance.setGridColumns(grid.machine.layout.columns + change)
  }
}

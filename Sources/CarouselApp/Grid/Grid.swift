import CarouselValues
package import CarouselViewing
import Decks
import System
import Terminal

/// The grid: many slides at once, one of them selected.
///
/// An index is a position in the grid. It is the slide's position in the deck, unless a filter hides other slides.
package struct Grid: Equatable, Sendable {
  /// The grid's layout, scroll position and selection, by indices, in cells of the window inside the margins.
  package private(set) var machine: GridMachine
  /// The slides that are shown; nil: all slides.
  package private(set) var filter: Filter?
  /// The press of the left button that is held; nil if there is none.
  private var press: Press?

  /// A press of the left button.
  private struct Press: Equatable {
    /// Where it was.
    var start: MouseEvent
    /// The pressed index, if it was selected already: releasing the button on it opens it.
    var index: Int?
    /// The pointer's latest rows, once it has dragged the grid.
    var rows: VelocityTracker?
  }

  /// The slides whose names contain a text.
  package struct Filter: Equatable, Sendable {
    package let text: String
    /// The slides in order; never empty.
    let slides: [Int]

    /// Nil if no slide's name contains the text.
    init?(for text: String, in deck: Deck) { self.init(text: text, slides: deck.positions(nameContaining: text)) }

    fileprivate init?(text: String, slides: [Int]) {
      guard !slides.isEmpty else { return nil }
      (self.text, self.slides) = (text, slides)
    }

    /// The index of a slide; nil if it is not shown.
    func index(of slide: Int) -> Int? {
      let index = slides.partitioningIndex { $0 >= slide }
      return index < slides.count && slides[index] == slide ? index : nil
    }
  }

  init(count: Int, selection: Int, in window: CellSize, settings: GridMachine.Settings, at now: Timestamp) {
    machine = GridMachine(
      count: count, selection: selection, viewport: Grid.viewport(in: window), settings: settings, at: now)
  }

  func slide(at index: Int) -> Int {
    guard let filter else { return index }
    return filter.slides.indices.contains(index) ? filter.slides[index] : 0
  }

  /// The index of a slide; nil if the filter hides it.
  func index(of slide: Int) -> Int? { if let filter { filter.index(of: slide) } else { slide } }

  /// The selected slide; nil if there are no slides.
  package var selection: Int? { machine.selection.map(slide) }

  /// Selects a slide; returns false if the filter hides it.
  @discardableResult
  mutating func select(_ slide: Int, at now: Timestamp) -> Bool {
    guard let index = index(of: slide) else { return false }
    machine.handle(.select(index), at: now)
    return true
  }

  /// Shows only the slides of a filter, or all of `count` slides; the selected slide stays selected, or the next one
  /// that is shown is.
  private mutating func show(only filter: Filter?, of count: Int, at now: Timestamp) {
    let selected = selection ?? 0
    self.filter = filter
    let index = filter.map { min($0.slides.partitioningIndex { $0 >= selected }, $0.slides.count - 1) } ?? selected
    machine = GridMachine(
      count: filter?.slides.count ?? count, selection: index, viewport: machine.viewport, settings: machine.settings,
      at: now)
  }

  /// Brings the grid up to date with the window and the settings.
  mutating func update(window: CellSize, settings: GridMachine.Settings, at now: Timestamp) {
    machine.handle(.tick, at: now)
    let viewport = Grid.viewport(in: window)
    if machine.viewport != viewport { machine.handle(.resize(viewport), at: now) }
    if machine.settings != settings { machine.handle(.configure(settings), at: now) }
  }

  /// The slides that are needed: those in view, now or once the grid rests, then those of the next page.
  var demand: (visible: [Int], soon: [Int]) {
    let demand = machine.demand
    return (demand.visible.map(slide), demand.upcoming.map(slide))
  }

  // MARK: - Reloading

  /// Adapts the grid to slides that were read again: the selected one stays selected, or its nearest survivor is.
  ///
  /// - Parameter settings: returns the settings for a number of slides.
  mutating func reload(
    from old: Deck, to deck: Deck, in window: CellSize, settings: (Int) -> GridMachine.Settings, at now: Timestamp
  ) {
    let (oldFilter, hadFilter) = (filter, filter != nil)
    filter = filter.flatMap { Filter(for: $0.text, in: deck) }
    var before = self
    before.filter = oldFilter
    // A filter without matches goes, and all slides come back.
    if filter == nil, hadFilter { before.show(only: nil, of: old.count, at: now) }
    machine = before.machine
    let (count, anchors) = (filter?.slides.count ?? deck.count, machine.anchorSlides(at: now))
    let reload = Reload(count: count, from: machine.count, anchors: anchors) { index in
      let slide = before.slide(at: index)
      let found = slide < old.count ? deck.position(of: old[slide].location, near: slide) : nil
      return found.flatMap(self.index)
    }
    machine.handle(.reload(reload), at: now)
    // The number of columns may depend on that of the slides, and the selected one must then be in view.
    update(window: window, settings: settings(machine.count), at: now)
  }

  /// Returns from the viewer to a slide. A shuffle may have changed the order since; a slide that the filter hides ends
  /// the filter.
  mutating func `return`(to slide: Int, in deck: Deck, at now: Timestamp) {
    if let old = filter {
      let next = Filter(for: old.text, in: deck).flatMap { $0.index(of: slide) == nil ? nil : $0 }
      if next != old { show(only: next, of: deck.count, at: now) }
    }
    select(slide, at: now)
  }

  // MARK: - Keys

  /// Performs an action that moves the selection; others have no effect.
  mutating func perform(_ action: Action, at now: Timestamp) {
    if let event = Grid.events[action] { machine.handle(event, at: now) }
  }

  /// The machine's events for the actions that move the selection.
  private static let events: [Action: GridMachine.Event] = [
    .selectLeft: .move(columns: -1, rows: 0), .selectRight: .move(columns: 1, rows: 0),
    .selectUp: .move(columns: 0, rows: -1), .selectDown: .move(columns: 0, rows: 1), .selectPageUp: .page(by: -1),
    .selectPageDown: .page(by: 1), .selectFirst: .select(0), .selectLast: .select(.max),
  ]

  /// Shows only the matches of a search, if there are any.
  mutating func filter(by search: NameSearch, of count: Int, at now: Timestamp) {
    if let filter = Filter(text: search.text, slides: search.matches) { show(only: filter, of: count, at: now) }
  }

  /// Shows all of `count` slides again; returns false if no filter hid any.
  @discardableResult
  mutating func removeFilter(of count: Int, at now: Timestamp) -> Bool {
    guard filter != nil else { return false }
    show(only: nil, of: count, at: now)
    return true
  }

  // MARK: - Mouse

  /// Handles a mouse event; returns the slide that a click opens.
  mutating func handle(_ mouse: MouseEvent, at now: Timestamp) -> Int? {
    let index = index(atColumn: mouse.column, row: mouse.row, at: now)
    switch mouse.kind {
    case .pressed(.left):
      press = Press(start: mouse, index: index == machine.selection ? index : nil)
      if let index { machine.handle(.select(index), at: now) }
    case .dragged(.left): drag(to: mouse, at: now)
    case .released(.left):
      defer { press = nil }
      if let rows = press?.rows {
        machine.handle(.release(velocity: SlidePoint(x: 0, y: rows.velocity(at: now))), at: now)
      } else if index != nil, index == press?.index {
        return selection
      }
    case .wheelDown: machine.handle(.scroll(by: machine.layout.pitch), at: now)
    case .wheelUp: machine.handle(.scroll(by: -machine.layout.pitch), at: now)
    case .pressed, .dragged, .released, .moved, .wheelLeft, .wheelRight: break
    }
    return nil
  }

  /// Drags the grid, once the pointer has moved by a row: below that, a press is a click.
  private mutating func drag(to mouse: MouseEvent, at now: Timestamp) {
    guard var press, press.rows != nil || abs(mouse.y - press.start.y) >= 1 else { return }
    var rows = press.rows ?? VelocityTracker()
    if press.rows == nil {
      machine.handle(.grab(at: Grid.point(of: press.start)), at: now)
      rows.add(press.start.y, at: now)
    }
    rows.add(mouse.y, at: now)
    press.rows = rows
    self.press = press
    machine.handle(.drag(to: Grid.point(of: mouse)), at: now)
  }

  /// Ends a drag whose release will not be reported.
  mutating func abandonDrag(at now: Timestamp) {
    press = nil
    machine.handle(.release(), at: now)
  }
}

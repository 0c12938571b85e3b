public import CarouselValues

/// A grid of slides over time: selection, scrolling and drags, as a value that takes events and timestamps.
///
/// ```swift
/// var grid = GridMachine(count: 100_000, viewport: SlideSize(width: 80, height: 48))
/// grid.handle(.move(columns: 0, rows: 1), at: now)      // the arrow key downward
/// for cell in grid.frame(at: now).cells { draw(cell.slide, cell.box) }
/// loader.load(grid.demand)
/// ```
///
/// At rest, the selected slide is always in view. Beside that one, which keys move, any number of slides may be selected
/// for an action: `selectedSlides`. Slides may be in sections, each of which begins a new row beneath its heading.
///
/// Every event is safe in every phase and with any value: numbers out of range are clamped, and events that make no
/// sense are ignored. Each takes the same time for any number of slides, except that reloads and settings take a time
/// that grows with the number of sections and of selected slides.
public struct GridMachine: Equatable, Sendable {
  /// The settings in force.
  public private(set) var settings: Settings
  /// The number of slides.
  public private(set) var count: Int
  /// The selected slide; nil only if there are no slides.
  public var selection: Int? { count > 0 ? selected : nil }
  /// The size of the viewport.
  public private(set) var viewport: SlideSize

  /// The layout of the slides.
  public private(set) var layout: Layout
  /// The slides that are selected for an action.
  public private(set) var selectedSlides = SlideSet()

  /// The greatest number of slides, at which scroll positions are still exact to a fraction of a row; fewer where `Int`
  /// has 32 bits.
  static let maximumCount = min(Reload.maximumCount, Int(clamping: Int64(1) << 40))

  private var sections: [Int]
  private var selected: Int
  /// The slide from which a range of selected ones extends; nil for the selection.
  private var toggled: Int?
  var scroll: GridScroll
  var clock: Timestamp
  /// Whether the last movement was towards the end.
  var headsForward = true

  /// Creates a grid that shows a slide at rest.
  ///
  /// - Parameters:
  ///   - count: The number of slides, clamped to 0…2⁴⁰.
  ///   - selection: The first slide to select, clamped to the valid indices.
  ///   - sections: The first slides of the sections with headings, in any order. Slides before the first of them have no
  ///     heading. Indices without a slide are ignored.
  ///   - viewport: The size of the viewport, in units of equal width and height.
  ///   - settings: The initial settings.
  ///   - now: The time from which the grid is at rest.
  public init(
    count: Int, selection: Int = 0, sections: [Int] = [], viewport: SlideSize, settings: Settings = Settings(),
    at now: Timestamp = .zero
  ) {
    self.count = max(0, min(count, Self.maximumCount))
    self.settings = settings
    self.sections = sections
    self.viewport = viewport.bounded
    selected = max(0, min(selection, self.count - 1))
    clock = now.bounded
    let layout = Layout(count: self.count, viewport: viewport, settings: settings, sections: sections)
    self.layout = layout
    scroll = .resting(at: 0, since: clock)
    guard self.count > 0 else { return }
    let row = layout.row(of: selected)
    let middle = layout.position(ofRow: row) - max(0, layout.rowsPerPage - 1) / 2
    scroll = .resting(at: layout.revealing(row: row, from: middle), since: clock)
  }

  /// Handles an event and returns reports of what happened.
  @discardableResult
  public mutating func handle(_ event: Event, at now: Timestamp) -> [Report] {
    clock = max(now.bounded, clock)
    let before = (selection, selectedSlides)
    var reports: [Report] = []
    apply(event)
    let isReloaded = if case .reload = event { true } else { false }
    if isReloaded || selection != before.0 { reports.append(.didSelect(selection)) }
    if selectedSlides != before.1 || (isReloaded && !selectedSlides.isEmpty) {
      reports.append(.didChangeSelectedSlides)
    }
    return reports
  }

  /// Returns when to handle the next `tick`, unless an event comes first.
  public func nextWake(after now: Timestamp) -> Wake {
    scroll.isMoving(at: max(now.bounded, clock)) ? .nextFrame : .never
  }

  /// The slides to load, as of the last `handle`: those in view where the grid comes to rest, those in view now and, if
  /// these are at most two pages away, those in between; then those of one more page in the direction of travel.
  ///
  /// - Complexity: O(n) for the n slides listed: at most five times as many as are in view.
  public var demand: SlideDemand {
    let layout = layout
    let rest = layout.rowsInView(top: scroll.destination(layout))
    let page = rest.count
    let resting = layout.slides(in: rest)
    var visible = Array(resting)
    if scroll.isHeld || scroll.isMoving(at: clock) {
      let now = layout.rowsInView(top: scroll.position(at: clock, layout))
      let between = min(now.lowerBound, rest.lowerBound)..<max(now.upperBound, rest.upperBound)
      let isNear = between.count <= 3 * page + 1
      visible += layout.slides(in: isNear ? between : now).filter { !resting.contains($0) }
    }
    let next =
      headsForward
      ? rest.upperBound..<min(rest.upperBound + page, layout.rows) : max(rest.lowerBound - page, 0)..<rest.lowerBound
    let listed = Set(visible)
    return SlideDemand(visible: visible, upcoming: layout.slides(in: next).filter { !listed.contains($0) })
  }

  /// Returns the slides whose new indices a reload at `now` has to name: the selection, and the selected slides.
  public func anchorSlides(at now: Timestamp) -> [Int] {
    guard count > 0 else { return [] }
    return [selected] + selectedSlides.ranges.flatMap { $0 }.filter { $0 != selected }
  }

  /// Returns the slide at a point of the viewport at `now`; nil if there is none.
  public func slide(at point: SlidePoint, at now: Timestamp) -> Int? {
    guard point.x.isFinite, point.y.isFinite else { return nil }
    return layout.slide(at: point, top: scroll.position(at: max(now.bounded, clock), layout))
  }

  /// Returns the rectangle of a slide at `now`, in units of the viewport, also if it is out of view; nil if there is no
  /// such slide.
  public func box(of slide: Int, at now: Timestamp) -> SlideBox? {
    guard slide >= 0, slide < count else { return nil }
    return layout.box(of: slide, top: scroll.position(at: max(now.bounded, clock), layout))
  }

  private mutating func apply(_ event: Event) {
    switch event {
    case .select(let slide): select(slide)
    case .move(let columns, let rows): move(columns: columns, rows: rows)
    case .page(let pages):
      let page = max(1, Int(min(layout.rowsPerPage, 1e6)))
      let (rows, overflow) = page.multipliedReportingOverflow(by: pages)
      move(by: 0, rows: overflow ? (pages < 0 ? -Self.maximumCount : Self.maximumCount) : rows)
    case .scroll(let distance):
      guard count > 0, !distance.isNaN else { return }
      scroll(by: max(-1e9, min(distance, 1e9)) / layout.pitch)
    case .grab(let point): grab(at: point.bounded)
    case .drag(let point): drag(to: point)
    case .release(let velocity): release(velocity: velocity.bounded)
    case .toggleSelection(let slide): toggle(slide)
    case .extendSelection(let slide):
      guard count > 0 else { return }
      let (anchor, slide) = (toggled ?? selected, max(0, min(slide, count - 1)))
      selectedSlides.insert(min(anchor, slide)..<max(anchor, slide) + 1)
      select(slide)
    case .selectAll: selectedSlides = SlideSet(0..<count)
    case .deselectAll: (selectedSlides, toggled) = (SlideSet(), nil)
    case .configure(let settings): relayout { $0.settings = settings }
    case .resize(let size): relayout { $0.viewport = size.bounded }
    case .reload(let reload, let sections): self.reload(reload, sections)
    case .tick: break
    }
  }

  private mutating func toggle(_ slide: Int) {
    guard slide >= 0, slide < count else { return }
    if selectedSlides.contains(slide) { selectedSlides.remove(slide) } else { selectedSlides.insert(slide..<slide + 1) }
    toggled = slide
  }

  private mutating func select(_ slide: Int) {
    guard count > 0 else { return }
    let slide = max(0, min(slide, count - 1))
    if slide != selected { headsForward = slide > selected }
    selected = slide
    glide(to: layout.revealing(row: layout.row(of: slide), from: scroll.destination(layout)))
  }

  private mutating func move(columns: Int, rows: Int) {
    let columns = settings.isMirrored ? 0 - max(columns, -Int.max) : columns
    let (slides, rows) = settings.axis == .vertical ? (columns, rows) : (rows, columns)
    move(by: slides, rows: rows)
  }

  private mutating func move(by slides: Int, rows: Int) {
    guard count > 0 else { return }
    func bounded(_ way: Int) -> Int { max(-count, min(way, count)) }
    let place = layout.sections.place(of: selected)
    let row = max(0, min(place.row + bounded(rows), layout.rows - 1))
    select(layout.slide(inRow: row, column: place.column) + bounded(slides))
  }

  /// Moves the selection into the rows that are entirely visible at a scroll position. It stays in its column, and moves
  /// with the edge of the viewport through which it would leave.
  mutating func keepSelection(inViewAt top: Double) {
    let place = layout.sections.place(of: selected)
    let visible = layout.rowsInView(top: top)
    let (start, end) = (top - 1e-9, top + layout.rowsPerPage + 1e-9)
    let entire = visible.filter { layout.position(ofRow: $0) >= start && layout.position(ofRow: $0) + 1 <= end }
    let first = entire.first ?? visible.first { layout.position(ofRow: $0) >= start } ?? visible.lowerBound
    let row = max(first, min(place.row, entire.last ?? first))
    if row != place.row { selected = layout.slide(inRow: row, column: place.column) }
  }

  /// Changes the layout. The selected slide keeps its distance from the viewport's edge as far as possible.
  private mutating func relayout(_ change: (inout GridMachine) -> Void) {
    let (old, top, goal) = (layout, scroll.position(at: clock, layout), scroll.destination(layout))
    let (velocity, isMoving) = (scroll.velocity(at: clock), scroll.isMoving(at: clock))
    let oldPosition = count > 0 ? old.position(ofRow: old.row(of: selected)) : 0
    change(&self)
    layout = Layout(count: count, viewport: viewport, settings: settings, sections: sections)
    let new = layout
    guard count > 0 else {
      scroll = .resting(at: 0, since: clock)
      return
    }
    let row = new.row(of: selected)
    func converted(_ top: Double) -> Double { new.position(ofRow: row) - (oldPosition - top) * old.pitch / new.pitch }
    if case .held(let hold) = scroll {
      scroll = .held(.init(origin: new.pulled(converted(top)), grabbed: hold.pointer, pointer: hold.pointer))
      return
    }
    let target = new.revealing(row: row, from: new.bounded(top: converted(goal)))
    let moves = isMoving || (old.pitch == new.pitch && old.columns == new.columns)
    guard moves, converted(top) != target else {
      scroll = .resting(at: target, since: clock)
      return
    }
    begin(from: converted(top), to: target, velocity: velocity, seconds: settings.duration.limitedSeconds)
  }

  private mutating func reload(_ reload: Reload, _ sections: [Int]) {
    let new = max(0, min(reload.count, Self.maximumCount))
    let slide = new > 0 ? reload.newIndex(ofSuccessorOf: selected, in: new) : 0
    var survivors = SlideSet()
    for slide in selectedSlides.ranges.flatMap({ $0 }) {
      if let index = reload.newIndex(of: slide, in: new) { survivors.insert(index..<index + 1) }
    }
    toggled = toggled.flatMap { reload.newIndex(of: $0, in: new) }
    selectedSlides = survivors
    relayout {
      $0.count = new
      $0.sections = sections
      $0.selected = slide
    }
  }
}

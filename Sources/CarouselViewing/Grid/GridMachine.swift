public import CarouselValues

/// A grid of slides over time: selection and smooth scrolling, as a value that takes events and timestamps.
///
/// ```swift
/// var grid = GridMachine(count: 100_000, viewport: SlideSize(width: 80, height: 48))
/// grid.handle(.move(columns: 0, rows: 1), at: now)      // the arrow key downward
/// for cell in grid.frame(at: now).cells { draw(cell.slide, cell.box) }
/// loader.load(grid.demand)
/// ```
///
/// At rest, the selected slide is always in view. Every event is safe in every phase and with any value, and takes the
/// same time for any number of slides.
public struct GridMachine: Equatable, Sendable {
  /// The settings in force.
  public private(set) var settings: Settings
  /// The number of slides.
  public private(set) var count: Int
  /// The selected slide; nil only if there are no slides.
  public var selection: Int? { count > 0 ? selected : nil }
  /// The size of the viewport.
  public private(set) var viewport: SlideSize

  /// The greatest number of slides, at which scroll positions are still exact to a fraction of a row; fewer where `Int`
  /// has 32 bits.
  private static let maximumCount = min(Reload.maximumCount, Int(clamping: Int64(1) << 40))

  private var selected: Int
  /// The scroll position over time: the number of rows above the viewport's top edge.
  private var scroll: Glide<SIMD2<Double>>
  private var clock: Timestamp
  /// Whether the last movement was towards the end.
  private var headsForward = true

  /// Creates a grid that shows a slide.
  ///
  /// - Parameters:
  ///   - count: The number of slides, clamped to 0…2⁴⁰.
  ///   - selection: The first slide to select, clamped to the valid indices.
  ///   - viewport: The size of the viewport, in units of equal width and height.
  ///   - settings: The initial settings.
  ///   - now: The time from which the grid is at rest.
  public init(
    count: Int, selection: Int = 0, viewport: SlideSize, settings: Settings = Settings(), at now: Timestamp = .zero
  ) {
    self.count = max(0, min(count, Self.maximumCount))
    self.settings = settings
    self.viewport = viewport.bounded
    selected = max(0, min(selection, self.count - 1))
    clock = now.bounded
    scroll = Self.standing(at: 0, clock)
    scroll = Self.standing(at: layout.revealing(row: layout.row(of: selected), from: middleTop), clock)
  }

  /// The layout of the slides.
  public var layout: Layout { Layout(count: count, viewport: viewport, settings) }

  /// Handles an event and returns reports of what happened.
  @discardableResult
  public mutating func handle(_ event: Event, at now: Timestamp) -> [Report] {
    clock = max(now.bounded, clock)
    let before = selection
    if case .reload(let reload) = event {
      self.reload(reload)
      return [.didSelect(selection)]
    }
    apply(event)
    return selection == before ? [] : [.didSelect(selection)]
  }

  /// Returns the frame to draw at `now`.
  public func frame(at now: Timestamp) -> Frame {
    let now = max(now.bounded, clock)
    return Frame(layout, top: scroll.position(at: now)[0], selection: selection, isMoving: scroll.end > now)
  }

  /// Returns when to handle the next `tick`, unless an event comes first.
  public func nextWake(after now: Timestamp) -> Wake { scroll.end > max(now.bounded, clock) ? .nextFrame : .never }

  /// The slides to load, as of the last `handle`: those in view where the grid comes to rest, those in view now and, if
  /// these are at most two pages away, those in between; then those of one more page in the direction of travel.
  ///
  /// - Complexity: O(n) for the n slides listed: at most five times as many as are in view.
  public var demand: Demand {
    let layout = layout
    let rest = layout.rowsInView(top: scroll.to[0])
    let page = rest.count
    var visible = Array(layout.slides(in: rest))
    if scroll.end > clock {
      let now = layout.rowsInView(top: scroll.position(at: clock)[0])
      let reach = 2 * page + 1
      if now.lowerBound < rest.lowerBound {
        let isNear = now.lowerBound >= rest.lowerBound - reach
        visible += layout.slides(in: now.lowerBound..<(isNear ? rest.lowerBound : min(now.upperBound, rest.lowerBound)))
      }
      if now.upperBound > rest.upperBound {
        let isNear = now.upperBound <= rest.upperBound + reach
        visible += layout.slides(in: (isNear ? rest.upperBound : max(now.lowerBound, rest.upperBound))..<now.upperBound)
      }
    }
    let next =
      headsForward
      ? rest.upperBound..<min(rest.upperBound + page, layout.rows) : max(rest.lowerBound - page, 0)..<rest.lowerBound
    let listed = Set(visible)
    return Demand(visible: visible, upcoming: layout.slides(in: next).filter { !listed.contains($0) })
  }

  /// Returns the slides whose new indices a reload at `now` has to name: the selected one.
  public func anchorSlides(at now: Timestamp) -> [Int] { count > 0 ? [selected] : [] }

  /// Returns the slide at a point of the viewport at `now`; nil if there is none.
  public func slide(at point: SlidePoint, at now: Timestamp) -> Int? {
    guard point.x.isFinite, point.y.isFinite else { return nil }
    return layout.slide(at: point, top: scroll.position(at: max(now.bounded, clock))[0])
  }

  private mutating func apply(_ event: Event) {
    switch event {
    case .select(let slide): select(slide)
    case .move(let columns, let rows): move(columns: columns, rows: rows)
    case .page(let pages):
      let page = max(1, Int(min(layout.rowsPerPage, 1e6)))
      let (rows, overflow) = page.multipliedReportingOverflow(by: pages)
      move(columns: 0, rows: overflow ? (pages < 0 ? -Self.maximumCount : Self.maximumCount) : rows)
    case .scroll(let distance): scroll(by: distance)
    case .configure(let settings): relayout { $0.settings = settings }
    case .resize(let size): relayout { $0.viewport = size.bounded }
    case .reload, .tick: break
    }
  }

  private mutating func select(_ slide: Int) {
    guard count > 0 else { return }
    let slide = max(0, min(slide, count - 1))
    if slide != selected { headsForward = slide > selected }
    selected = slide
    glide(to: layout.revealing(row: layout.row(of: slide), from: scroll.to[0]))
  }

  private mutating func move(columns: Int, rows: Int) {
    guard count > 0 else { return }
    let layout = layout
    func bounded(_ way: Int) -> Int { max(-count, min(way, count)) }
    let row = max(0, min(layout.row(of: selected) + bounded(rows), layout.rows - 1))
    let column = selected % layout.columns
    let slide = min(row * layout.columns + column, count - 1)
    select(slide + bounded(columns))
  }

  /// Scrolls. The selection stays in its column, and moves with the edge of the viewport through which it would leave.
  private mutating func scroll(by distance: Double) {
    guard count > 0, !distance.isNaN else { return }
    let layout = layout
    let way = max(-1e9, min(distance, 1e9)) / layout.pitch
    headsForward = way >= 0
    let top = layout.bounded(top: scroll.to[0] + way)
    let (first, last) = (top.roundedUp, max(top.roundedUp, (top + layout.rowsPerPage + 1e-9).roundedDown - 1))
    let row = layout.row(of: selected)
    let new = Int(max(first, min(Double(row), last)))
    if new != row { selected = min(min(new, layout.rows - 1) * layout.columns + selected % layout.columns, count - 1) }
    glide(to: top)
  }

  /// Changes the layout. The selected slide keeps its distance from the viewport's top as far as possible.
  private mutating func relayout(_ change: (inout GridMachine) -> Void) {
    let (old, oldRow, top, goal) = (layout, layout.row(of: selected), scroll.position(at: clock)[0], scroll.to[0])
    let velocity = scroll.velocity(at: clock)
    change(&self)
    let (new, row) = (layout, layout.row(of: selected))
    func converted(_ top: Double) -> Double { Double(row) - (Double(oldRow) - top) * old.pitch / new.pitch }
    let target = new.revealing(row: row, from: new.bounded(top: converted(goal)))
    let moves = scroll.end > clock || (old.pitch == new.pitch && old.columns == new.columns)
    guard moves, converted(top) != target else {
      scroll = Self.standing(at: target, clock)
      return
    }
    begin(from: SIMD2(converted(top), 0), to: target, velocity: velocity)
  }

  private mutating func reload(_ reload: Reload) {
    let new = max(0, min(reload.count, Self.maximumCount))
    let slide = new > 0 ? reload.newIndex(ofSuccessorOf: selected, in: new) : 0
    relayout {
      $0.count = new
      $0.selected = slide
    }
  }

  private mutating func glide(to top: Double) {
    let from = scroll.position(at: clock)
    guard top != scroll.to[0] || from[0] != top else { return }
    let velocity =
      scroll.end > clock
      ? scroll.velocity(at: clock) : Glide.flick(from: from, to: SIMD2(top, 0), seconds: seconds)
    begin(from: from, to: top, velocity: velocity)
  }

  private mutating func begin(from: SIMD2<Double>, to top: Double, velocity: SIMD2<Double>) {
    var glide = Glide(from: from, to: SIMD2(top, 0), velocity: velocity, start: clock, seconds: seconds)
    glide.limitOvershoot(0, room: 0.5)
    glide.seconds[1] = 0
    scroll = glide
  }

  /// The duration of scrolling in seconds, at most 60.
  private var seconds: Double { max(0, min(settings.duration.inSeconds, 60)) }

  private var middleTop: Double { Double(layout.row(of: selected)) - max(0, layout.rowsPerPage - 1) / 2 }

  private static func standing(at top: Double, _ now: Timestamp) -> Glide<SIMD2<Double>> {
    Glide(from: SIMD2(top, 0), to: SIMD2(top, 0), velocity: .zero, start: now, seconds: 0)
  }
}

/// The row of slides around the current one: page 0 is the current slide, 1 the next, −1 the previous.
///
/// By default the slides follow their indices. A splice makes the row continue with another slide from a page on.
/// Splices let a jump reach its slide in one page of motion, and ensure that a slide in view is never replaced by
/// another.
struct Track: Equatable, Sendable {
  /// A point from which the row continues with another slide.
  struct Splice: Equatable, Sendable {
    /// The number of pages from the current slide, at least 1.
    var distance: Int
    /// The slide on that page.
    var slide: Int
  }

  /// A slide on a page.
  struct Anchor: Equatable, Sendable {
    /// The page, counted from the current slide.
    var page: Int
    /// The slide on that page.
    var slide: Int
  }

  /// The greatest count with which sums and differences of two or three indices fit in `Int`.
  static let maximumCount = Int.max / 4

  /// The number of slides, at least 0.
  private(set) var count: Int
  /// The current slide; 0 if there are no slides.
  private(set) var current: Int
  /// Whether the last slide is followed by the first.
  var wraps: Bool
  /// The splices towards the next slide, nearest first.
  private var ahead: [Splice] = []
  /// The splices towards the previous slide, nearest first.
  private var behind: [Splice] = []

  init(count: Int, current: Int, wraps: Bool) {
    self.count = Track.bounded(count: count)
    self.current = max(0, min(current, self.count - 1))
    self.wraps = wraps
  }

  /// Returns a count, clamped to 0…`maximumCount`.
  static func bounded(count: Int) -> Int { max(0, min(count, maximumCount)) }

  /// Whether the row never ends. A single slide does not follow itself.
  var isEndless: Bool { wraps && count > 1 }

  /// Returns the slide on a page; nil beyond an end.
  func slide(at page: Int) -> Int? {
    guard count > 0 else { return nil }
    guard let direction = Direction(of: page) else { return current }
    let distance = abs(page)
    guard let splice = splices(direction).last(where: { $0.distance <= distance }) else {
      return index(current, movedBy: page)
    }
    return index(splice.slide, movedBy: direction.page * (distance - splice.distance))
  }

  /// Returns the number of pages in a direction; `Int.max` in an endless row.
  func reach(_ direction: Direction) -> Int {
    if isEndless { return .max }
    guard count > 0 else { return 0 }
    let last = splices(direction).last ?? Splice(distance: 0, slide: current)
    return last.distance + (direction == .forward ? count - 1 - last.slide : last.slide)
  }

  /// Returns the splices on one side, nearest first.
  func splices(_ direction: Direction) -> [Splice] { direction == .forward ? ahead : behind }

  /// Returns the slides on a range of pages and at every splice, nearest first, without the current slide.
  func anchors(in view: ClosedRange<Int>) -> [Anchor] {
    var pages = Set(view)
    for direction in Direction.allCases {
      for splice in splices(direction) { pages.insert(splice.distance * direction.page) }
    }
    pages.remove(0)
    return pages.sorted { (abs($0), $1) < (abs($1), $0) }.compactMap { page in
      slide(at: page).map { Anchor(page: page, slide: $0) }
    }
  }

  /// Returns the direction with fewer steps to a slide, forward in a tie. Without wrapping, there is only one.
  func shorterWay(to slide: Int) -> Direction {
    guard isEndless else { return slide < current ? .backward : .forward }
    let forward = steps(from: current, to: slide, .forward) ?? 0
    return forward <= count - forward ? .forward : .backward
  }

  /// Returns the number of steps in a direction from one slide to another; nil if it is in the other direction.
  func steps(from start: Int, to end: Int, _ direction: Direction) -> Int? {
    let steps = direction == .forward ? end - start : start - end
    return steps >= 0 ? steps : isEndless ? steps + count : nil
  }

  /// Returns an index moved by a number of pages; nil beyond an end.
  func index(_ index: Int, movedBy pages: Int) -> Int? {
    if isEndless {
      let rest = (index + pages % count) % count
      return rest < 0 ? rest + count : rest
    }
    let moved = index.addingReportingOverflow(pages)
    return !moved.overflow && (0..<count).contains(moved.partialValue) ? moved.partialValue : nil
  }

  // MARK: Changes

  /// Makes the neighbour in a direction current. Returns false, and changes nothing, if there is none.
  ///
  /// - Parameter view: The pages that will be in view; slides left behind on them stay there.
  mutating func shift(_ direction: Direction, keeping view: ClosedRange<Int>) -> Bool {
    guard let slide = slide(at: direction.page) else { return false }
    let left = direction == .forward ? -view.lowerBound : view.upperBound
    let passed = (0..<max(0, left)).map { self.slide(at: -$0 * direction.page) }
    let nearer = splices(direction).compactMap {
      $0.distance > 1 ? Splice(distance: $0.distance - 1, slide: $0.slide) : nil
    }
    straighten()
    current = slide
    set(nearer, direction)
    for (distance, slide) in passed.enumerated() {
      if let slide { splice(slide, at: distance + 1, direction.opposite) }
    }
    return true
  }

  /// Makes the row continue with `slide` from a page on. Nearer splices stay.
  mutating func splice(_ slide: Int, at distance: Int, _ direction: Direction) {
    set(splices(direction).filter { $0.distance < distance }, direction)
    if self.slide(at: direction.page * distance) != slide {
      set(splices(direction) + [Splice(distance: distance, slide: slide)], direction)
    }
  }

  /// Drops the splices that are neither in view nor on the way to `goal`.
  mutating func trim(view: ClosedRange<Int>, goal: Int) {
    for direction in Direction.allCases {
      let shown = direction == .forward ? view.upperBound : -view.lowerBound
      let way = Direction(of: goal) == direction ? abs(goal) : 0
      set(splices(direction).filter { $0.distance <= max(way, shown) }, direction)
    }
  }

  /// Drops all splices, so that the row follows the indices again.
  mutating func straighten() {
    ahead = []
    behind = []
  }

  /// Changes the current slide or the number of slides, keeping some slides on their pages.
  ///
  /// - Parameter anchors: The slides to keep, nearest first. They move closer if fewer slides are left in between.
  mutating func rebuild(count: Int, current: Int, _ anchors: [Anchor]) {
    straighten()
    self.count = Track.bounded(count: count)
    self.current = max(0, min(current, self.count - 1))
    for anchor in anchors {
      guard let direction = Direction(of: anchor.page) else { continue }
      splice(anchor.slide, at: nearestPage(to: abs(anchor.page), direction), direction)
    }
  }

  /// Returns the page at `distance`, or a nearer one if there are not slides on all pages before it.
  func nearestPage(to distance: Int, _ direction: Direction) -> Int { min(distance - 1, reach(direction)) + 1 }

  private mutating func set(_ splices: [Splice], _ direction: Direction) {
    switch direction {
    case .forward: ahead = splices
    case .backward: behind = splices
    }
  }
}

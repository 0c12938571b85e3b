/// The row of slides as it stands around the current one: page 0 is the current slide, 1 the next, −1 the previous.
///
/// By default the row follows the indices. A splice makes it continue with another slide from some page on. That is how a jump
/// takes a page of motion to the slide itself, and how a slide in view is never replaced by another.
struct Track: Equatable, Sendable {
  /// From page `distance` on, the row continues with `slide`.
  struct Splice: Equatable, Sendable {
    /// How many pages away, from 1.
    var distance: Int
    /// The slide there.
    var slide: Int
  }

  /// A slide on a page.
  struct Anchor: Equatable, Sendable {
    /// Pages from the current slide.
    var page: Int
    /// The slide there.
    var slide: Int
  }

  /// The greatest count, so that sums and differences of two or three indices fit `Int`.
  static let maximumCount = Int.max / 4

  /// How many slides there are, 0 or more.
  private(set) var count: Int
  /// The current slide; 0 where there are none.
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

  /// The nearest count that can be calculated with.
  static func bounded(count: Int) -> Int { max(0, min(count, maximumCount)) }

  /// Whether the row never ends. A single slide does not follow itself.
  var isEndless: Bool { wraps && count > 1 }

  /// The slide on a page; nil beyond an end.
  func slide(at page: Int) -> Int? {
    guard count > 0 else { return nil }
    guard let direction = Direction(of: page) else { return current }
    let distance = abs(page)
    guard let splice = splices(direction).last(where: { $0.distance <= distance }) else {
      return index(current, movedBy: page)
    }
    return index(splice.slide, movedBy: direction.page * (distance - splice.distance))
  }

  /// How many pages there are in a direction; `Int.max` if they never end.
  func reach(_ direction: Direction) -> Int {
    if isEndless { return .max }
    guard count > 0 else { return 0 }
    let last = splices(direction).last ?? Splice(distance: 0, slide: current)
    return last.distance + (direction == .forward ? count - 1 - last.slide : last.slide)
  }

  /// The splices on one side, nearest first.
  func splices(_ direction: Direction) -> [Splice] { direction == .forward ? ahead : behind }

  /// The slides of some pages and of every splice, nearest first. The current slide is not among them.
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

  /// The direction in which fewer slides lie before a slide; forward in a tie. Without wrap, the only way.
  func shorterWay(to slide: Int) -> Direction {
    guard isEndless else { return slide < current ? .backward : .forward }
    let forward = steps(from: current, to: slide, .forward) ?? 0
    return forward <= count - forward ? .forward : .backward
  }

  /// How many slides on, in a direction, a slide comes after another; nil if it lies the other way.
  func steps(from start: Int, to end: Int, _ direction: Direction) -> Int? {
    let steps = direction == .forward ? end - start : start - end
    return steps >= 0 ? steps : isEndless ? steps + count : nil
  }

  /// The index some slides on; nil beyond an end.
  func index(_ index: Int, movedBy pages: Int) -> Int? {
    if isEndless {
      let rest = (index + pages % count) % count
      return rest < 0 ? rest + count : rest
    }
    let moved = index.addingReportingOverflow(pages)
    return !moved.overflow && (0..<count).contains(moved.partialValue) ? moved.partialValue : nil
  }

  // MARK: Changes

  /// Makes the neighbour in a direction the current slide; false, and nothing changes, where there is none.
  ///
  /// - Parameter view: The pages in view once it is current: the slides left behind on them stay there.
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

  /// Drops every splice: the row follows the indices again.
  mutating func straighten() {
    ahead = []
    behind = []
  }

  /// Stands on another slide, or among others, and keeps some slides on their pages.
  ///
  /// - Parameter anchors: What the row must show, nearest first. They move closer where no slide lies between them any more.
  mutating func rebuild(count: Int, current: Int, _ anchors: [Anchor]) {
    straighten()
    self.count = Track.bounded(count: count)
    self.current = max(0, min(current, self.count - 1))
    for anchor in anchors {
      guard let direction = Direction(of: anchor.page) else { continue }
      splice(anchor.slide, at: nearestPage(to: abs(anchor.page), direction), direction)
    }
  }

  /// The page at most so far away that has slides on all pages before it.
  func nearestPage(to distance: Int, _ direction: Direction) -> Int { min(distance - 1, reach(direction)) + 1 }

  private mutating func set(_ splices: [Splice], _ direction: Direction) {
    switch direction {
    case .forward: ahead = splices
    case .backward: behind = splices
    }
  }
}

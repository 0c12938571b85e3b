import CarouselValues

/// The row of slides around the current one: page 0 is the current slide, 1 the next, −1 the previous.
///
/// By default the slides follow their indices. A splice makes the row continue with another slide from a page on.
/// Splices let a jump reach its slide in one page of motion, and ensure that a slide in view is never replaced by
/// another while the slides move. At rest there are none.
///
/// Slides on any `span` successive pages are distinct, unless an endless row has fewer slides: a splice that would
/// repeat a slide leaves it out.
struct Track: Equatable, Sendable {
  /// A point from which the row continues with another slide.
  struct Splice: Equatable, Sendable {
    /// The number of pages from the current slide, at least 1.
    var distance: Int
    /// The slide on that page; nil if the row ends before it.
    var slide: Int?
  }

  /// The number of slides, at least 0.
  let count: Int
  /// The current slide; 0 if there are no slides.
  private(set) var current: Int
  let wraps: Bool
  /// The greatest number of pages in view at once.
  let span: Int
  private var ahead: [Splice] = []
  private var behind: [Splice] = []

  init(count: Int, current: Int, wraps: Bool, span: Int) {
    self.count = Reload.bounded(count: count)
    self.current = max(0, min(current, self.count - 1))
    self.wraps = wraps
    self.span = span
  }

  /// Creates a row with given slides on the pages from `first` on, among them page 0. Beyond, it follows the indices.
  init(count: Int, wraps: Bool, span: Int, slides: some Collection<Int?>, from first: Int) {
    let slides = Array(slides)
    self.init(count: count, current: slides[-first] ?? 0, wraps: wraps, span: span)
    let last = first + slides.count - 1
    for page in stride(from: 1, through: last, by: 1) { append(slides[page - first], at: page, .forward) }
    for page in stride(from: -1, through: first, by: -1) { append(slides[page - first], at: -page, .backward) }
    separate(.forward, beyond: last, from: first)
    separate(.backward, beyond: -first)
  }

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
    return splice.slide.flatMap { index($0, movedBy: direction.page * (distance - splice.distance)) }
  }

  /// Returns the number of pages in a direction; `Int.max` in an endless row.
  func reach(_ direction: Direction) -> Int {
    guard count > 0 else { return 0 }
    let last = splices(direction).last ?? Splice(distance: 0, slide: current)
    guard let slide = last.slide else { return last.distance - 1 }
    return isEndless ? .max : last.distance + (direction == .forward ? count - 1 - slide : slide)
  }

  /// Returns the splices on one side, nearest first.
  func splices(_ direction: Direction) -> [Splice] { direction == .forward ? ahead : behind }

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
    let moved = index.addingReportingOverflow(pages)
    if !moved.overflow, (0..<count).contains(moved.partialValue) { return moved.partialValue }
    guard isEndless else { return nil }
    let rest = (index + pages % count) % count
    return rest < 0 ? rest + count : rest
  }

  /// Returns the first page in a direction, from a page on, with a slide; nil if it is further than `limit` pages away.
  func page(of slide: Int, _ direction: Direction, from distance: Int, limit: Int) -> Int? {
    let last = splices(direction).last ?? Splice(distance: 0, slide: current)
    let near = max(distance, last.distance)
    if let found = (distance...near).first(where: { self.slide(at: $0 * direction.page) == slide }) {
      return found <= limit ? found * direction.page : nil
    }
    guard let start = self.slide(at: near * direction.page), let steps = steps(from: start, to: slide, direction),
      steps <= limit - near
    else { return nil }
    return (near + steps) * direction.page
  }

  func contains(_ slide: Int, within limit: Int) -> Bool {
    page(of: slide, .forward, from: 0, limit: limit) != nil || page(of: slide, .backward, from: 0, limit: limit) != nil
  }

  /// Returns the page nearest to a position that has a slide, of those beyond a range of pages and at most `limit` pages
  /// away from it; nil if there is none.
  func page(of slide: Int, beyond view: ClosedRange<Int>, near position: Double, limit: Int) -> Int? {
    let ahead = page(of: slide, .forward, from: view.upperBound + 1, limit: view.upperBound + limit)
    let behind = page(of: slide, .backward, from: 1 - view.lowerBound, limit: limit - view.lowerBound)
    guard let ahead, let behind else { return ahead ?? behind }
    return abs(Double(ahead) - position) <= abs(Double(behind) - position) ? ahead : behind
  }

  // MARK: Changes

  /// Makes the neighbor in a direction current. Returns false, and changes nothing, if there is none. Slides left
  /// behind stay on the pages that will be in view.
  mutating func shift(_ direction: Direction, keeping view: ClosedRange<Int>) -> Bool {
    guard let slide = slide(at: direction.page) else { return false }
    if !isSpliced {
      current = slide
      return true
    }
    let left = direction == .forward ? -view.lowerBound : view.upperBound
    let passed = (0..<max(0, left)).map { self.slide(at: -$0 * direction.page) }
    let nearer = splices(direction).compactMap {
      $0.distance > 1 ? Splice(distance: $0.distance - 1, slide: $0.slide) : nil
    }
    straighten()
    current = slide
    set(nearer, direction)
    for (distance, slide) in passed.enumerated() {
      append(slide, at: distance + 1, direction.opposite)
    }
    separate(direction.opposite, beyond: max(0, left))
    return true
  }

  /// Makes the row continue with `slide`, and `more` slides after it, from a page on. Nearer splices stay, and so do
  /// slides on the pages in view.
  mutating func splice(
    _ slide: Int, and more: Int, at distance: Int, _ direction: Direction, keeping view: ClosedRange<Int>
  ) {
    set(splices(direction).filter { $0.distance < distance }, direction)
    append(slide, at: distance, direction)
    separate(direction, beyond: distance + more)
    // Slides that are not in view yet on the other side: a transition that shows more slides may begin at the next page.
    let shown = max(0, direction == .forward ? -view.lowerBound : view.upperBound)
    set(splices(direction.opposite).filter { $0.distance <= shown }, direction.opposite)
    separate(direction.opposite, beyond: shown)
  }

  /// Returns whether the slides from `slide` on, by index, differ from those on the pages before `distance` that can be
  /// in view together with them.
  func accepts(_ slide: Int, and more: Int, at distance: Int, _ direction: Direction) -> Bool {
    (0...more).allSatisfy { step in
      guard let index = index(slide, movedBy: step * direction.page) else { return false }
      let first = distance + step - (distinctCount - 1)
      return first >= distance || !(first..<distance).contains { self.slide(at: $0 * direction.page) == index }
    }
  }

  /// Drops the splices that are neither in view nor on the way to `goal`.
  mutating func trim(view: ClosedRange<Int>, goal: Int) {
    if !isSpliced { return }
    for direction in Direction.allCases {
      let shown = direction == .forward ? view.upperBound : -view.lowerBound
      let way = Direction(of: goal) == direction ? abs(goal) : 0
      set(splices(direction).filter { $0.distance <= max(way, shown) }, direction)
    }
    separate(.forward, beyond: max(view.upperBound, goal), from: min(view.lowerBound, goal))
    separate(.backward, beyond: -min(view.lowerBound, goal))
  }

  /// Whether the row repeats in view while some slides do not follow by index. Pages far away are then uncertain.
  var isShuffled: Bool { isSpliced && count <= span }

  /// Whether some slides do not follow by index.
  var isSpliced: Bool { !ahead.isEmpty || !behind.isEmpty }

  /// Drops all splices, so that the row follows the indices again.
  mutating func straighten() {
    ahead = []
    behind = []
  }

  /// The number of successive pages whose slides are distinct.
  var distinctCount: Int { isEndless ? min(span, count) : span }

  /// Leaves out slides that would be in view twice, on the pages further away than `edge` and the last splice.
  ///
  /// - Parameter limit: The furthest page in the other direction whose slide counts as in view.
  /// - Complexity: O(n²) for a span of n.
  private mutating func separate(_ direction: Direction, beyond edge: Int, from limit: Int? = nil) {
    let room = distinctCount - 1
    if !isSpliced || room < 1 { return }
    var page = max(edge, splices(direction).last?.distance ?? 0)
    // A row of no more slides than are in view repeats; its order by index never comes back.
    let horizon = page + 3 * room
    let first = max(page + 1 - room, limit.map { $0 * direction.page } ?? .min)
    var last = slide(at: page * direction.page)
    /// The slides on the last `room` pages, of which the oldest is replaced next; −1 where there is none.
    var before = stride(from: first, through: page, by: 1).map { slide(at: $0 * direction.page) ?? -1 }
    var (oldest, passed) = (0, 0)
    while passed < room, page < horizon {
      page += 1
      // All splices are behind: the row follows the indices.
      guard let next = last.flatMap({ index($0, movedBy: direction.page) }) else { return }
      last = next
      for _ in 0...room {
        guard let taken = last, before.contains(taken) else { break }
        last = index(taken, movedBy: direction.page)
      }
      if last == next {
        passed += 1
      } else {
        add(Splice(distance: page, slide: last), direction)
        passed = 0
      }
      if before.count < room {
        before.append(last ?? -1)
      } else {
        before[oldest] = last ?? -1
        oldest = (oldest + 1) % room
      }
    }
  }

  /// Makes the row continue with a slide, or end, from a page on that is further away than all splices.
  private mutating func append(_ slide: Int?, at distance: Int, _ direction: Direction) {
    if self.slide(at: direction.page * distance) != slide { add(Splice(distance: distance, slide: slide), direction) }
  }

  private mutating func add(_ splice: Splice, _ direction: Direction) {
    if direction == .forward { ahead.append(splice) } else { behind.append(splice) }
  }

  private mutating func set(_ splices: [Splice], _ direction: Direction) {
    if direction == .forward { ahead = splices } else { behind = splices }
  }
}

/// The row of slides as it stands around the current one: page 0 is the current slide, 1 the next, −1 the previous.
///
/// By itself the row follows the indices. A jump splices it: from some page on, it goes on with another slide. That is how a
/// jump is one page of motion to the slide itself, and how a slide that is on screen is never replaced by another.
struct Lane: Equatable, Sendable {
  /// From page `distance` on, the row goes on with `slide`.
  struct Splice: Equatable, Sendable {
    /// How many pages away, 1 or 2.
    var distance: Int
    /// The slide there.
    var slide: Int
  }

  /// How many slides there are, 0 or more.
  var count: Int
  /// The current slide; 0 where there are none.
  var current: Int
  /// Whether the last slide is followed by the first.
  var wraps: Bool
  /// The splices towards the next slide, nearest first.
  private(set) var ahead: [Splice] = []
  /// The splices towards the previous slide, nearest first.
  private(set) var behind: [Splice] = []

  init(count: Int, current: Int, wraps: Bool) {
    self.count = max(0, count)
    self.current = max(0, min(current, count - 1))
    self.wraps = wraps
  }

  /// Whether it goes on for ever. A single slide is not followed by itself.
  var isEndless: Bool { wraps && count > 1 }

  /// The slide so many pages from the current one; nil beyond an end.
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

  /// The way to a slide that passes fewer slides; forward if both are as long. Without wrap, the only way.
  func shorterWay(to slide: Int) -> Direction {
    guard isEndless else { return slide < current ? .backward : .forward }
    let forward = slide >= current ? slide - current : slide - current + count
    return forward <= count - forward ? .forward : .backward
  }

  /// The index so many slides on; nil beyond an end.
  func index(_ index: Int, movedBy pages: Int) -> Int? {
    if isEndless {
      let rest = (index + pages % count) % count
      return rest < 0 ? rest + count : rest
    }
    let moved = index + pages
    return (0..<count).contains(moved) ? moved : nil
  }

  // MARK: Changes

  /// Makes the neighbour in a direction the current slide; false, and nothing changes, where there is none.
  mutating func shift(_ direction: Direction) -> Bool {
    guard let slide = slide(at: direction.page) else { return false }
    let nearer = splices(direction).compactMap {
      $0.distance > 1 ? Splice(distance: $0.distance - 1, slide: $0.slide) : nil
    }
    straighten()
    current = slide
    set(nearer, direction)
    return true
  }

  /// Makes the row go on with `slide` from a page on. Nearer splices stay.
  mutating func splice(_ slide: Int, at distance: Int, _ direction: Direction) {
    set(splices(direction).filter { $0.distance < distance }, direction)
    if self.slide(at: direction.page * distance) != slide {
      set(splices(direction) + [Splice(distance: distance, slide: slide)], direction)
    }
  }

  /// Keeps a slide in its slot, whatever the indices say, without touching what lies further.
  mutating func pin(_ slide: Int, _ direction: Direction) {
    let further = splices(direction).filter { $0.distance > 1 }
    set([Splice(distance: 1, slide: slide)] + further, direction)
  }

  /// Forgets the splices that are neither on screen nor on the way to `goal`.
  mutating func trim(offset: Double, goal: Int) {
    for direction in [Direction.forward, .backward] {
      let isOnScreen = Direction(of: offset) == direction
      let way = Direction(of: goal) == direction ? abs(goal) : 0
      set(
        splices(direction).filter { $0.distance <= way || (isOnScreen && $0.distance == 1) }, direction)
    }
  }

  /// Forgets every splice: the row follows the indices again.
  mutating func straighten() {
    ahead = []
    behind = []
  }

  /// Moves the splices' slides along with the current one, as far as there are slides.
  mutating func reload(count newCount: Int, current newCurrent: Int) {
    let moved = newCurrent - current
    count = newCount
    current = newCurrent
    for direction in [Direction.forward, .backward] {
      set(
        splices(direction).map {
          Splice(distance: $0.distance, slide: max(0, min($0.slide + moved, newCount - 1)))
        }, direction)
    }
  }

  private mutating func set(_ splices: [Splice], _ direction: Direction) {
    switch direction {
    case .forward: ahead = splices
    case .backward: behind = splices
    }
  }
}

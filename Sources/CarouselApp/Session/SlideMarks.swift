import Carousel
import CarouselViewing
package import Decks

/// The slides that the user has marked, by location: they stay marked when the deck is read again or reordered.
package struct SlideMarks: Equatable, Sendable {
  private var locations: Set<Location> = []

  /// No marks.
  package init() {}

  /// Whether a slide is marked.
  package func contains(_ location: Location) -> Bool { !locations.isEmpty && locations.contains(location) }

  /// Marks or unmarks a slide; returns whether it is marked now.
  mutating func toggle(_ location: Location) -> Bool {
    if locations.remove(location) != nil { return false }
    locations.insert(location)
    return true
  }

  /// Marks some slides of a deck, or unmarks them if all of them are marked.
  mutating func toggle(_ slides: some Sequence<Int>, of deck: Deck) {
    let all = Set(slides.lazy.map { deck[$0].location })
    if all.isSubset(of: locations) { locations.subtract(all) } else { locations.formUnion(all) }
  }

  /// The positions of the marked slides in a deck.
  func indices(in deck: Deck) -> [Int] {
    locations.isEmpty ? [] : (0..<deck.count).filter { locations.contains(deck[$0].location) }
  }
}

extension Session {
  /// The marked slides in the deck, in order.
  package var markedSlides: [Slide] { marks.indices(in: deck).map { deck[$0] } }

  /// Marks or unmarks the slide on which the carousel comes to rest, or the grid's selection.
  mutating func mark(at now: Timestamp) {
    guard let placed = grid == nil ? destination(at: now) : selected else { return }
    let isMarked = marks.toggle(placed.slide.location)
    say("\(isMarked ? "marked" : "mark removed"): \(countOfMarks)", at: now)
  }

  /// Marks all slides, or unmarks them if all are marked; in a filtered grid, the slides that it shows.
  mutating func markAll(at now: Timestamp) {
    if let filter = grid?.filter {
      marks.toggle(filter.slides, of: deck)
    } else {
      marks.toggle(0..<deck.count, of: deck)
    }
    say("marked: \(countOfMarks)", at: now)
  }

  /// Goes to the next marked slide, wrapping after the last one.
  mutating func goToNextMark(at now: Timestamp) {
    let marked = marks.indices(in: deck).filter { grid?.place(of: $0) != nil || grid == nil }
    guard let here = (grid == nil ? destination(at: now) : selected)?.index, let first = marked.first else {
      return say("no slide is marked", at: now)
    }
    let next = marked.first { $0 > here } ?? first
    if grid != nil { grid?.select(next, at: now) } else { machine.handle(.jump(to: next), at: now) }
  }

  private var countOfMarks: String { "\(marks.indices(in: deck).count) of \(deck.count)" }

  /// The marked slides that have dots.
  var markedPages: Set<Int> { deck.count > Session.maximumDots ? [] : Set(marks.indices(in: deck)) }

  /// The maximum number of dots: more than any window has room for.
  private static let maximumDots = 1000
}

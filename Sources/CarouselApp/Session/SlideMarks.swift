import Carousel
package import Decks

/// The slides that the user has marked, by where their pictures are: they stay marked when the deck is read again or put in
/// another order.
package struct SlideMarks: Equatable, Sendable {
  private var locations: Set<Location> = []

  /// No marks.
  package init() {}

  /// Whether a slide is marked.
  package func contains(_ location: Location) -> Bool { !locations.isEmpty && locations.contains(location) }

  /// Marks a slide, or takes its mark away; returns whether it is marked now.
  mutating func toggle(_ location: Location) -> Bool {
    if locations.remove(location) != nil { return false }
    locations.insert(location)
    return true
  }

  /// Marks all slides of a deck, or none where all of them are marked.
  mutating func toggleAll(of deck: Deck) {
    let all = Set((0..<deck.count).lazy.map { deck[$0].location })
    locations = all.isSubset(of: locations) ? [] : all
  }

  /// Where the marked slides are in a deck.
  func indices(in deck: Deck) -> [Int] {
    locations.isEmpty ? [] : (0..<deck.count).filter { locations.contains(deck[$0].location) }
  }
}

extension Session {
  /// The marked slides that are there, in their order.
  package var markedSlides: [Slide] { marks.indices(in: deck).map { deck[$0] } }

  /// Marks the slide on which everything comes to rest, or that the grid has selected, or takes its mark away.
  mutating func mark(at now: Timestamp) {
    guard let placed = grid == nil ? destination(at: now) : selected else { return }
    let isMarked = marks.toggle(placed.slide.location)
    say("\(isMarked ? "marked" : "mark removed"): \(countOfMarks)", at: now)
  }

  /// Marks all slides, or none.
  mutating func markAll(at now: Timestamp) {
    marks.toggleAll(of: deck)
    say("marked: \(countOfMarks)", at: now)
  }

  /// Goes to the next marked slide, from the last one to the first.
  mutating func goToNextMark(at now: Timestamp) {
    let marked = marks.indices(in: deck)
    guard let here = (grid == nil ? destination(at: now) : selected)?.index, let first = marked.first else {
      return say("no slide is marked", at: now)
    }
    let next = marked.first { $0 > here } ?? first
    if grid != nil { grid?.machine.handle(.select(next), at: now) } else { machine.handle(.jump(to: next), at: now) }
  }

  private var countOfMarks: String { "\(marks.indices(in: deck).count) of \(deck.count)" }

  /// Of the slides that have dots, those that are marked.
  var markedPages: Set<Int> { deck.count > Session.maximumDots ? [] : Set(marks.indices(in: deck)) }

  /// More slides than any window has room to mark with dots.
  private static let maximumDots = 1000
}

import Carousel
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

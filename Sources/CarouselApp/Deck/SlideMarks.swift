package import Decks

/// The slides that the user has marked, and the one that a jump left, by location: they stay the same when the deck is
/// read again or reordered.
package struct SlideMarks: Equatable, Sendable {
  private var locations: Set<Location> = []
  /// How often the user has changed them, and the last slide, if it was a single one.
  private(set) var changes = 0
  private(set) var changed: Location?

  /// The slide that the carousel was on last.
  private var last: Location?
  /// The slide from which the carousel last went to one that is not beside it; nil if it has not.
  private(set) var jumpOrigin: Location?

  /// No marks.
  package init() {}

  /// Whether a slide is marked.
  package func contains(_ location: Location) -> Bool { !locations.isEmpty && locations.contains(location) }

  /// Marks or unmarks a slide; returns whether it is marked now.
  mutating func toggle(_ location: Location) -> Bool {
    (changes, changed) = (changes + 1, location)
    if locations.remove(location) != nil { return false }
    locations.insert(location)
    return true
  }

  /// Marks some slides of a deck, or unmarks them if all of them are marked.
  mutating func toggle(_ slides: some Sequence<Int>, of deck: Deck) {
    (changes, changed) = (changes + 1, nil)
    let all = Set(slides.lazy.map { deck[$0].location })
    if all.isSubset(of: locations) { locations.subtract(all) } else { locations.formUnion(all) }
  }

  func indices(in deck: Deck) -> [Int] {
    locations.isEmpty ? [] : (0..<deck.count).filter { locations.contains(deck[$0].location) }
  }

  /// Follows slides to their new locations.
  mutating func rename(_ renamed: [Location: Location]) {
    guard !renamed.isEmpty else { return }
    locations = Set(locations.map { renamed[$0] ?? $0 })
    last = last.map { renamed[$0] ?? $0 }
    jumpOrigin = jumpOrigin.map { renamed[$0] ?? $0 }
  }

  // MARK: - Jumps

  /// Records the slide that the carousel rests on or goes to: if it is not beside the last one, that was a jump.
  ///
  /// - Parameter wraps: whether the first and the last slide are beside each other.
  mutating func moved(to slide: PlacedSlide?, in deck: Deck, wraps: Bool) {
    guard let slide, slide.slide.location != last else { return }
    if let last, let index = deck.position(of: last, near: slide.index) {
      let distance = abs(index - slide.index)
      if distance > 1, !wraps || distance < deck.count - 1 { jumpOrigin = last }
    }
    last = slide.slide.location
  }

  /// Records a slide that no jump has led to.
  mutating func stay(on slide: PlacedSlide?) { if let slide { last = slide.slide.location } }
}

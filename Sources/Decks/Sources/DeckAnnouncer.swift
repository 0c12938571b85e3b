/// The decks that are handed over while the rest is still being read.
struct DeckAnnouncer {
  let reader: DeckReader
  let request: DeckRequest
  let partial: (Deck) -> Void
  let first: (Deck) -> Void
  /// The number of slides in the last one.
  private(set) var count = 0

  /// Announces a deck if it is at least four times as large as the last one, so that the total cost of announcements
  /// stays proportional to that of the last. With `isDue`, any growth is enough. Returns the deck if it was announced.
  @discardableResult
  mutating func announce(_ segments: @autoclosure () -> [Deck.Segment], isDue: Bool = false) -> Deck? {
    guard !request.reversed, request.shuffleSeed == nil else { return nil }
    let segments = segments()
    // Entries are examined only if enough of them may be new.
    let maximum = segments.reduce(0) { $0 + $1.count }
    guard maximum >= max(1, count * 4) || isDue && maximum > count else { return nil }
    let deck = Deck(reader.uncounted(segments))
    guard deck.count >= max(1, count * 4) || (isDue && deck.count > count) else { return nil }
    if let name = request.startName, deck.position(named: name) == nil { return nil }
    count = deck.count
    partial(deck)
    return deck
  }

  /// Announces a deck that ends with what a listing has so far.
  mutating func announce(listing segments: [Deck.Segment]) {
    let isFirst = count == 0
    if let deck = announce(segments, isDue: true), isFirst, request.startsAtFirst { first(deck) }
  }

  /// Announces the first slide of a large folder.
  mutating func announceFirst(_ slide: Deck.Segment) {
    if request.startsAtFirst, let deck = announce([slide]) { first(deck) }
  }
}

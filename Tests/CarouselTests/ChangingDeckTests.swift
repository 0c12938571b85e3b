import Testing

/// The rules for slides in view while the collection of slides changes.
struct ChangingDeckTests {
  @Test(arguments: Soak.seeds(200))
  func `no slide is in view twice, jumps or loses its motion when the slides change`(_ seed: Int) {
    var deck = ChangingDeck(seed: seed)
    for _ in 0..<60 { deck.turn() }
    deck.rest()
    #expect(deck.violations == [], "seed \(seed)")
  }
}

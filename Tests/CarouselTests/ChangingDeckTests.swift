import Testing

/// The rules for slides in view while the collection of slides changes.
struct ChangingDeckTests {
  /// Seeds that found a fault once, in some 100,000 others.
  static let rare = [2753, 100_503, 101_755, 103_920, 105_137, 161_980, 162_435, 173_008, 241_732]

  @Test(arguments: Array(Soak.seeds(200)) + rare)
  func `no slide is in view twice, jumps or loses its motion when the slides change`(_ seed: Int) {
    var deck = ChangingDeck(seed: seed)
    for _ in 0..<60 { deck.turn() }
    deck.rest()
    #expect(deck.violations == [], "seed \(seed)")
  }
}

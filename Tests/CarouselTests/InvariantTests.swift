import Carousel
import Testing

/// Invariants that hold over seeded random sequences of events.
struct InvariantTests {
  /// Seeds that found a fault once: an end in a row that repeats, a drift that returns from full view, and a jump to the
  /// slide at rest.
  static let rare = [82, 244, 392, 580, 1618]

  @Test(arguments: Soak.seeds(24, rare: rare))
  func `the carousel's invariants hold over random event sequences`(_ seed: Int) {
    var events = RandomEvents(seed: UInt64(seed))
    let count = events.count()
    let settings = events.settings()
    let witness = Witness(
      machine: CarouselMachine(count: count, start: events.int(0...11), settings: settings), seed: seed)
    for _ in 0..<200 {
      let gap = events.gap()
      let inBetween = [events.int(0...gap), events.int(0...gap), events.int(0...gap)].sorted()
      witness.pass(gap, lookingAt: inBetween)
      witness.send(events.event(count: witness.frame.count))
      if witness.hasComplained { return }
    }
    witness.waitForRest()
  }
}

import Carousel
import TestSupport
import Testing

/// The rules for slides in view while the collection of slides changes.
struct ChangingDeckTests {
  /// Seeds that found a fault once, in some 100,000 others.
  static let rare = [
    2162, 2753, 8619, 23_404, 40_139, 42_622, 61_057, 83_624, 98_106, 100_503, 101_755, 103_920, 105_137, 161_980,
    162_435, 173_008, 218_371, 241_732, 470_104, 473_152, 497_375, 515_499, 602_619, 608_523, 617_702, 658_125, 659_433,
    662_564, 679_262, 697_343,
  ]

  @Test(arguments: Soak.seeds(200, rare: rare))
  func `no slide is in view twice, jumps or loses its motion when the slides change`(_ seed: Int) {
    var deck = ChangingDeck(seed: seed)
    for _ in 0..<60 { deck.turn() }
    deck.rest()
    expect(deck.violations, equals: [], "seed \(seed)")
  }

  @Test func `a motion that was short gets its whole time if its destination is removed`() {
    var letters = IdentityTests.Letters("ab", .ended)
    letters.at(0, .grab)
    letters.at(0, .drag(to: 0.99))
    letters.at(0, .release(velocity: 10))
    letters.reload("a", at: 1)
    expect(letters.destination, equals: "a")
    let offset = letters.machine.frame(at: .milliseconds(150)).progress.value
    #expect(offset > 0.05 && offset < 0.25, "half-way back from an end")
    expect(letters.machine.frame(at: .milliseconds(301)).progress.value, equals: 0)
  }

  @Test func `a slide in a gap beside the view keeps its page, on which the offset depends`() {
    let layout = CarouselMachine.Layout(pageLength: 0.1, spacing: 0.2, neighbors: 1, alignment: .start)
    let settings = CarouselMachine.Settings(interval: nil, wraps: false, layout: layout)
    var letters = IdentityTests.Letters("abc", start: "b", settings)
    letters.at(0, .grab)
    letters.at(0, .drag(to: -0.6))
    expect(letters.shown(), equals: "bc")
    letters.reload("bac", at: 10)
    expect(letters.shown(), equals: "bc")
    expect(letters.machine.frame(at: letters.now).progress.value, equals: -0.6)
    letters.at(20, .release(velocity: 0))
    expect(letters.destination, equals: "a")
  }

  @Test func `beyond an end where half the slides are removed, what is on screen moves from where it is`() {
    var letters = IdentityTests.Letters("ab", .ended)
    letters.at(0, .grab)
    letters.at(0, .drag(to: 0.7))
    letters.reload("a", at: 10)
    let frame = letters.machine.frame(at: letters.now)
    #expect(isClose(frame.layers[0].distance, -0.7))
    #expect(frame.progress.value > 0.2 && frame.progress.value < 0.25)
    #expect(isClose(letters.machine.frame(at: .milliseconds(400)).layers[0].distance, -frame.progress.value))
  }
}

import CarouselApp
import Decks
import System
import Terminal
import TestSupport
import Testing

@Suite("A session without anything to show")
@MainActor struct SessionEndingTests {
  private func endings(_ stage: Stage) -> [String] {
    stage.effects.compactMap { if case .end(.nothingShown(let text)) = $0 { text } else { nil } }
  }

  @Test func `if all slides fail, the session ends with the first reason`() {
    expect(endings(Stage("nothing.jpg")), equals: ["nothing.jpg: no such file"])
    expect(endings(Stage("a.jpg", "b.jpg", "c.jpg")), equals: ["a.jpg: no such file (and 2 more that cannot be shown)"])
  }

  @Test func `one picture keeps the session running, even when it is gone later`() {
    var stage = Stage("a.jpg", "red", "b.jpg")
    stage.deck(["c.jpg"])
    expect(endings(stage), equals: [])
    #expect(stage.frame.textRows.contains { $0.contains("no such file") })
  }

  @Test func `a watched or unfinished deck does not end the session`() {
    var watching = Stage(columns: 40) { $0.watches = true }
    watching.deck(["a.jpg"])
    expect(endings(watching), equals: [])
    var reading = Stage(columns: 40)
    reading.deck(["a.jpg"], isComplete: false)
    expect(endings(reading), equals: [])
    reading.deck(["a.jpg"])
    expect(endings(reading), equals: ["a.jpg: no such file"])
  }

  @Test func `the demo deck that stands in for an empty folder says so`() {
    var stage = Stage(columns: 50)
    var deck = Deck([.slides([Slide(.file(Path("red")))])])
    deck.isFallback = true
    stage.apply(deck, isComplete: true)
    #expect(stage.row(0).contains("no pictures here: demo deck"))
  }
}

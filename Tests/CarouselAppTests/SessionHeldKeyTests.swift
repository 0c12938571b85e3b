import CarouselApp
import Decks
import Rendering
import System
import Terminal
import TestSupport
import Testing

@Suite("Keys typed before the deck is complete")
@MainActor struct SessionHeldKeyTests {
  private func deck(_ names: String...) -> Deck {
    Deck([.slides(names.map { Slide(Location(argument: $0.utf8)) })])
  }

  private func pick(_ name: String) -> [Command] { [.end(.picked([Slide(.file(Path(name)))]))] }

  @Test(
    arguments: [
      ([.right, .enter], "green"), ([.right, .right, .enter], "blue"), ([.end, .enter], "blue"),
      ([.character("2"), .enter, .enter], "green"), ([.enter], "red"), ([.left, .right, .enter], "red"),
    ] as [([Key], String)])
  func `keys are applied in order once the deck is complete`(keys: [Key], picked: String) {
    var stage = Stage { $0.click = .pick }
    stage.press(keys[0])
    // The first slide of a large folder is reported before the others are sorted.
    var effects = stage.apply(deck("red"), isComplete: false)
    if keys != [.enter] { for key in keys.dropFirst() { stage.press(key) } }
    #expect(stage.effects.isEmpty)
    effects += stage.apply(deck("red", "green", "blue"), isComplete: true)
    expect(effects, equals: pick(picked))
  }

  @Test func `Enter picks the only slide on screen at once, and quit keys never wait`() {
    var stage = Stage { $0.click = .pick }
    stage.apply(deck("red"), isComplete: false)
    stage.press(.enter)
    expect(stage.effects, equals: pick("red"))
    for key in [Key.character("q"), .control("c"), .escape] {
      var stage = Stage { $0.click = .pick }
      stage.apply(deck("red"), isComplete: false)
      stage.press(.right, key)
      expect(stage.effects, equals: [.end(.quit(marked: []))])
    }
  }

  @Test func `arrows move at once through a deck that is still being read`() {
    var stage = Stage { $0.click = .pick }
    stage.apply(deck("red", "green"), isComplete: false)
    stage.press(.right, .enter)
    expect(stage.effects, equals: pick("green"))
  }
}

import CarouselApp
import Decks
import Rendering
import System
import Terminal
import Testing

@Suite("Keys typed before the slides are there")
struct SessionHeldKeyTests {
  private func deck(_ names: String...) -> Deck {
    Deck([.slides(names.map { Slide(Location(argument: $0.utf8)) })])
  }

  private func pick(_ name: String) -> [Command] { [.pick(Slide(.file(Path(name))))] }

  @Test(
    arguments: [
      ([.right, .enter], "green"), ([.right, .right, .enter], "blue"), ([.end, .enter], "blue"),
      ([.character("2"), .enter, .enter], "green"), ([.enter], "red"), ([.left, .right, .enter], "red"),
    ] as [([Key], String)])
  func `they act on the slides once those are there, in their order`(keys: [Key], picked: String) {
    var stage = Stage { $0.click = .pick }
    stage.press(keys[0])
    // A large folder's first slide, before the others are sorted.
    var effects = stage.adopt(deck("red"), isComplete: false)
    if keys != [.enter] { for key in keys.dropFirst() { stage.press(key) } }
    #expect(stage.effects.isEmpty)
    effects += stage.adopt(deck("red", "green", "blue"), isComplete: true)
    #expect(effects == pick(picked))
  }

  @Test func `Enter alone takes the only slide that is on screen, and leaving never waits`() {
    var stage = Stage { $0.click = .pick }
    stage.adopt(deck("red"), isComplete: false)
    stage.press(.enter)
    #expect(stage.effects == pick("red"))
    stage.press(.right, .character("q"), .control("c"), .escape)
    #expect(stage.effects == pick("red") + [.quit, .quit, .quit])
  }

  @Test func `a list that is still growing is swiped through at once`() {
    var stage = Stage { $0.click = .pick }
    stage.adopt(deck("red", "green"), isComplete: false)
    stage.press(.right, .enter)
    #expect(stage.effects == pick("green"))
  }
}

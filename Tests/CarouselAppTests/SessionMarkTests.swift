import Carousel
@testable import CarouselApp
import Decks
import System
import Terminal
import Testing

/// Slides are marked by hand, and stay so wherever they go.
struct SessionMarkTests {
  private func stage() -> Stage { Stage("red", "green", "blue", "white", columns: 40) }

  private func names(_ stage: Stage) -> [String] {
    stage.session.markedSlides.map { String(decoding: $0.location.reference, as: UTF8.self) }
  }

  @Test func `m marks the slide that a motion goes to, and takes the mark away again`() {
    var stage = stage()
    stage.press(.right, .character("m"), .right, .right, .character("m"))
    #expect(names(stage) == ["green", "white"])
    stage.press(.character("m"))
    #expect(names(stage) == ["green"])
  }

  @Test func `M marks all slides, and none where all are marked`() {
    var stage = stage()
    stage.press(.character("m"), .character("M"))
    #expect(names(stage) == ["red", "green", "blue", "white"])
    stage.press(.character("M"))
    #expect(names(stage) == [])
  }

  @Test func `the next mark is found past the end, from a marked slide, and not at all`() {
    var stage = stage()
    stage.press(.character("`"))
    #expect(stage.session.destination(at: stage.now)?.index == 0)
    stage.press(.right, .character("m"), .right, .right, .character("m"), .character("`"))
    #expect(stage.session.destination(at: stage.now)?.index == 1)
    stage.press(.character("`"))
    #expect(stage.session.destination(at: stage.now)?.index == 3)
  }

  @Test func `marks follow their slides when the deck is read again`() {
    var stage = stage()
    stage.press(.right, .character("m"), .right, .character("m"))
    stage.deck(["blue", "x", "green", "red"])
    #expect(names(stage) == ["blue", "green"])
    stage.deck(["x", "green"])
    #expect(names(stage) == ["green"])
  }

  @Test func `marked slides have other dots, and numbers a mark before them`() {
    var stage = stage()
    stage.press(.right, .character("m"), .right)
    stage.wait(3)
    func row(_ stage: Stage) -> String {
      let cells = stage.session.frame(at: stage.now).cells
      return (0..<40).map { cells[$0, 4].glyph.scalars.map(String.init).joined() }.joined()
    }
    #expect(row(stage).contains("○ ◇ ● ○"))
    stage.press(.left)
    stage.wait(3)
    #expect(row(stage).contains("○ ◆ ○ ○"))
  }

  @Test func `in the grid, the selected slide is marked, and the next mark selected`() {
    var stage = stage()
    stage.press(.character("g"), .right, .character("m"), .right)
    #expect(names(stage) == ["green"])
    stage.press(.character("`"))
    #expect(stage.session.grid?.machine.selection == 1)
  }

  @Test func `nothing is marked where there are no slides`() {
    var stage = Stage()
    stage.press(.character("m"), .character("M"), .character("`"))
    #expect(names(stage) == [])
  }

  @Test func `the viewer and the grid say of a slide that it is marked`() {
    var stage = stage()
    stage.press(.enter, .character("m"))
    stage.wait(2)
    #expect(stage.row(0).contains(" ◆ 1/4 red "))
    stage.press(.character("g"))
    stage.wait(2)
    #expect(stage.row(0).contains(" ◆ 1/4 red "))
    stage.press(.right)
    #expect(stage.row(0).contains(" 2/4 green ") && !stage.row(0).contains("◆"))
  }
}

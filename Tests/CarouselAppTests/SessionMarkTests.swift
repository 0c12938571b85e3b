import Carousel
@testable import CarouselApp
import CarouselViewing
import Decks
import System
import Terminal
import TestSupport
import Testing

/// Marks that the user sets on slides, and that follow their slides.
@MainActor struct SessionMarkTests {
  private func stage() -> Stage { Stage("red", "green", "blue", "white", columns: 40) }

  private func names(_ stage: Stage) -> [String] {
    stage.session.markedSlides.map { String(decoding: $0.location.reference, as: UTF8.self) }
  }

  @Test func `m toggles the mark of the slide that a motion goes to`() {
    var stage = stage()
    stage.press(.right, .character("m"), .right, .right, .character("m"))
    expect(names(stage), equals: ["green", "white"])
    stage.press(.character("m"))
    expect(names(stage), equals: ["green"])
  }

  @Test func `M marks all slides, or clears all marks if every slide is marked`() {
    var stage = stage()
    stage.press(.character("m"), .character("M"))
    expect(names(stage), equals: ["red", "green", "blue", "white"])
    stage.press(.character("M"))
    expect(names(stage), equals: [])
  }

  @Test func `the key for the next mark wraps around the end and does nothing without marks`() {
    var stage = stage()
    stage.press(.character("`"))
    expect(stage.session.snapshot(at: stage.now).destination?.index, equals: 0)
    stage.press(.right, .character("m"), .right, .right, .character("m"), .character("`"))
    expect(stage.session.snapshot(at: stage.now).destination?.index, equals: 1)
    stage.press(.character("`"))
    expect(stage.session.snapshot(at: stage.now).destination?.index, equals: 3)
  }

  @Test func `marks follow their slides through a reload`() {
    var stage = stage()
    stage.press(.right, .character("m"), .right, .character("m"))
    stage.deck(["blue", "x", "green", "red"])
    expect(names(stage), equals: ["blue", "green"])
    stage.deck(["x", "green"])
    expect(names(stage), equals: ["green"])
  }

  @Test func `marked slides have diamond dots`() {
    var stage = stage()
    stage.press(.right, .character("m"), .right)
    stage.wait(3)
    func row(_ stage: Stage) -> String {
      let cells = stage.frame
      return (0..<40).map { cells[$0, 4].glyph.scalars.map(String.init).joined() }.joined()
    }
    #expect(row(stage).contains("○ ◇ ● ○"))
    stage.press(.left)
    stage.wait(3)
    #expect(row(stage).contains("○ ◆ ○ ○"))
  }

  @Test func `in the grid, m marks the selected slide, and the next-mark key selects a marked one`() {
    var stage = stage()
    stage.press(.character("g"), .right, .character("m"), .right)
    expect(names(stage), equals: ["green"])
    stage.press(.character("`"))
    expect(stage.session.grid?.machine.selection, equals: 1)
  }

  @Test func `mark keys do nothing without slides`() {
    var stage = Stage()
    stage.press(.character("m"), .character("M"), .character("`"))
    expect(names(stage), equals: [])
  }

  @Test func `the viewer and the grid show a marked slide's mark`() {
    var stage = stage()
    stage.press(.enter, .character("m"))
    stage.wait(2)
    #expect(stage.row(0).contains(" ◆ 1/4 red "))
    stage.press(.character("g"))
    stage.wait(2)
    #expect(stage.row(0).contains(" ◆ 1/4 red "))
    stage.press(.right)
    // At the bottom, away from the frame of the selected slide.
    #expect(stage.row(4).contains(" 2/4 green ") && !stage.row(4).contains("◆"))
  }

  @Test func `the mark of the slide that keys act on is in the corner, without dots or a message, too`() {
    var stage = stage()
    stage.press(.right, .character("m"), .character("p"))
    stage.wait(10)
    #expect(stage.row(0).hasSuffix(" ◆  "))
    stage.press(.right)
    #expect(!stage.row(0).contains("◆"))
    stage.press(.left, .enter)
    stage.wait(10)
    #expect(stage.row(0).hasSuffix(" ◆  "))
  }
}

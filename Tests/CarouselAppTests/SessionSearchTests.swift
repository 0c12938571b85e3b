import Carousel
import CarouselApp
import CarouselViewing
import Rendering
import Terminal
import TestSupport
import Testing

/// The search for a slide's name over the carousel and the viewer.
@Suite @MainActor struct SessionSearchTests {
  private func stage(_ change: (inout Options) -> Void = { _ in }) -> Stage {
    Stage("red", "green", "blue", "gray", "white", columns: 40, rows: 9, change: change)
  }

  @Test func `each letter goes to the first match from here on, and the status counts the matches`() {
    var stage = stage()
    stage.type("/")
    #expect(stage.row(0).contains("search …"))
    stage.type("g")
    #expect(stage.current == 1 && stage.row(0).contains("search g  1/2 green"))
    stage.type("ra")
    #expect(stage.current == 3 && stage.row(0).contains("search gra  1/1"))
    stage.press(.backspace, .backspace)
    expect(stage.current, equals: 1)
    stage.type("x")
    #expect(stage.current == 1 && stage.row(0).contains("search gx  no match"))
    stage.press(.control("u"))
    #expect(stage.current == 1 && stage.row(0).contains("search …"))
    stage.type("b")
    #expect(stage.current == 2 && stage.row(0).contains("search b  1/1 blue"))
  }

  @Test func `the arrows go to other matches, and Enter stays`() {
    var stage = stage()
    stage.type("/g")
    stage.press(.down)
    #expect(stage.current == 3 && stage.row(0).contains("2/2"))
    stage.press(.down)
    expect(stage.current, equals: 1)
    stage.press(.up)
    expect(stage.current, equals: 3)
    stage.press(.enter)
    expect(stage.current, equals: 3)
    expect(stage.session.mode, equals: .carousel)
  }

  @Test func `Esc goes back to where the search began`() {
    var stage = stage()
    stage.press(.right)
    stage.wait(1)
    stage.type("/white")
    expect(stage.current, equals: 4)
    stage.press(.escape)
    #expect(stage.current == 1 && stage.session.mode == .carousel && stage.effects.isEmpty)
  }

  @Test func `Tab shows the matches in the grid, and nothing if there are none`() {
    var stage = stage()
    stage.type("/g")
    stage.press(.tab)
    expect(stage.session.mode.grid?.filter?.text, equals: "g")
    expect(stage.session.mode.grid?.machine.count, equals: 2)
    expect(stage.session.mode.grid?.selection, equals: 1)
    var other = self.stage()
    other.type("/x")
    other.press(.tab)
    expect(other.session.mode, equals: .carousel)
  }

  @Test func `a search in the viewer stays there`() {
    var stage = stage()
    stage.press(.enter)
    stage.type("/blue")
    stage.wait(1)
    stage.press(.enter)
    #expect(stage.current == 2 && stage.session.mode.viewer != nil)
  }

  @Test func `auto-advance waits while a name is typed`() {
    var stage = stage { $0.settings.interval = .seconds(2) }
    stage.type("/")
    expect(stage.session.machine.pauseReasons, equals: [.overlay])
    stage.wait(5)
    expect(stage.current, equals: 0)
    stage.press(.enter)
    #expect(stage.session.machine.pauseReasons.isEmpty)
  }

  @Test func `another key ends the search and has its usual meaning`() {
    var stage = stage()
    stage.type("/g")
    stage.press(.right)
    stage.wait(1)
    expect(stage.current, equals: 2)
    expect(stage.session.mode, equals: .carousel)
  }

  @Test func `a search goes on in slides that are read again`() {
    var stage = stage()
    stage.type("/g")
    stage.deck(["red", "gold", "green", "gray"])
    #expect(stage.row(0).contains("search g  2/3"))
    stage.press(.down)
    expect(stage.current, equals: 3)
  }
}

/// The way back after a jump.
@Suite @MainActor struct SessionJumpTests {
  private func stage(_ change: (inout Options) -> Void = { _ in }) -> Stage {
    Stage("red", "green", "blue", "gray", "white", columns: 60, rows: 9, change: change)
  }

  @Test func `b goes back to the slide before a jump, and again to where it led`() {
    var stage = stage()
    stage.type("4")
    stage.press(.enter)
    stage.wait(1)
    expect(stage.current, equals: 3)
    for expected in [0, 3, 0] {
      stage.type("b")
      stage.wait(1)
      expect(stage.current, equals: expected)
    }
  }

  @Test func `steps are not jumps, however many`() {
    var stage = stage()
    stage.press(.right, .right, .right)
    stage.wait(2)
    stage.type("b")
    #expect(stage.current == 3 && stage.row(0).contains("no jump"))
    stage.wait(2)
    // From the last slide to the first is a step.
    stage.press(.right, .right)
    stage.wait(2)
    stage.type("b")
    expect(stage.current, equals: 0)
  }

  @Test func `without wrapping, the way from the last slide to the first is a jump`() {
    var stage = stage { $0.settings.wraps = false }
    stage.press(.end)
    stage.wait(1)
    stage.type("b")
    stage.wait(1)
    expect(stage.current, equals: 0)
  }

  @Test func `a jump is remembered by its slide when slides are read again`() {
    var stage = stage()
    stage.type("3")
    stage.press(.enter)
    stage.wait(1)
    stage.deck(["new", "red", "green", "blue", "gray"])
    stage.type("b")
    stage.wait(1)
    expect(stage.current, equals: 1)
  }

  @Test func `a search is one jump, from where it began`() {
    var stage = stage()
    stage.type("/gra")
    stage.press(.enter)
    stage.type("b")
    stage.wait(1)
    expect(stage.current, equals: 0)
  }

  @Test func `the slide that the program starts with is not a jump`() {
    var stage = stage { $0.start = .number(4) }
    expect(stage.current, equals: 3)
    stage.type("b")
    stage.wait(1)
    expect(stage.current, equals: 3)
  }
}

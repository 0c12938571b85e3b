import Carousel
@testable import CarouselApp
import Decks
import Rendering
import System
import Terminal
import TestSupport
import Testing

@Suite("A session's mouse")
@MainActor struct SessionMouseTests {
  @Test("A drag moves the slide cell by cell; past half-way it settles on the next slide")
  func drag() {
    var stage = Stage("red", "green", "blue")
    stage.mouse(.pressed(.left), 15, 2)
    stage.mouse(.dragged(.left), 10, 2)
    expect(stage.color(14, 0), equals: "red")
    expect(stage.color(15, 0), equals: "green")
    stage.wait(0.3)
    stage.mouse(.dragged(.left), 3, 2)
    expect(stage.color(7, 0), equals: "red")
    expect(stage.color(8, 0), equals: "green")
    stage.wait(0.3)
    stage.mouse(.released(.left), 3, 2)
    stage.wait(1)
    expect(stage.color(0, 0), equals: "green")
    #expect(stage.effects.isEmpty)
  }

  @Test("A short slow drag goes back")
  func goesBack() {
    var stage = Stage("red", "green", "blue")
    stage.mouse(.pressed(.left), 15, 2)
    stage.mouse(.dragged(.left), 12, 2)
    stage.wait(0.5)
    stage.mouse(.released(.left), 12, 2)
    stage.wait(1)
    expect(stage.current, equals: 0)
  }

  @Test("A short quick drag is a flick and goes to the next slide")
  func flick() {
    var stage = Stage("red", "green", "blue")
    stage.mouse(.pressed(.left), 15, 2)
    stage.wait(0.02)
    stage.mouse(.dragged(.left), 12, 2)
    stage.wait(0.02)
    stage.mouse(.dragged(.left), 9, 2)
    stage.mouse(.released(.left), 9, 2)
    stage.wait(1)
    expect(stage.current, equals: 1)
  }

  @Test("A click on the picture acts like Enter; a click on a dot goes to its slide")
  func clicks() {
    var stage = Stage("red", "green", "blue") { $0.click = .pick }
    // The dots are at columns 7, 9 and 11 of the bottom row.
    stage.mouse(.pressed(.left), 11, 4)
    stage.mouse(.released(.left), 11, 4)
    stage.wait(1)
    expect(stage.current, equals: 2)
    #expect(stage.effects.isEmpty)
    stage.mouse(.pressed(.left), 3, 1)
    stage.mouse(.released(.left), 3, 1)
    expect(stage.effects, equals: [.end(.picked([Slide(.file(Path("blue")))]))])
  }

  @Test("A press on a moving slide stops it and does not count as a click")
  func catching() {
    var stage = Stage("red", "green", "blue") { $0.click = .pick }
    stage.press(.right)
    stage.wait(0.1)
    let before = stage.session.machine.frame(at: stage.now).progress.value
    stage.mouse(.pressed(.left), 10, 2)
    stage.wait(2)
    #expect(abs(stage.session.machine.frame(at: stage.now).progress.value - before) < 0.01)
    stage.mouse(.released(.left), 10, 2)
    stage.wait(1)
    #expect(stage.effects.isEmpty)
  }

  @Test(arguments: [true, false]) func `a press is not a click if a key or the wheel precedes its release`(isKey: Bool)
  {
    var stage = Stage("red", "green", "blue") { $0.click = .pick }
    stage.mouse(.pressed(.left), 10, 2)
    if isKey { stage.press(.right) } else { stage.mouse(.wheelDown, 10, 2) }
    stage.wait(1)
    stage.mouse(.released(.left), 10, 2)
    stage.wait(1)
    #expect(stage.effects.isEmpty)
    expect(stage.current, equals: 1)
    stage.mouse(.pressed(.left), 10, 2)
    stage.mouse(.released(.left), 10, 2)
    expect(stage.effects, equals: [.end(.picked([Slide(.file(Path("green")))]))])
  }

  @Test("The wheel swipes through the slides")
  func wheel() {
    var stage = Stage("red", "green", "blue")
    stage.mouse(.wheelDown, 3, 3)
    stage.wait(1)
    expect(stage.current, equals: 1)
    stage.mouse(.wheelUp, 3, 3)
    stage.wait(0.05)
    stage.mouse(.wheelUp, 3, 3)
    stage.wait(1)
    expect(stage.current, equals: 2)
  }

  @Test func `a burst of wheel events with a slow tail counts as one flick`() {
    var stage = Stage("red", "green", "blue", "white")
    for _ in 0..<20 {
      stage.mouse(.wheelDown, 3, 3)
      stage.wait(0.005)
    }
    for _ in 0..<5 {
      stage.wait(0.15)
      stage.mouse(.wheelDown, 3, 3)
    }
    stage.wait(1)
    expect(stage.current, equals: 1)
    // Events in the opposite direction start another flick at once.
    for _ in 0..<20 { stage.mouse(.wheelDown, 3, 3) }
    for _ in 0..<20 { stage.mouse(.wheelUp, 3, 3) }
    stage.wait(1)
    expect(stage.current, equals: 1)
  }

  @Test func `each notch of a wheel moves one slide`() {
    var stage = Stage("red", "green", "blue", "white", "red", "green", "blue", "white")
    for _ in 0..<6 {
      stage.mouse(.wheelDown, 3, 3)
      stage.wait(0.05)
    }
    stage.wait(1)
    expect(stage.current, equals: 6)
  }

  @Test func `a click beside the picture or on its description does not act on it`() {
    func stage() -> Stage {
      var stage = Stage("red", "green", columns: 40, rows: 9) {
        $0.click = .pick
        $0.captions = (try? CaptionFormat("%f")) ?? .deckCaption
        $0.preferences.overlays.pagePosition = .topCenter
      }
      // The picture takes the middle 20 of 40 columns.
      stage.narrow(to: 20)
      return stage
    }
    var beside = stage()
    for (column, row) in [(2, 4), (9, 4), (30, 4), (39, 4), (20, 8)] {
      beside.mouse(.pressed(.left), column, row)
      beside.mouse(.released(.left), column, row)
      beside.wait(1)
    }
    #expect(beside.effects.isEmpty)
    for (column, row) in [(10, 4), (29, 4)] {
      var stage = stage()
      stage.mouse(.pressed(.left), column, row)
      stage.mouse(.released(.left), column, row)
      stage.wait(1)
      expect(stage.effects, equals: [.end(.picked([Slide(.file(Path("red")))]))])
    }
  }

  @Test func `a double click opens the viewer and zooms in it; a single click closes it`() {
    var stage = Stage("red", "green")
    func click() {
      stage.mouse(.pressed(.left), 10, 2)
      stage.wait(0.05)
      stage.mouse(.released(.left), 10, 2)
      stage.wait(0.15)
    }
    click()
    click()
    expect(stage.session.machine.pauseReasons, equals: [.viewer])
    stage.wait(1)
    click()
    click()
    expect(stage.session.machine.pauseReasons, equals: [.viewer, .zoom])
    stage.wait(1)
    click()
    click()
    stage.wait(1)
    expect(stage.session.machine.pauseReasons, equals: [.viewer])
    click()
    stage.wait(0.3)
    #expect(stage.session.machine.pauseReasons.isEmpty)
  }

  @Test func `a click on the help panel closes it without clicking the picture beneath`() {
    var stage = Stage("red", "green", columns: 60, rows: 24) { $0.click = .pick }
    stage.type("?")
    stage.mouse(.pressed(.left), 30, 12)
    #expect(!(0..<24).contains { stage.row($0).contains("change mode") })
    stage.mouse(.released(.left), 30, 12)
    #expect(stage.effects.isEmpty)
    stage.mouse(.pressed(.left), 30, 12)
    stage.mouse(.released(.left), 30, 12)
    expect(stage.effects, equals: [.end(.picked([Slide(.file(Path("red")))]))])
  }

  @Test func `a click during a reload acts on the slide that was pressed, at its new position`() {
    var stage = Stage("red", "green", "blue") { $0.click = .command("true") }
    stage.press(.right)
    stage.wait(1)
    stage.mouse(.pressed(.left), 10, 2)
    stage.deck(["white", "red", "green", "blue"])
    stage.mouse(.released(.left), 10, 2)
    expect(
      stage.effects,
      equals: [
        .run(ClickedSlide(slide: Slide(.file(Path("green"))), number: 3, count: 4, caption: ""), command: "true")
      ])
  }

  @Test(arguments: [["red", "blue"], []])
  func `a click does nothing if a reload removes the slide before the release`(remaining: [String]) {
    var stage = Stage("red", "green", "blue") { $0.click = .pick }
    stage.press(.right)
    stage.wait(1)
    stage.mouse(.pressed(.left), 10, 2)
    stage.deck(remaining)
    stage.mouse(.released(.left), 10, 2)
    stage.wait(1)
    #expect(stage.effects.isEmpty)
  }

  /// The events that end a drag whose release the terminal never reports.
  enum Ending: CaseIterable { case focusLost, silence, resize, suspension }

  @Test(arguments: Ending.allCases)
  func `a drag without a release settles, and auto-advance resumes`(ending: Ending) {
    var stage = Stage("red", "green", "blue") { $0.settings.interval = .seconds(5) }
    stage.mouse(.pressed(.left), 15, 2)
    stage.mouse(.dragged(.left), 3, 2)
    switch ending {
    case .focusLost: stage.send(.input(.focus(false)))
    case .suspension:
      stage.send(.lifecycle(.suspended))
      stage.wait(60)
      stage.send(.lifecycle(.resumed))
    case .resize: stage.send(.resized(CellSize(columns: 30, rows: 6), cellAspect: 0.5))
    case .silence:
      stage.wait(29.9)
      expect(stage.session.machine.pauseReasons, equals: [.drag])
    }
    stage.wait(0.5)
    #expect(stage.session.machine.pauseReasons.isEmpty)
    expect(stage.current, equals: 1)
    // A late release does not belong to a drag.
    stage.mouse(.released(.left), 3, 2)
    stage.wait(5.5)
    expect(stage.current, equals: 2)
    #expect(stage.effects.isEmpty)
  }

  @Test func `a drag lasts as long as pointer reports arrive`() {
    var stage = Stage("red", "green", "blue")
    stage.mouse(.pressed(.left), 15, 2)
    for column in [14, 13, 12] {
      stage.wait(25)
      stage.mouse(.dragged(.left), column, 2)
    }
    expect(stage.color(16, 0), equals: "red")
    expect(stage.color(17, 0), equals: "green")
    stage.send(.input(.focus(true)))
    expect(stage.session.machine.pauseReasons, equals: [.drag])
  }
}

import Carousel
import CarouselValues
import CarouselViewing
import Decks
import RemoteControl
import Rendering
import System
import Terminal
import TestSupport
import Testing

@testable import CarouselApp

/// Questions of clients, with pictures to choose from.
@MainActor struct SessionQuestionTests {
  private var stage = Stage("red", "green", "blue", columns: 100, rows: 20)
  private var reporter: RemoteReporter

  init() { reporter = RemoteReporter(stage.session, at: stage.now) }

  /// Asks as the server does, and reads the pictures.
  private mutating func ask(_ names: String...) throws {
    let command = RemoteCommand.ask("Which one?", names)
    let instruction = try stage.session.instruction(for: command, from: "cull.py", at: stage.now)
    stage.send(.remote(try #require(instruction)))
    expect(stage.session.slides.reading.choices?.count, equals: names.count)
    read(names)
  }

  private mutating func read(_ names: [String]) {
    let deck = Deck([.slides(names.map { Slide(.file(Path($0))) })])
    stage.send(.deck(DeckUpdate(deck, isComplete: true, generation: stage.session.slides.reading.generation)))
    stage.load()
  }

  /// The answers that have been reported since the last call.
  private mutating func answers() -> [RemoteReport.Event] {
    reporter.reports(of: stage.session, at: stage.now).map(\.event).filter {
      if case .answer = $0 { true } else { false }
    }
  }

  private var status: String {
    let status = stage.session.view(at: stage.now).window.status
    return [status.introduction, status.core, status.detail].joined(separator: "|")
  }

  @Test mutating func `pictures are shown in one row of the grid, and Enter answers with the selected one`() throws {
    stage.press(.right)
    stage.wait(1)
    stage.type("m")
    stage.wait(5)
    try ask("/a/white", "/a/red")
    expect(status, equals: "cull.py:|Which one?|white")
    let areas = try #require(stage.session.grid).machine.frame(at: stage.now).cells.map(\.box)
    #expect(areas.count == 2 && areas[0].y == areas[1].y && areas[0].y + areas[0].height <= 20)
    stage.press(.right)
    stage.wait(1)
    expect(status, equals: "cull.py:|Which one?|red")
    stage.press(.enter)
    let chosen = RemoteSlide(number: 2, name: "red", path: "/a/red")
    expect(answers(), equals: [.answer(ask: 1, chosen, count: 2)])
    expect(stage.session.slides.reading.choices, equals: nil)
    read(["red", "green", "blue"])
    // The carousel is back at its slide, and the marks are still there.
    #expect(!stage.session.isGrid && stage.current == 1 && stage.session.remoteMarks(after: 0).count == 1)
    expect(stage.session.remoteState(at: stage.now).question, equals: nil)
  }

  @Test mutating func `Escape leaves a question without an answer, and returns to the grid where it was open`() throws {
    stage.type("g")
    stage.press(.right)
    try ask("/a/white", "/a/red")
    stage.press(.escape)
    expect(answers(), equals: [.answer(ask: 1, nil, count: 2)])
    read(["red", "green", "blue"])
    expect(stage.session.selected?.index, equals: 1)
    #expect(stage.session.isGrid && stage.effects.isEmpty)
    try ask("/a/white")
    // From the grid to the large pictures; there, too, Escape leaves the question rather than the program.
    stage.type("g")
    #expect(!stage.session.isGrid)
    stage.press(.escape)
    expect(answers(), equals: [.answer(ask: 2, nil, count: 1)])
    #expect(stage.effects.isEmpty)
  }

  @Test mutating func `a question never runs the command of a click`() throws {
    stage = Stage("red") { $0.click = .command("rm") }
    reporter = RemoteReporter(stage.session, at: stage.now)
    try ask("/a/white")
    stage.press(.enter)
    expect(answers().count, equals: 1)
    #expect(stage.effects.isEmpty)
  }

  @Test mutating func `a second question is refused, and one whose client is gone is closed`() throws {
    try ask("/a/white")
    #expect(throws: RemoteError(.busy, "another question is open")) {
      try stage.session.instruction(for: .ask("?", ["/a"]), at: stage.now)
    }
    stage.send(.remote(.withdraw(2)))
    expect(stage.session.remoteState(at: stage.now).question, equals: "Which one?")
    stage.send(.remote(.withdraw(1)))
    expect(stage.session.remoteState(at: stage.now).question, equals: nil)
    read(["red", "green", "blue"])
    try ask("/a/white")
    stage.press(.enter)
    expect(answers().count, equals: 1)
  }
}

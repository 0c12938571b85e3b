import Bitmaps
import Carousel
import CarouselApp
import CarouselViewing
import Decks
import Imaging
import Pictures
import Rendering
import System
import Terminal
import TestSupport
import Testing

@Suite("A session's grid")
@MainActor struct SessionGridTests {
  private let names = ["red", "green", "blue", "white", "red", "green", "blue", "white", "red", "green"]

  private func grid(_ change: (inout Options) -> Void = { _ in }) -> Stage {
    var stage = Stage(columns: 32, rows: 14, change: change)
    stage.deck(names)
    stage.type("g")
    return stage
  }

  private func selection(_ stage: Stage) -> Int? { stage.session.mode.grid?.selection }

  /// The rows that the status may be in.
  private func status(_ stage: Stage) -> String { stage.row(0) + (stage.frame.textRows.last ?? "") }

  @Test func `the grid shows slides side by side with their names and frames the selected one`() {
    let stage = grid()
    // Columns of 9, 10 and 9 cells, with a margin of one cell around them and a gap of one between them.
    #expect((1..<10).allSatisfy { stage.color($0, 1) == "red" })
    #expect((11..<20).allSatisfy { stage.color($0, 1) == "green" })
    #expect((22..<31).allSatisfy { stage.color($0, 1) == "blue" })
    let rows = stage.frame.textRows
    #expect(rows.contains { $0.contains("red") && $0.contains("green") && $0.contains("blue") })
    #expect(stage.row(0).hasPrefix("┌─────────┐") || stage.row(0).hasPrefix("╭─────────╮"))
    #expect(stage.row(0).contains("1/10 red"))
  }

  @Test func `the status moves away from the frame of the selected slide`() {
    var stage = grid()
    stage.press(.right, .right)
    #expect(stage.row(0).hasSuffix("─────────╮") && status(stage).contains("3/10 blue"))
    stage.press(.left, .left)
    #expect(stage.row(0).contains("1/10 red"))
  }

  @Test func `four slides form a two-by-two grid`() {
    var stage = Stage("red", "green", "blue", "white", columns: 32, rows: 14)
    stage.type("g")
    expect(stage.session.mode.grid?.machine.layout.columns, equals: 2)
    expect(stage.color(3, 1), equals: "red")
    expect(stage.color(20, 1), equals: "green")
    expect(stage.color(3, 8), equals: "blue")
    expect(stage.color(20, 8), equals: "white")
  }

  @Test func `arrows, hjkl, page keys, Home and End move the selection, and the grid scrolls along`() {
    var stage = grid()
    stage.press(.right, .down)
    expect(selection(stage), equals: 4)
    stage.type("hk")
    expect(selection(stage), equals: 0)
    stage.press(.end)
    stage.wait(1)
    expect(selection(stage), equals: 9)
    #expect(stage.row(0).contains("10/10 green"))
    // The last row has a single slide, below the previous row.
    #expect(stage.frame.textRows.last { $0.contains("green") } != nil)
    stage.press(.home)
    stage.wait(1)
    expect(selection(stage), equals: 0)
    expect(stage.color(3, 1), equals: "red")
    stage.press(.pageDown)
    #expect((selection(stage) ?? 0) >= 3)
  }

  @Test func `plus and minus change the number of columns`() {
    var stage = grid()
    stage.type("+")
    expect(stage.session.mode.grid?.machine.layout.columns, equals: 4)
    stage.type("---")
    expect(stage.session.mode.grid?.machine.layout.columns, equals: 1)
    stage.type("-")
    expect(stage.session.mode.grid?.machine.layout.columns, equals: 1)
    var two = grid { $0.preferences.gridColumns = 2 }
    expect(two.session.mode.grid?.machine.layout.columns, equals: 2)
    two.press(.escape)
    expect(two.session.mode.grid, equals: nil)
  }

  @Test func `Enter opens the selected slide; Esc returns to the grid, then to the carousel at that slide`() {
    var stage = grid { $0.settings.interval = .seconds(5) }
    expect(stage.session.machine.pauseReasons, equals: [.grid])
    stage.press(.right, .enter)
    #expect(stage.session.mode.viewer != nil)
    expect(stage.current, equals: 1)
    stage.wait(0.5)
    expect(stage.color(16, 7), equals: "green")
    stage.type("n")
    stage.wait(1)
    stage.press(.escape)
    expect(selection(stage), equals: 2)
    stage.press(.escape)
    expect(stage.session.mode, equals: .carousel)
    expect(stage.current, equals: 2)
    #expect(stage.session.machine.pauseReasons.isEmpty)
    stage.wait(5.5)
    expect(stage.current, equals: 3)
  }

  @Test func `with --pick, Enter picks the selected slide`() {
    var stage = grid { $0.click = .pick }
    stage.press(.down, .enter)
    expect(stage.effects, equals: [.end(.picked([Slide(.file(Path("white")))]))])
  }

  @Test func `a click selects, and a click on the selected slide opens it; the wheel scrolls`() {
    var stage = grid()
    for _ in 0..<2 {
      expect(stage.session.mode.viewer, equals: nil)
      stage.mouse(.pressed(.left), 25, 2)
      stage.mouse(.released(.left), 25, 2)
      #expect(selection(stage) == 2 || stage.session.mode.viewer != nil)
    }
    #expect(stage.session.mode.viewer != nil)
    stage.press(.escape)
    stage.wait(1)
    stage.mouse(.wheelDown, 5, 5)
    stage.wait(1)
    expect(stage.color(3, 1), equals: "white")
    expect(selection(stage), equals: 5)
  }

  @Test func `a search selects the first match as it is typed; arrows go to further matches`() {
    var stage = grid()
    stage.type("/bL")
    expect(selection(stage), equals: 2)
    #expect(status(stage).contains("search bL  1/2"))
    stage.press(.down)
    expect(selection(stage), equals: 6)
    #expect(status(stage).contains("search bL  2/2"))
    stage.press(.up)
    expect(selection(stage), equals: 2)
    stage.type("x")
    expect(selection(stage), equals: 2)
    #expect(status(stage).contains("search bLx  no match"))
    stage.press(.backspace)
    stage.press(.enter)
    expect(selection(stage), equals: 2)
    stage.type("/wh")
    expect(selection(stage), equals: 3)
    stage.press(.escape)
    expect(selection(stage), equals: 2)
    #expect(stage.session.mode.grid != nil)
  }

  @Test func `Tab in a search shows only the matches, and Esc shows all slides again`() {
    var stage = grid()
    stage.type("/bl")
    stage.press(.tab)
    expect(stage.color(3, 1), equals: "blue")
    expect(stage.color(20, 1), equals: "blue")
    #expect(status(stage).contains("bl: 1/2 blue"))
    stage.press(.right)
    expect(selection(stage), equals: 6)
    stage.press(.right)
    expect(selection(stage), equals: 6)
    // The viewer shows the slide, and the grid that it returns to still shows the matches.
    stage.press(.enter)
    expect(stage.current, equals: 6)
    stage.wait(1)
    stage.press(.escape)
    stage.wait(1)
    #expect(status(stage).contains("bl: 2/2 blue"))
    stage.press(.escape)
    expect(stage.session.mode.grid?.filter, equals: nil)
    expect(selection(stage), equals: 6)
    #expect(status(stage).contains("7/10 blue"))
    stage.press(.escape)
    expect(stage.session.mode, equals: .carousel)
    expect(stage.current, equals: 6)
  }

  @Test func `a filtered grid marks, counts and reloads its own slides`() {
    var stage = grid()
    stage.type("/bl")
    stage.press(.tab)
    stage.type("`")
    #expect(status(stage).contains("no match is marked"))
    stage.type("M")
    expect(stage.session.markedSlides.count, equals: 2)
    stage.type("9")
    stage.press(.enter)
    #expect(status(stage).contains("slide 9 is not among"))
    stage.press(.right)
    stage.deck(["blue", "red", "blue", "green", "blue"])
    expect(stage.session.mode.grid?.machine.count, equals: 3)
    stage.deck(["red", "green"])
    expect(stage.session.mode.grid?.filter, equals: nil)
    expect(stage.session.mode.grid?.machine.count, equals: 2)
    stage.type("/x")
    stage.press(.tab)
    expect(stage.session.mode.grid?.machine.count, equals: 2)
  }

  @Test(arguments: [
    (80, 24, 100, 3), (120, 40, 100, 5), (200, 60, 1000, 8), (40, 20, 100, 3), (120, 40, 4, 2), (120, 40, 6, 3),
    (500, 200, 5000, 20), (120, 40, 1, 1),
  ])
  func `the default number of columns follows the window and the number of slides`(
    columns: Int, rows: Int, count: Int, expected: Int
  ) {
    var stage = Stage(columns: columns, rows: rows)
    stage.apply(Deck([.slides((0..<count).map { Slide(.file(Path("slow\($0)"))) })]), isComplete: true)
    stage.send(.input(.key(.character("g"))))
    expect(stage.session.mode.grid?.machine.layout.columns, equals: expected)
  }

  @Test func `a failed slide's card leaves its name to the grid`() {
    var stage = Stage("red", "missing", "green", "blue", "white", columns: 80, rows: 30)
    stage.type("g")
    let rows = stage.frame.textRows.joined(separator: "\n")
    #expect(rows.contains("no such file"))
    expect(rows.ranges(of: "missing").count, equals: 1)
  }

  @Test func `thumbnails are requested at their size for the slides in view and one page ahead`() {
    var stage = Stage(columns: 32, rows: 14)
    let slides = (0..<100_000).map { Slide(.file(Path("slow\($0)"))) }
    stage.apply(Deck([.slides(slides)]), isComplete: true)
    stage.send(.input(.key(.character("g"))))
    let requests = stage.requests.pictures
    #expect(requests.visible.allSatisfy { $0.key.isThumbnail && $0.key.shape.fit.box.width <= 10 })
    #expect((6...12).contains(requests.visible.count))
    #expect(requests.soon.count <= requests.visible.count)
    stage.send(.input(.key(.end)))
    let last = stage.requests.pictures.visible.map(\.key.location)
    #expect(last.contains(.file(Path("slow99999"))))
    // Those at the end, and those that are still on screen.
    #expect(last.count <= 24)
  }

  @Test func `the grid can open at startup, at the start slide`() {
    var stage = Stage(columns: 32, rows: 14) {
      $0.opensGrid = true
      $0.start = .number(3)
    }
    stage.deck(names)
    expect(selection(stage), equals: 2)
    expect(stage.color(3, 1), equals: "red")
  }

  @Test func `a failed slide shows a card in the grid, and the selection survives a reload`() {
    var stage = Stage("red", "missing", "green", "blue", "white", columns: 40, rows: 16)
    stage.type("g")
    stage.press(.right, .right)
    #expect(stage.frame.textRows.contains { $0.contains("no such file") })
    stage.deck(["white", "red", "missing", "green"])
    expect(selection(stage), equals: 3)
    stage.deck([])
    expect(selection(stage), equals: nil)
    stage.press(.down, .enter, .escape)
    expect(stage.session.mode, equals: .carousel)
  }

  @Test(arguments: [(1, 1), (2, 2), (7, 3), (12, 5), (300, 120)])
  func `the grid works in windows of any size`(columns: Int, rows: Int) {
    var stage = Stage("red", "green", "blue", "white", "red", columns: columns, rows: rows)
    stage.type("g")
    stage.press(.down, .right, .end)
    stage.wait(1)
    expect(stage.frame.size, equals: CellSize(columns: columns, rows: rows))
    expect(selection(stage), equals: 4)
  }
}

import Carousel
import CarouselApp
import Rendering
import Terminal
import TestSupport
import Testing

@Suite("A session's help")
@MainActor struct SessionHelpTests {
  private func rows(_ stage: Stage) -> [String] {
    var stage = stage
    stage.type("?")
    return (0..<24).map { stage.row($0) }
  }

  @Test(
    arguments: [(.view, "open full-window"), (.command("true"), "run the command"), (.pick, "pick and quit")]
      as [(Options.ClickAction, String)])
  func `the help panel shows what Enter does`(click: Options.ClickAction, text: String) {
    let rows = rows(Stage("red", "green", columns: 60, rows: 24) { $0.click = click })
    #expect(rows.contains { $0.contains("Enter             \(text) ") })
    #expect(rows.contains { $0.contains("q Esc             quit ") })
  }

  @Test func `in the viewer the help panel shows how to go back`() {
    var stage = Stage("red", "green", columns: 60, rows: 24)
    stage.press(.enter)
    let rows = rows(stage)
    #expect(rows.contains { $0.contains("Enter Esc         back ") })
    #expect(rows.contains { $0.contains("q                 quit ") })
  }

  @Test func `q closes the help panel, and quits when it is closed`() {
    var stage = Stage("red", "green", columns: 80, rows: 24)
    stage.type("?")
    stage.type("q")
    #expect(stage.effects.isEmpty && !(0..<24).contains { stage.row($0).contains("Slides") })
    stage.type("q")
    expect(stage.effects, equals: [.end(.quit(marked: []))])
  }

  /// Returns the rows of a 40×12 window, in which ten of the panel's 43 lines fit.
  private func low(_ stage: Stage) -> [String] { (0..<12).map { stage.row($0) } }

  @Test func `in a low window the help panel scrolls to every key`() {
    var stage = Stage("red", "green", columns: 40, rows: 12)
    stage.type("?")
    #expect(low(stage)[1].contains("← h  → l          previous, next"))
    #expect(low(stage)[5].contains("?                 this help"))
    #expect(low(stage)[6].contains("│ Slides   "))
    #expect(low(stage)[11].contains("↓ 33 more"))
    #expect(!low(stage).contains { $0.contains("…") })
    for _ in 0..<33 { stage.press(.down) }
    #expect(low(stage)[0].contains("↑ 33 more"))
    #expect(low(stage)[9].contains("Ctrl-L  Ctrl-R    redraw, read the"))
    #expect(low(stage)[10].contains("                  configuration"))
    stage.press(.down)
    #expect(low(stage)[0].contains("↑ 33 more"))
    stage.press(.up)
    #expect(low(stage)[0].contains("↑ 32 more"))
    expect(stage.current, equals: 0)
  }

  @Test func `the whole panel fits into a window of 80×24, by subject`() {
    var stage = Stage("red", "green", columns: 80, rows: 24)
    stage.type("?")
    #expect(!(0..<24).contains { stage.row($0).contains("more") })
    let headings = (0..<24).compactMap { row in
      ["Slides", "Picture", "Marks, files", "Program"].first { stage.row(row).contains("│  \($0)   ") }
    }
    expect(headings, equals: ["Slides", "Picture", "Marks, files", "Program"])
  }

  @Test(arguments: [(20, 5), (24, 6), (30, 8), (53, 10)])
  func `in a small window every key and its action can be scrolled into view`(columns: Int, rows: Int) {
    for opening in ["", "g", "\r"] {
      var stage = Stage("red", "green", columns: columns, rows: rows)
      if opening == "\r" { stage.press(.enter) } else { stage.type(opening) }
      stage.type("?")
      var lines: [String] = []
      var screen = stage.frame.textRows
      repeat {
        lines += screen[1..<rows - 1]
        stage.press(.pageDown)
        screen = stage.frame.textRows
      } while lines.suffix(rows - 2) != screen[1..<rows - 1]
      let seen = Set(lines.joined(separator: " ").split(separator: " "))
      let context: KeyContext = opening == "g" ? .grid : opening == "\r" ? .viewer : .carousel
      for row in stage.session.options.keys.helpRows(in: context, click: .view) {
        for word in "\(row.keys) \(row.action)".split(separator: " ") { #expect(seen.contains(word), "\(word)") }
      }
    }
  }

  @Test func `page keys, Home and End scroll the help panel`() {
    var stage = Stage("red", "green", columns: 40, rows: 8)
    stage.type("?")
    stage.press(.pageDown)
    #expect(stage.row(0).contains("↑ 5 more"))
    stage.press(.end)
    #expect(stage.row(0).contains("↑ 37 more"))
    stage.press(.pageUp)
    #expect(stage.row(0).contains("↑ 32 more"))
    stage.press(.home)
    #expect(!stage.row(0).contains("more"))
    expect(stage.current, equals: 0)
  }

  @Test func `the wheel scrolls the help panel and not the slides`() {
    var stage = Stage("red", "green", "blue", columns: 40, rows: 12)
    stage.type("?")
    stage.mouse(.wheelDown, 20, 5)
    stage.mouse(.wheelDown, 20, 5)
    stage.mouse(.wheelUp, 20, 5)
    #expect(stage.row(0).contains("↑ 1 more"))
    stage.wait(1)
    expect(stage.current, equals: 0)
  }

  @Test func `the help panel opens at its top each time`() {
    var stage = Stage("red", "green", columns: 40, rows: 12)
    stage.type("?")
    stage.press(.down)
    stage.type("??")
    #expect(!stage.row(0).contains("more"))
  }

  @Test func `a larger window shows more rows of the help panel`() {
    var stage = Stage("red", "green", columns: 40, rows: 8)
    stage.type("?")
    stage.press(.end)
    stage.send(.resized(CellSize(columns: 40, rows: 46), cellAspect: 0.5))
    #expect((1...2).contains { stage.row($0).contains("previous, next") })
    stage.send(.resized(CellSize(columns: 40, rows: 35), cellAspect: 0.5))
    stage.press(.up)
    #expect(stage.row(34).contains("↓ 1 more"))
  }

  @Test(arguments: [Key.character("?"), .escape, .enter, .tab])
  func `auto-advance stops while the help panel is open and starts a full interval when it closes`(key: Key) {
    var stage = Stage("red", "green", "blue", columns: 40, rows: 24) { $0.settings.interval = .seconds(5) }
    stage.wait(4)
    stage.type("?")
    expect(stage.session.machine.pauseReasons, equals: [.overlay])
    stage.wait(60)
    expect(stage.current, equals: 0)
    stage.press(key)
    #expect(stage.session.machine.pauseReasons.isEmpty)
    stage.wait(4.9)
    expect(stage.current, equals: 0)
    stage.wait(1)
    expect(stage.current, equals: 1)
  }

  @Test func `a click closes the help panel and resumes auto-advance`() {
    var stage = Stage("red", "green", columns: 40, rows: 24) { $0.settings.interval = .seconds(5) }
    stage.type("?")
    stage.mouse(.pressed(.left), 5, 5)
    #expect(stage.session.machine.pauseReasons.isEmpty)
  }

  @Test func `a carousel that the user paused stays paused after the help panel closes`() {
    var stage = Stage("red", "green", columns: 40, rows: 24) { $0.settings.interval = .seconds(5) }
    stage.type(" ??")
    expect(stage.session.machine.pauseReasons, equals: [.user])
  }
}

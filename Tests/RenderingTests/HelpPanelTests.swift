import Bitmaps
import Carousel
import Rendering
import Terminal
import TestSupport
import Testing

@Suite("The key help")
struct HelpPanelTests {
  private let keys = ["one", "two", "three", "four", "five"].enumerated().map { index, word in
    HelpPanel.Row(String("abcde".dropFirst(index).prefix(1)), word)
  }

  private func rows(
    columns: Int, rows: Int, firstRow: Int = 0, change: (inout SceneStyle) -> Void = { _ in }
  ) -> [String] {
    var look = style()
    change(&look)
    let window = CellSize(columns: columns, rows: rows)
    var scene = Scene(window: window, style: look, frame: restingFrame(count: 1, current: 0), contents: [:])
    scene.help = HelpPanel(rows: keys, firstRow: firstRow)
    return scene.composed().textRows
  }

  @Test func `nothing shows through the help panel`() {
    var look = style()
    look.overlays.showsCountdown = true
    let window = CellSize(columns: 30, rows: 4)
    var frame = restingFrame(count: 3, current: 0)
    frame.countdown = 1
    // Alternating black and white cells.
    let grid = PixelSize(width: 30, height: 8)
    let perHalf = look.picture.art.samplesPerHalfCell
    let row = (0..<30).map { String(repeating: $0.isMultiple(of: 2) ? "W" : "K", count: perHalf.width) }.joined()
    let spots = SlideContent(
      picture: bitmap(Array(repeating: row, count: 8 * perHalf.height), letters), grid: grid, in: window,
      style: look.slides)
    var scene = Scene(window: window, style: look, frame: frame, contents: [0: spots])
    scene.captions = [0: "a description"]
    scene.status = "words"
    scene.help = HelpPanel(rows: [.init("a", "one"), .init("b", "two"), .init("c", "three")])
    let drawn = scene.composed()
    // The panel is fourteen columns wide, in the middle, and as high as the window.
    #expect(drawn.textRows[1].contains("│  a  one    │"))
    let backings = Set((0..<4).flatMap { row in (8..<22).map { drawn[$0, row].background } })
    // Half of the light is behind the panel, and 15 % of that is visible.
    expect(backings, equals: [Color(hex: 0x1C1C1C)])
  }

  @Test func `a panel that fits has no scroll indicators`() {
    expect(
      rows(columns: 16, rows: 7),
      equals: [
        " ╭────────────╮ ", " │  a  one    │ ", " │  b  two    │ ", " │  c  three  │ ", " │  d  four   │ ",
        " │  e  five   │ ", " ╰────────────╯ ",
      ])
  }

  @Test(arguments: [
    (0, ["╭────────────╮", "│  a  one    │", "│  b  two    │", "│  c  three  │", "╰─ ↓ 2 more ─╯"]),
    (1, ["╭─ ↑ 1 more ─╮", "│  b  two    │", "│  c  three  │", "│  d  four   │", "╰─ ↓ 1 more ─╯"]),
    (2, ["╭─ ↑ 2 more ─╮", "│  c  three  │", "│  d  four   │", "│  e  five   │", "╰────────────╯"]),
    (99, ["╭─ ↑ 2 more ─╮", "│  c  three  │", "│  d  four   │", "│  e  five   │", "╰────────────╯"]),
    (-9, ["╭────────────╮", "│  a  one    │", "│  b  two    │", "│  c  three  │", "╰─ ↓ 2 more ─╯"]),
  ])
  func `in a low window the panel scrolls and counts the hidden rows`(firstRow: Int, expected: [String]) {
    expect(rows(columns: 14, rows: 5, firstRow: firstRow), equals: expected)
  }

  @Test func `in a narrow window actions are below their keys, and an arrow alone marks hidden rows`() {
    expect(rows(columns: 9, rows: 4, firstRow: 2), equals: ["╭─ ↑ ───╮", "│ b     │", "│   two │", "╰─ ↓ ───╯"])
    expect(rows(columns: 12, rows: 4), equals: ["╭──────────╮", "│ a  one   │", "│ b  two   │", "╰─ ↓ ──────╯"])
  }

  @Test func `at 20×5 the panel of the longest keys is legible`() {
    var scene = Scene(
      window: CellSize(columns: 20, rows: 5), style: style(), frame: restingFrame(count: 1, current: 0), contents: [:])
    var panel = HelpPanel(rows: [.init("← →  h l", "previous, next slide"), .init("digits Enter", "go to the slide")])
    scene.help = panel
    expect(
      scene.composed().textRows,
      equals: [
        "╭──────────────────╮", "│ ← →  h l         │", "│   previous, next │", "│   slide          │",
        "╰─ ↓ 3 more ───────╯",
      ])
    panel.firstRow = 99
    scene.help = panel
    expect(
      scene.composed().textRows,
      equals: [
        "╭─ ↑ 3 more ───────╮", "│ digits Enter     │", "│   go to the      │", "│   slide          │",
        "╰──────────────────╯",
      ])
    let menu = [HelpPanel.Row("o", "open in its usual program"), HelpPanel.Row("c", "copy the path")]
    scene.help = HelpPanel(rows: menu)
    expect(
      scene.composed().textRows,
      equals: [
        "╭──────────────────╮", "│ o  open in its   │", "│    usual program │", "│ c  copy the path │",
        "╰──────────────────╯",
      ])
    // All lines of a selected row are in view, and lead to it.
    panel.selectedRow = 1
    panel.firstRow = 0
    let placed = PlacedHelp(panel, in: CellSize(columns: 20, rows: 5))
    for row in 1...3 { expect(placed.spot(atColumn: 5, row: row), equals: .line(1)) }
  }

  @Test func `in ASCII the panel has an ASCII frame and arrows`() {
    expect(
      rows(columns: 14, rows: 4, firstRow: 1) { $0.terminal.isUnicode = false },
      equals: ["+- ^ 1 more -+", "|  b  two    |", "|  c  three  |", "+- v 2 more -+"])
  }

  @Test func `the console's frame has square corners`() {
    expect(rows(columns: 16, rows: 7) { $0.terminal.isConsole = true }.first, equals: " ┌────────────┐ ")
  }

  @Test(arguments: [(0, 0...2), (2, 0...2), (3, 1...3), (4, 2...4)])
  func `the selected row is always visible, and the mouse finds the visible rows`(
    selected: Int, shown: ClosedRange<Int>
  ) {
    var panel = HelpPanel(rows: keys)
    panel.selectedRow = selected
    let placed = PlacedHelp(panel, in: CellSize(columns: 20, rows: 5))
    for row in 0..<3 { expect(placed.spot(atColumn: 5, row: 1 + row), equals: .line(shown.lowerBound + row)) }
    expect(placed.spot(atColumn: 5, row: 0), equals: .frame)
    expect(placed.spot(atColumn: placed.area.column, row: 2), equals: .frame)
    expect(placed.spot(atColumn: 0, row: 2), equals: nil)
  }

  @Test func `the selected row has inverted colors, or a marker without colors`() {
    var panel = HelpPanel(rows: keys)
    panel.selectedRow = 1
    func drawn(_ depth: ColorDepth) -> CellBuffer {
      var look = style()
      look.terminal.depth = depth
      var scene = Scene(
        window: CellSize(columns: 16, rows: 7), style: look, frame: restingFrame(count: 1, current: 0), contents: [:])
      scene.help = panel
      return scene.composed()
    }
    let color = drawn(.truecolor)
    expect(color[4, 2].background, equals: color[4, 1].foreground)
    expect(color[4, 2].foreground, equals: color[4, 1].background)
    expect(color.textRows[2], equals: " │  b  two    │ ")
    expect(drawn(.mono).textRows[2], equals: " │> b  two    │ ")
  }
}

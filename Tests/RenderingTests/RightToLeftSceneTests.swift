import Carousel
import Rendering
import Terminal
import TestSupport
import Testing

/// Right-to-left text in each part of the window. Aleph, bet, gimel and dalet are drawn as A, B, C and D.
@Suite("Right-to-left text in the window") struct RightToLeftSceneTests {
  private static let letters: [Character: Character] = ["A": "\u{5D0}", "B": "\u{5D1}", "C": "\u{5D2}", "D": "\u{5D3}"]

  private func hebrew(_ text: String) -> String { String(text.map { Self.letters[$0] ?? $0 }) }

  private func drawn(_ buffer: CellBuffer) -> [String] {
    let capitals = Dictionary(uniqueKeysWithValues: Self.letters.map { ($1, $0) })
    return buffer.textRows.map { String($0.map { capitals[$0] ?? $0 }) }
  }

  private func scene(columns: Int, rows: Int, change: (inout Scene) -> Void) -> [String] {
    let window = CellSize(columns: columns, rows: rows)
    var scene = Scene(window: window, style: style(), frame: restingFrame(count: 1, current: 0), contents: [:])
    change(&scene)
    return drawn(scene.composed())
  }

  @Test func `a caption is in order, and its ellipsis at its left`() {
    let fitting = scene(columns: 14, rows: 4) { $0.captions = [0: hebrew("AB (CD) 12")] }
    expect(fitting[3], equals: "  12 (DC) BA  ")
    let long = scene(columns: 10, rows: 4) { $0.captions = [0: hebrew("AB CD ABCD")] }
    expect(long[3], equals: " …A DC BA ")
  }

  @Test func `the number before a name stays at the left of the status`() {
    let rows = scene(columns: 24, rows: 4) { $0.status = StatusText(core: "3/12", detail: hebrew("ABC.jpg")) }
    expect(rows[0], equals: "          3/12 CBA.jpg  ")
  }

  @Test func `right-to-left rows of a panel begin at its right, also when they are wrapped`() {
    let rows = scene(columns: 22, rows: 6) {
      $0.help = HelpPanel(rows: [.init("a", "one two"), .init("b", hebrew("AB CD AB xy CD AB"))])
    }
    expect(
      rows,
      equals: [
        "╭────────────────────╮", "│ a  one two         │", "│ b   DC xy BA DC BA │", "│                 BA │",
        "╰────────────────────╯", "                      ",
      ])
  }

  @Test func `names in the grid are in order`() {
    let window = CellSize(columns: 20, rows: 4)
    let items = [hebrew("AB.jpg"), hebrew("CD 2.png")].enumerated().map { index, name in
      GridScene.Item(
        area: CellRect(column: index * 10, row: 0, columns: 10, rows: 3), content: nil, name: name, isSelected: false)
    }
    let grid = GridScene(window: window, style: style(), items: items)
    expect(drawn(grid.frame().cells)[2], equals: "  jpg.BA   png.2 DC ")
  }

  @Test func `the lines of a card keep the direction of their text`() {
    let card = Card(.failure, lines: [hebrew("AB abcdefgh ijkl CD")])
    let content = SlideContent(card: card, in: CellSize(columns: 12, rows: 4), style: style().slides)
    let rows = drawn(content.cells)
    #expect(rows.contains { $0.contains("abcdefgh BA") })
    #expect(rows.contains { $0.contains("DC ijkl") })
  }
}

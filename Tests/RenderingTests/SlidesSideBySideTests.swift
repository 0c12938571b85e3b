import Terminal
import TestSupport
import Testing

@testable import Rendering

/// Slides that fill the window side by side.
@Suite struct SlidesSideBySideTests {
  private let window = CellSize(columns: 6, rows: 2)

  /// A buffer as wide and high as the window, filled with a letter.
  private func buffer(_ letter: Glyph, rows: Int = 2) -> CellBuffer {
    CellBuffer(size: CellSize(columns: 6, rows: rows), filledWith: Cell(letter))
  }

  @Test func `each shows the columns that lie in the window, whatever their order`() {
    let buffer = CellBuffer(size: window, sideBySide: [(4, buffer("b")), (-2, buffer("a"))])
    expect(buffer?.textRows, equals: ["aaaabb", "aaaabb"])
  }

  @Test func `a gap, an overlap or another height is left to layers`() {
    let cases: [[(column: Int, cells: CellBuffer)]] = [
      [(-3, buffer("a")), (4, buffer("b"))], [(-1, buffer("a")), (4, buffer("b"))], [], [(6, buffer("a"))],
    ]
    for tiles in cases {
      expect(CellBuffer(size: window, sideBySide: tiles), equals: nil)
    }
    expect(CellBuffer(size: window, sideBySide: [(0, buffer("a", rows: 1))]), equals: nil)
  }

  @Test func `half of a wide glyph at the seam becomes a blank`() {
    var (left, right) = (buffer("a"), buffer("b"))
    (left[5, 0], left[4, 1], left[5, 1]) = (Cell("漢"), Cell("漢"), Cell(.continuation))
    right[0, 0] = Cell(.continuation)
    let buffer = CellBuffer(size: window, sideBySide: [(-2, left), (4, right)])
    expect(buffer?.textRows, equals: ["aaa  b", "aa漢bb"])
  }
}

import Imaging
import Rendering
import Terminal
import Testing

@Suite("Half blocks")
struct HalfBlockTests {
  func drawn(_ rows: [String], depth: ColorDepth = .truecolor) -> CellBuffer {
    let picture = bitmap(rows, letters)
    let cells = CellSize(columns: picture.size.width / 2, rows: picture.size.height / 2)
    var canvas = Canvas(cells: cells, samplesPerCell: PixelSize(width: 2, height: 2))
    canvas.draw(picture, atColumn: 0, row: 0, over: .terminal(assumed: .black))
    return ArtMode.half.draw(canvas, ArtOptions(depth: depth))
  }

  @Test("A cell with two rows of one colour each is an upper half block of exactly those")
  func split() {
    #expect(drawn(["RR", "BB"]).cells == [Cell(.upperHalf, foreground: rgb("R"), background: rgb("B"))])
  }

  @Test("A cell with two columns of one colour each is a left half block of exactly those")
  func splitAcross() {
    #expect(drawn(["RB", "RB"]).cells == [Cell("▌", foreground: rgb("R"), background: rgb("B"))])
  }

  @Test("A cell of one colour is a blank with that background")
  func flat() {
    #expect(drawn(["GG", "GG"]).cells == [Cell(.blank, background: rgb("G"))])
  }

  @Test("Every sRGB value comes back exactly", arguments: [0, 1, 2, 10, 11, 127, 128, 187, 254, 255])
  func exact(value: Int) {
    let grey = UInt8(value)
    let other = UInt8(255 - value)
    let picture = bitmap(["aa", "bb"], ["a": (grey, other, 7), "b": (other, grey, 9)])
    var canvas = Canvas(cells: CellSize(columns: 1, rows: 1), samplesPerCell: PixelSize(width: 2, height: 2))
    canvas.draw(picture, atColumn: 0, row: 0, over: .terminal(assumed: .black))
    let cell = ArtMode.half.draw(canvas, ArtOptions(depth: .truecolor))[0, 0]
    #expect(
      cell
        == Cell(
          .upperHalf, foreground: Color(red: grey, green: other, blue: 7),
          background: Color(red: other, green: grey, blue: 9)))
  }

  @Test("A half without light shows the terminal's own background")
  func edges() {
    #expect(drawn(["RR", ".."]).cells == [Cell(.upperHalf, foreground: rgb("R"))])
    #expect(drawn(["..", "BB"]).cells == [Cell(.lowerHalf, foreground: rgb("B"))])
    #expect(drawn(["..", ".."]).cells == [.blank])
    #expect(drawn(["R.", "BB"]).cells == [Cell(.upperHalf, foreground: rgb("R"), background: rgb("B"))])
  }

  @Test("Averages are taken in linear light: black and white make 188, not 128")
  func linear() {
    let cell = drawn(["WK", "KW"]).cells[0]
    #expect(cell == Cell(.blank, background: Color(red: 188, green: 188, blue: 188)))
  }

  @Test("Without colours, black is blank, white is full, and grey is dithered")
  func mono() {
    #expect(drawn(["WW", "WW"], depth: .mono).cells == [Cell(.fullBlock)])
    #expect(drawn(["KK", "KK"], depth: .mono).cells == [.blank])
    #expect(drawn(["WW", "KK"], depth: .mono).cells == [Cell(.upperHalf)])
    let grey = drawn(Array(repeating: String(repeating: "g", count: 16), count: 16), depth: .mono)
    let lit = grey.cells.reduce(0) { sum, cell in
      sum + (cell.glyph == .fullBlock ? 2 : cell.glyph == .blank ? 0 : 1)
    }
    // Grey 128 is a luminance of 0.216: of 128 halves, those with thresholds below it are lit.
    #expect(lit == 28)
  }
}

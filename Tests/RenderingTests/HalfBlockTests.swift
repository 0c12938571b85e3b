import Bitmaps
import Rendering
import Terminal
import TestSupport
import Testing

@Suite("Half blocks")
struct HalfBlockTests {
  /// Draws letters, each of which is a quarter of a cell: 2×2 samples.
  func drawn(
    _ rows: [String], _ colors: [Character: (UInt8, UInt8, UInt8)] = letters, depth: ColorDepth = .truecolor,
    dithering: Dithering? = nil
  ) -> CellBuffer {
    let doubled = rows.flatMap { row in
      let wide = String(row.flatMap { [$0, $0] })
      return [wide, wide]
    }
    let picture = bitmap(doubled, colors)
    let cells = CellSize(columns: picture.size.width / 4, rows: picture.size.height / 4)
    var canvas = Canvas(cells: cells, samplesPerCell: PixelSize(width: 4, height: 4))
    canvas.draw(picture, atColumn: 0, row: 0, over: .terminal(assumed: .black))
    return ArtMode.half.draw(canvas, ArtOptions(depth: depth, dithering: dithering))
  }

  @Test("Two rows of one color each become an upper half block in exactly those colors")
  func split() {
    expect(drawn(["RR", "BB"]).cells, equals: [Cell(.upperHalf, foreground: rgb("R"), background: rgb("B"))])
  }

  @Test("Two columns of one color each become a left half block in exactly those colors")
  func splitAcross() {
    expect(drawn(["RB", "RB"]).cells, equals: [Cell("▌", foreground: rgb("R"), background: rgb("B"))])
  }

  @Test("A cell of one color is a blank with that background")
  func flat() {
    expect(drawn(["GG", "GG"]).cells, equals: [Cell(.blank, background: rgb("G"))])
  }

  @Test("Every sRGB value is drawn exactly", arguments: [0, 1, 2, 10, 11, 127, 128, 187, 254, 255])
  func exact(value: Int) {
    let gray = UInt8(value)
    let other = UInt8(255 - value)
    let cell = drawn(["aa", "bb"], ["a": (gray, other, 7), "b": (other, gray, 9)])[0, 0]
    expect(
      cell,
      equals: Cell(
        .upperHalf, foreground: Color(red: gray, green: other, blue: 7),
        background: Color(red: other, green: gray, blue: 9)))
  }

  @Test("A transparent half shows the terminal's background")
  func edges() {
    expect(drawn(["RR", ".."]).cells, equals: [Cell(.upperHalf, foreground: rgb("R"))])
    expect(drawn(["..", "BB"]).cells, equals: [Cell(.lowerHalf, foreground: rgb("B"))])
    expect(drawn(["..", ".."]).cells, equals: [.blank])
    expect(drawn(["R.", "BB"]).cells, equals: [Cell(.upperHalf, foreground: rgb("R"), background: rgb("B"))])
  }

  @Test("Samples within a half are averaged perceptually, and differences are sharpened")
  func averages() {
    expect(drawn(["WK", "KW"]).cells[0], equals: Cell(.blank, background: Color(red: 128, green: 128, blue: 128)))
    // White over half white: the halves' means are 255 and 128; three tenths of the lost contrast are restored.
    let cell = drawn(["WW", "WK"]).cells[0]
    expect(cell.glyph, equals: .upperHalf)
    expect(cell.foreground, equals: .white)
    expect(cell.background, equals: Color(red: 113, green: 113, blue: 113))
  }

  @Test("Without colors, black is blank, white is full, and gray is dithered")
  func mono() {
    expect(drawn(["WW", "WW"], depth: .mono).cells, equals: [Cell(.fullBlock)])
    expect(drawn(["KK", "KK"], depth: .mono).cells, equals: [.blank])
    expect(drawn(["WW", "KK"], depth: .mono).cells, equals: [Cell(.upperHalf)])
    let gray = drawn(
      Array(repeating: String(repeating: "g", count: 16), count: 16), depth: .mono, dithering: .diffusion)
    let lit = gray.cells.reduce(0) { sum, cell in
      sum + (cell.glyph == .fullBlock ? 2 : cell.glyph == .blank ? 0 : 1)
    }
    // Gray 128 is half as light to the eye as white: half of the 128 half cells are lit.
    expect(lit, equals: 64)
  }
}

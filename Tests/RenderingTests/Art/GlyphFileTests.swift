import Bitmaps
@testable import Rendering
import Terminal
import TestSupport
import Testing

@Suite("Files of glyphs")
struct GlyphFileTests {
  /// Filled except for the upper right quarter, a shape that only the quadrants contain.
  private let corner = "◣\n" + String(repeating: "XXXX....\n", count: 8) + String(repeating: "XXXXXXXX\n", count: 8)

  private func read(_ text: String) throws -> GlyphFile { try GlyphFile(Array(text.utf8)) }

  private func problem(_ text: String) -> String? {
    do throws(GlyphFile.Problem) {
      _ = try GlyphFile(Array(text.utf8))
      return nil
    } catch { return error.description }
  }

  private func drawn(_ rows: [String], _ sets: GlyphSet, _ file: GlyphFile) -> Cell {
    var canvas = Canvas(cells: CellSize(columns: 1, rows: 1), samplesPerCell: PixelSize(width: 4, height: 8))
    canvas.draw(bitmap(rows, letters), atColumn: 0, row: 0, over: .terminal(assumed: .black))
    return ArtMode(sets, file).draw(canvas, ArtOptions(depth: .truecolor))[0, 0]
  }

  @Test func `a custom shape is drawn where it fits best, in exact colors`() throws {
    let file = try read("# mine\n\n" + corner)
    let rows = ["WWRR", "WWRR", "WWRR", "WWRR", "WWWW", "WWWW", "WWWW", "WWWW"]
    // The corner and its complement are the same shape to the fit: either side may be the foreground.
    expect(drawn(rows, .half, file), equals: Cell("◣", foreground: rgb("W"), background: rgb("R")))
    let halves = ["WWWW", "WWWW", "WWWW", "WWWW", "RRRR", "RRRR", "RRRR", "RRRR"]
    expect(drawn(halves, .half, file), equals: Cell("▀", foreground: rgb("W"), background: rgb("R")))
  }

  @Test func `only leaves the sets no other glyphs, and keeps the file's own`() throws {
    let file = try read("only ▌▐\r\n" + corner.split(separator: "\n").joined(separator: "\r\n") + "\r\n")
    let halves = ["WWWW", "WWWW", "WWWW", "WWWW", "RRRR", "RRRR", "RRRR", "RRRR"]
    #expect(["▌", "▐", "◣", .blank].contains(drawn(halves, .best, file).glyph))
    expect(drawn(Array(repeating: "WWRR", count: 8), .best, file).glyph, equals: "▌")
  }

  @Test func `a character of a set is drawn as the file has it`() throws {
    let file = try read(corner.replacing("◣", with: "▀"))
    let rows = ["WWRR", "WWRR", "WWRR", "WWRR", "WWWW", "WWWW", "WWWW", "WWWW"]
    expect(drawn(rows, .half, file).glyph, equals: "▀")
  }

  @Test func `errors name their line`() {
    expect(problem("# a\n\nAB\n")?.hasPrefix("line 3: "), equals: true)
    expect(problem("A\nXXXX\n"), equals: "line 2: a row of a glyph is 8 characters X or .")
    expect(problem("A\n........"), equals: "line 1: 1 of the character's 16 rows are there")
    expect(problem(corner + corner), equals: "line 18: the character was drawn before")
    expect(problem("only \n"), equals: "line 1: only takes the characters that may be used")
    // A control, a wide character, a combining mark, which joins the space before it, and an 8-bit control.
    for bad in ["\u{1B}", "界", "\u{301}", "\u{9B}"] {
      expect(problem("only \(bad)\n"), equals: "line 1: a glyph is one visible character that is one cell wide")
    }
  }

  @Test func `invalid bytes are refused`() {
    #expect(throws: GlyphFile.Problem.self) { try GlyphFile([0xFF, 0xFE]) }
    #expect(throws: GlyphFile.Problem.self) { try GlyphFile([UInt8](repeating: 0x0A, count: (256 << 10) + 1)) }
    let rows = String(repeating: "XXXXXXX.\n", count: 16)
    // One more than the limit of letters and syllabics that are one cell wide.
    let scalars = (UInt32(0x1401)...).lazy.compactMap(Unicode.Scalar.init).filter { displayWidth(of: $0) == 1 }
    let many = scalars.prefix(1025).map { "\(String($0))\n" + rows }
    expect(problem(many.joined()), equals: "line 17409: more than 1024 glyphs")
  }

  @Test func `characters with characters of one's own are drawn without any other locale`() throws {
    let file = try read("only |-\n" + corner.replacing("◣", with: "L"))
    let mode = ArtMode(.ascii, file)
    #expect(!mode.needsUnicode)
    expect(mode.name, equals: "ascii+glyphs")
    #expect(ArtMode(.ascii, try read(corner)).needsUnicode)
    let rows = ["WWRR", "WWRR", "WWRR", "WWRR", "WWWW", "WWWW", "WWWW", "WWWW"]
    expect(drawn(rows, .ascii, file), equals: Cell("L", foreground: rgb("W"), background: rgb("R")))
  }

  @Test func `a byte order mark is no part of the first line`() throws {
    try expect(read("\u{FEFF}only ▌\n"), equals: read("only ▌\n"))
  }

  @Test func `an empty file changes nothing`() throws {
    let file = try GlyphFile([])
    expect(drawn(Array(repeating: "WWRR", count: 8), .block, file).glyph, equals: "▌")
  }
}

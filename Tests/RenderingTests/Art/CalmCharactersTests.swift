import Bitmaps
@testable import Rendering
import Terminal
import TestSupport
import Testing

@Suite("Calm characters")
struct CalmCharactersTests {
  private static let calm = Set(MonoAscii.ramp)

  private func options(isLight: Bool) -> ArtOptions {
    ArtOptions(depth: .mono, assumedBackground: isLight ? .white : .black)
  }

  @Test(arguments: [false, true])
  func `where the picture has no edge, few characters make a calm texture`(isLight: Bool) {
    // All tones, without an edge.
    let cells = ArtMode.ascii.draw(.gradient(for: .ascii), options(isLight: isLight)).cells
    #expect(cells.allSatisfy { Self.calm.contains($0.glyph) })
    #expect(Set(cells.map(\.glyph)).count >= 12)
  }

  @Test(arguments: [false, true])
  func `an area of one tone has one character`(isLight: Bool) {
    let canvas = Canvas(CellSize(columns: 40, rows: 20), for: .ascii) { x, _ in SIMD3(repeating: x < 0.5 ? 0.05 : 0.5) }
    let cells = ArtMode.ascii.draw(canvas, options(isLight: isLight))
    let areas = [0..<6, 34..<40].map { columns in Set(columns.flatMap { x in (0..<20).map { cells[x, $0].glyph } }) }
    expect(areas.map(\.count), equals: [1, 1])
    #expect(areas[0] != areas[1])
  }

  @Test func `a white picture is full of ink on black, and blank on white`() {
    let canvas = Canvas(CellSize(columns: 2, rows: 1), for: .ascii) { _, _ in SIMD3(repeating: 1) }
    expect(ArtMode.ascii.draw(canvas, options(isLight: false)).textRows, equals: ["@@"])
    expect(ArtMode.ascii.draw(canvas, options(isLight: true)).textRows, equals: ["  "])
  }

  @Test(arguments: [false, true])
  func `at an edge, all characters may show its shape`(isLight: Bool) {
    // The edge goes from the lower left to the upper right.
    let canvas = Canvas(CellSize(columns: 32, rows: 16), for: .ascii) { x, y in
      SIMD3(repeating: x + y < 1 ? 0.1 : 0.9)
    }
    let cells = ArtMode.ascii.draw(canvas, options(isLight: isLight))
    let atEdge = (0..<16).flatMap { row in (0..<2).map { cells[30 - 2 * row + $0, row].glyph } }
    #expect(atEdge.count { !Self.calm.contains($0) } >= 8, "\(cells.textRows)")
  }

  @Test func `sparse glyphs of other sets are drawn as well`() throws {
    let art = ArtMode(.ascii, try GlyphFile([UInt8]("only .oO".utf8)))
    let drawn = Set(art.draw(.gradient(for: art), options(isLight: false)).cells.map(\.glyph))
    #expect(drawn.isSuperset(of: [" ", "o", "O"]))
  }
}

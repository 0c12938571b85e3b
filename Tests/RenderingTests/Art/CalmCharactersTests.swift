import Bitmaps
@testable import Rendering
import Terminal
import TestSupport
import Testing

@Suite("Calm characters")
struct CalmCharactersTests {
  private static let calm: Set<Glyph> = [" ", ".", ":", "-", "=", "+", "*", "#", "%", "8", "@"]

  private func options(isLight: Bool) -> ArtOptions {
    ArtOptions(depth: .mono, assumedBackground: isLight ? .white : .black)
  }

  @Test(arguments: [false, true])
  func `where the picture has no edge, few characters make a calm texture`(isLight: Bool) {
    // All tones, without an edge. By tone alone, a third of the characters would be calm.
    let cells = ArtMode.ascii.draw(.gradient(for: .ascii), options(isLight: isLight)).cells
    #expect(cells.count { Self.calm.contains($0.glyph) } > (isLight ? cells.count * 3 / 8 : cells.count / 2))
    #expect(Set(cells.map(\.glyph)).count >= 6)
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

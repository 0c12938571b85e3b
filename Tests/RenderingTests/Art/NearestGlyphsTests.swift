import Terminal
import TestSupport
import Testing

@testable import Rendering

/// The glyphs of partly empty cells, which are known once they have been found.
struct NearestGlyphsTests {
  @Test func `the glyph of a pattern is found once, unless many others have been met since`() {
    let nearest = NearestGlyphs()
    var found = 0
    func glyph(_ part: Int) -> Glyph {
      var pattern = SIMD32<Float>()
      pattern[part] = 1
      return nearest.glyph(for: pattern) {
        found += 1
        return part == 0 ? .fullBlock : .blank
      }
    }
    expect([glyph(0), glyph(1), glyph(0), glyph(1)], equals: [.fullBlock, .blank, .fullBlock, .blank])
    expect(found, equals: 2)
    for part in 2..<17 { _ = glyph(part) }
    expect(found, equals: 17)
    expect(glyph(16), equals: .blank)
    expect(found, equals: 17)
    expect(glyph(0), equals: .fullBlock)
    expect(found, equals: 18)
  }
}

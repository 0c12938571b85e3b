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
      return nearest.match(for: pattern) {
        found += 1
        return .init(glyph: part == 0 ? .fullBlock : .blank)
      }.glyph
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

  @Test(arguments: [GlyphSet.half, .block, .legacy, .best])
  func `the nearest glyph has the least squared difference, and is the first of equals`(sets: GlyphSet) {
    let bank = GlyphBank(sets: sets)
    var random = SplitMix64(seed: 11)
    for round in 0..<Rounds.count(400) {
      // Of any samples, or those of a shape with a few others.
      let (bits, few) = (random.next(), random.next() & random.next() & random.next())
      let shape = bank.entries[Int(random.next() % UInt64(bank.entries.count))].coverage
      var pattern = SIMD32<Float>()
      for part in 0..<32 {
        let isAny = bits >> UInt64(part) & 1 == 1
        let isLikeShape = (shape[part] > 0.5) != (few >> UInt64(part) & 1 == 1)
        pattern[part] = (round % 2 == 0 ? isAny : isLikeShape) ? 1 : 0
      }
      let match = bank.nearest.match(for: pattern, in: bank.entries)
      let (nearest, error) = Self.nearest(to: pattern, in: bank.entries)
      if error * 2 <= pattern.sum() {
        expect(match, equals: .init(glyph: nearest))
      } else {
        #expect(match.glyph != .blank)
      }
    }
  }

  @Test func `a fine line between the glyphs' edges is in a fainter one`() {
    let bank = GlyphBank(sets: .block)
    var pattern = SIMD32<Float>()
    for row in 0..<8 { pattern[row * 4 + 1] = 1 }
    expect(bank.nearest.match(for: pattern, in: bank.entries), equals: .init(glyph: "▌", strength: 0.5))
    for row in 0..<8 { (pattern[row * 4 + 1], pattern[row * 4]) = (0, 1) }
    expect(bank.nearest.match(for: pattern, in: bank.entries), equals: .init(glyph: "▎"))
  }

  private static func nearest(to pattern: SIMD32<Float>, in entries: [GlyphBank.Entry]) -> (Glyph, error: Float) {
    let count = pattern.sum()
    if count == 0 { return (.blank, 0) }
    if count == 32 { return (.fullBlock, 0) }
    var (best, minimum) = (Glyph.blank, count)
    for entry in entries {
      let rest = pattern - entry.coverage
      let error = (rest * rest).sum()
      if error < minimum { (best, minimum) = (entry.glyph, error) }
      if let complement = entry.complement {
        let rest = pattern - 1 + entry.coverage
        let error = (rest * rest).sum()
        if error < minimum { (best, minimum) = (complement, error) }
      }
    }
    return (best, minimum)
  }
}

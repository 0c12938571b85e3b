extension GlyphTable {
  /// U+1FB00…U+1FB3B: the patterns of 2×3 parts in the order of their bits, except those encoded earlier: empty, the
  /// left column, the right column and full. The two columns are added as half blocks.
  static let sextants: [GlyphShape] =
    (UInt32(1)..<63).filter { $0 != 0b010101 && $0 != 0b101010 }.enumerated().map { index, filled in
      GlyphShape(0x1FB00 + UInt32(index), .sextant, .grid(columns: 2, rows: 3, filled: filled))
    } + elsewhere([(0b010101, 0x258C), (0b101010, 0x2590)], .sextant, rows: 3)

  /// U+1CD00…U+1CDE5: the patterns of 2×4 parts in the order of their bits, except those encoded earlier, for which the
  /// existing glyphs are used. Six that the same Unicode version encodes elsewhere (U+1CEA0, U+1CEA3, U+1CEA8, U+1CEAB,
  /// U+1FBE6, U+1FBE7) are omitted: their complements with swapped colors look the same.
  static let octants: [GlyphShape] =
    (UInt32(0)..<256).filter { filled in
      !octantsElsewhere.contains { $0.filled == filled } && ![0, 1, 2, 0x14, 0x28, 0x40, 0x80, 0xFF].contains(filled)
    }.enumerated().map { index, filled in
      GlyphShape(0x1CD00 + UInt32(index), .octant, .grid(columns: 2, rows: 4, filled: filled))
    } + elsewhere(octantsElsewhere, .octant, rows: 4)

  private static let octantsElsewhere: [(filled: UInt32, glyph: UInt32)] = [
    (0x03, 0x1FB82), (0x05, 0x2598), (0x0A, 0x259D), (0x0F, 0x2580), (0x3F, 0x1FB85), (0x50, 0x2596), (0x55, 0x258C),
    (0x5A, 0x259E), (0x5F, 0x259B), (0xA0, 0x2597), (0xA5, 0x259A), (0xAA, 0x2590), (0xAF, 0x259C), (0xC0, 0x2582),
    (0xF0, 0x2584), (0xF5, 0x2599), (0xFA, 0x259F), (0xFC, 0x2586),
  ]

  private static func elsewhere(
    _ patterns: [(filled: UInt32, glyph: UInt32)], _ set: GlyphSet, rows: Int
  ) -> [GlyphShape] {
    patterns.map { GlyphShape($0.glyph, set, .grid(columns: 2, rows: rows, filled: $0.filled)) }
  }

  /// U+2801…U+28FF: bits 0…2 are the left column's first three dots, 3…5 the right column's, 6 and 7 the fourth row's.
  /// A dot is half as wide and half as high as its place, as in terminals that draw braille themselves.
  static let braille: [GlyphShape] = (UInt32(1)..<256).map { dots in
    let boxes = (0..<8).filter { dots >> UInt32($0) & 1 != 0 }.map { dot in
      let column = dot < 6 ? dot / 3 : dot - 6
      let row = dot < 6 ? dot % 3 : 3
      let (x, y) = ((Float(column) + 0.5) / 2, (Float(row) + 0.5) / 4)
      return GlyphOutline.Box(left: x - 0.125, top: y - 0.0625, right: x + 0.125, bottom: y + 0.0625)
    }
    return GlyphShape(0x2800 + dots, .braille, .boxes(boxes))
  }
}

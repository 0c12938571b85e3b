extension GlyphTable {
  /// Lines an eighth of the cell wide, U+1FB70…U+1FB7B, and light and heavy box-drawing lines.
  static let lines: [GlyphShape] = eighthLines + boxLines

  private static let eighthLines =
    (UInt32(1)..<7).map { GlyphShape(0x1FB6F + $0, .line, .grid(columns: 8, rows: 1, filled: 1 << $0)) }
    + (UInt32(1)..<7).map { GlyphShape(0x1FB75 + $0, .line, .grid(columns: 1, rows: 8, filled: 1 << $0)) }

  /// The thickness of vertical box-drawing lines as a share of the cell's width; horizontal ones have half that share
  /// of its height.
  private static let light: Float = 1.0 / 8
  private static let heavy: Float = 1.0 / 4

  /// The arms of each glyph, up, right, down, left: 0 for none, 1 for light, 2 for heavy.
  private static let arms: [(glyph: UInt32, arms: SIMD4<UInt8>)] = [
    (0x2500, [0, 1, 0, 1]), (0x2501, [0, 2, 0, 2]), (0x2502, [1, 0, 1, 0]), (0x2503, [2, 0, 2, 0]),
    (0x250C, [0, 1, 1, 0]), (0x250F, [0, 2, 2, 0]), (0x2510, [0, 0, 1, 1]), (0x2513, [0, 0, 2, 2]),
    (0x2514, [1, 1, 0, 0]), (0x2517, [2, 2, 0, 0]), (0x2518, [1, 0, 0, 1]), (0x251B, [2, 0, 0, 2]),
    (0x251C, [1, 1, 1, 0]), (0x2523, [2, 2, 2, 0]), (0x2524, [1, 0, 1, 1]), (0x252B, [2, 0, 2, 2]),
    (0x252C, [0, 1, 1, 1]), (0x2533, [0, 2, 2, 2]), (0x2534, [1, 1, 0, 1]), (0x253B, [2, 2, 0, 2]),
    (0x253C, [1, 1, 1, 1]), (0x254B, [2, 2, 2, 2]), (0x2574, [0, 0, 0, 1]), (0x2575, [1, 0, 0, 0]),
    (0x2576, [0, 1, 0, 0]), (0x2577, [0, 0, 1, 0]), (0x2578, [0, 0, 0, 2]), (0x2579, [2, 0, 0, 0]),
    (0x257A, [0, 2, 0, 0]), (0x257B, [0, 0, 2, 0]),
  ]

  private static let boxLines = arms.map { glyph, arms in
    let thickest = max(arms.x, arms.y, arms.z, arms.w)
    let width = thickest == 2 ? heavy : light
    let (left, right) = (0.5 - width / 2, 0.5 + width / 2)
    let (top, bottom) = (0.5 - width / 4, 0.5 + width / 4)
    // The middle, where the arms meet, then the arms from the edges to it.
    var boxes = [GlyphOutline.Box(left: left, top: top, right: right, bottom: bottom)]
    if arms.x > 0 { boxes.append(.init(left: left, top: 0, right: right, bottom: top)) }
    if arms.y > 0 { boxes.append(.init(left: right, top: top, right: 1, bottom: bottom)) }
    if arms.z > 0 { boxes.append(.init(left: left, top: bottom, right: right, bottom: 1)) }
    if arms.w > 0 { boxes.append(.init(left: 0, top: top, right: left, bottom: bottom)) }
    return GlyphShape(glyph, .line, .boxes(boxes))
  }
}

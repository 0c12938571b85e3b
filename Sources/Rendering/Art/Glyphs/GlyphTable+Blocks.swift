extension GlyphTable {
  /// Halves, quadrants and eighths: U+2580…U+259F, and U+1FB82…U+1FB8B.
  static let blocks: [GlyphShape] = halves + quadrants + eighths + farEighths

  private static let halves = [
    GlyphShape(0x2580, .half, .grid(columns: 1, rows: 2, filled: 0b01)),
    GlyphShape(0x2584, .half, .grid(columns: 1, rows: 2, filled: 0b10)),
    GlyphShape(0x258C, .half, .grid(columns: 2, rows: 1, filled: 0b01)),
    GlyphShape(0x2590, .half, .grid(columns: 2, rows: 1, filled: 0b10)),
  ]

  /// U+2596…U+259F: bit 0 is the upper left quadrant, 1 upper right, 2 lower left, 3 lower right.
  private static let quadrants = [0b0100, 0b1000, 0b0001, 0b1101, 0b1001, 0b0111, 0b1011, 0b0010, 0b0110, 0b1110]
    .enumerated().map { index, filled in
      GlyphShape(0x2596 + UInt32(index), .quadrant, .grid(columns: 2, rows: 2, filled: UInt32(filled)))
    }

  /// U+2591…U+2593: used as one tone mixed from two colors, not in the search, which compares shapes.
  static let shades = (1...3).map { quarters in
    GlyphShape(0x2590 + UInt32(quarters), [], .drawing(.init(columns: 1, rows: 1, dots: [Float(quarters) / 4])))
  }

  private static let eighths =
    (1...7).map { GlyphShape(0x2580 + $0, .eighth, .boxes([.lower(eighths: $0)])) }
    + (1...7).map { GlyphShape(0x2590 - $0, .eighth, .boxes([.left(eighths: $0)])) }
    + [
      GlyphShape(0x2594, .eighth, .boxes([.upper(eighths: 1)])),
      GlyphShape(0x2595, .eighth, .boxes([.right(eighths: 1)])),
    ]

  private static let farEighths =
    [2, 3, 5, 6, 7].enumerated().map { index, count in
      GlyphShape(0x1FB82 + UInt32(index), .farEighth, .boxes([.upper(eighths: count)]))
    }
    + [2, 3, 5, 6, 7].enumerated().map { index, count in
      GlyphShape(0x1FB87 + UInt32(index), .farEighth, .boxes([.right(eighths: count)]))
    }

  /// The printable characters with the coverage of `AsciiShapes`.
  static let letters: [GlyphShape] = AsciiShapes.rows.dropFirst().enumerated().map { index, row in
    let dots = row.filter { $0 != " " }.map { Float($0.hexDigitValue ?? 0) / 15 }
    return GlyphShape(0x21 + UInt32(index), .ascii, .drawing(.init(columns: 4, rows: 8, dots: dots)))
  }
}

extension GlyphOutline.Box {
  /// A box of some eighths of the cell, from below.
  static func lower(eighths: UInt32) -> Self { Self(left: 0, top: 1 - Float(eighths) / 8, right: 1, bottom: 1) }
  /// A box of some eighths of the cell, from the left.
  static func left(eighths: UInt32) -> Self { Self(left: 0, top: 0, right: Float(eighths) / 8, bottom: 1) }
  /// A box of some eighths of the cell, from above.
  static func upper(eighths: UInt32) -> Self { Self(left: 0, top: 0, right: 1, bottom: Float(eighths) / 8) }
  /// A box of some eighths of the cell, from the right.
  static func right(eighths: UInt32) -> Self { Self(left: 1 - Float(eighths) / 8, top: 0, right: 1, bottom: 1) }
}

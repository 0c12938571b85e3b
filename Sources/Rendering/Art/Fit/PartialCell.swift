import Bitmaps
import Terminal

/// A partly empty cell: drawn with the glyph nearest to the pattern of its opaque samples.
struct PartialCell {
  /// The mean color of the opaque samples.
  private var color = Color.black
  private var match = NearestGlyphs.Match(glyph: .blank)

  /// Whether no glyph has its shape, as of fine lines.
  var isFine: Bool { match.strength < 1 }

  /// Creates the cell of 8 rows of 4 samples, each row `width` after the previous one.
  @unsafe
  init(_ samples: UnsafePointer<SIMD4<UInt16>>, width: Int, bank: GlyphBank) {
    var (pattern, light) = (SIMD32<Float>(), SIMD3<Float>.zero)
    for index in 0..<GlyphBank.parts {
      let sample = unsafe samples[index / 4 * width + index % 4]
      guard sample.w != 0 else { continue }
      pattern[index] = 1
      light += SIMD3(
        Float(SRGB.encoded(sample.x)), Float(SRGB.encoded(sample.y)), Float(SRGB.encoded(sample.z)))
    }
    let count = pattern.sum()
    guard count > 0 else { return }
    color = CellColors.color(light / count)
    match = bank.nearest.match(for: pattern, in: bank.entries)
  }

  /// The cell on the terminal's background, with which fine lines are mixed.
  func drawn(over background: LinearColor) -> Cell {
    drawn(in: isFine ? background.mixed(with: LinearColor(color), Double(match.strength)).color : color)
  }

  func drawn(in color: Color) -> Cell {
    switch match.glyph {
    case .blank: .blank
    case .fullBlock: Cell(.blank, background: color)
    default: Cell(match.glyph, foreground: color)
    }
  }
}

import Bitmaps
import Terminal

/// A partly empty cell: drawn with the glyph nearest to the pattern of its opaque samples.
struct PartialCell {
  /// 1 where a sample is opaque, else 0.
  private(set) var pattern = SIMD32<Float>()
  private var light = SIMD3<Float>.zero

  /// A cell at the edge of a picture; the samples are 8 rows of 4, each row `width` after the previous one.
  @unsafe
  static func edge(
    _ samples: UnsafePointer<SIMD4<UInt16>>, width: Int, bank: GlyphBank
  ) -> Cell {
    var cell = PartialCell()
    for index in 0..<GlyphBank.parts {
      let sample = unsafe samples[index / 4 * width + index % 4]
      guard sample.w != 0 else { continue }
      cell.pattern[index] = 1
      cell.light += SIMD3(
        Float(SRGB.encoded(sample.x)), Float(SRGB.encoded(sample.y)), Float(SRGB.encoded(sample.z)))
    }
    let count = cell.pattern.sum()
    guard count > 0 else { return .blank }
    let color = CellColors.color(cell.light / count)
    let glyph = bank.nearest.glyph(for: cell.pattern, in: bank.entries)
    return switch glyph {
    case .blank: .blank
    case .fullBlock: Cell(.blank, background: color)
    default: Cell(glyph, foreground: color)
    }
  }
}

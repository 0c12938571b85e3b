import Bitmaps
import Synchronization
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
    let glyph = bank.nearest.glyph(for: cell.pattern) { cell.nearest(in: bank) }
    return switch glyph {
    case .blank: .blank
    case .fullBlock: Cell(.blank, background: color)
    default: Cell(glyph, foreground: color)
    }
  }

  /// The glyph whose coverage differs least from the pattern.
  private func nearest(in bank: GlyphBank) -> Glyph {
    let count = pattern.sum()
    if count == 0 { return .blank }
    if count == Float(GlyphBank.parts) { return .fullBlock }
    var best: Glyph = .blank
    var minimum = count
    for entry in bank.entries {
      let rest = pattern - entry.coverage
      let error = (rest * rest).sum()
      if error < minimum { (best, minimum) = (entry.glyph, error) }
      if let complement = entry.complement {
        let rest = pattern - 1 + entry.coverage
        let error = (rest * rest).sum()
        if error < minimum { (best, minimum) = (complement, error) }
      }
    }
    return best
  }
}

/// The nearest glyphs of a bank to patterns that have been met lately. All cells at one edge of a picture have the same pattern, and to
/// compare it with a thousand shapes takes a tenth of a millisecond.
final class NearestGlyphs: Sendable {
  /// The most patterns that are kept.
  private static let limit = 16
  private let known = Mutex<[(pattern: SIMD32<Float>, glyph: Glyph)]>([])

  /// The glyph for a pattern, which `find` finds if it is not known.
  func glyph(for pattern: SIMD32<Float>, _ find: () -> Glyph) -> Glyph {
    if let glyph = known.withLock({ known in known.first { $0.pattern == pattern }?.glyph }) { return glyph }
    let glyph = find()
    known.withLock { known in
      if known.count == Self.limit { known.removeFirst() }
      known.append((pattern, glyph))
    }
    return glyph
  }
}

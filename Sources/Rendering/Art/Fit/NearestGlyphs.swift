import Synchronization
import Terminal

/// The glyphs of a bank that are nearest to the patterns of partly empty cells.
///
/// All cells at one edge of a picture have the same pattern, and to compare it with a thousand shapes takes a while: the last patterns are
/// remembered.
final class NearestGlyphs: Sendable {
  /// The most patterns that are kept.
  private static let limit = 16
  private let known = Mutex<[(pattern: SIMD32<Float>, glyph: Glyph)]>([])
  private let coverages = AtomicLazyReference<Coverages>()

  /// The coverages of entries, of eight at a time: the first sample of the eight, the second, and so on.
  private final class Coverages: Sendable {
    let eights: [SIMD8<Float>]

    init(_ entries: [GlyphBank.Entry]) {
      eights = stride(from: 0, to: entries.count, by: 8).flatMap { first in
        let count = min(8, entries.count - first)
        return (0..<GlyphBank.parts).map { part in
          var samples = SIMD8<Float>.zero
          for lane in 0..<count { samples[lane] = entries[first + lane].coverage[part] }
          return samples
        }
      }
    }
  }

  /// The glyph whose coverage differs least from a pattern of samples that are 1 or 0. Of glyphs that are equally near, the first.
  ///
  /// - Parameter entries: Those of the bank, always the same.
  func glyph(for pattern: SIMD32<Float>, in entries: [GlyphBank.Entry]) -> Glyph {
    glyph(for: pattern) { find(pattern, in: entries) }
  }

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

  private func find(_ pattern: SIMD32<Float>, in entries: [GlyphBank.Entry]) -> Glyph {
    let count = pattern.sum()
    if count == 0 { return .blank }
    if count == Float(GlyphBank.parts) { return .fullBlock }
    let eights = (coverages.load() ?? coverages.storeIfNil(Coverages(entries))).eights
    let samples = (0..<GlyphBank.parts).map { pattern[$0] }
    var best: Glyph = .blank
    var minimum = count
    for first in stride(from: 0, to: entries.count, by: 8) {
      // The squared differences of eight entries, and of their complements.
      var (errors, others) = (SIMD8<Float>.zero, SIMD8<Float>.zero)
      for part in 0..<GlyphBank.parts {
        let coverage = eights[first * 4 + part]
        let rest = samples[part] - coverage
        let other = (samples[part] - 1) + coverage
        errors += rest * rest
        others += other * other
      }
      guard min(errors.min(), others.min()) < minimum else { continue }
      for lane in 0..<min(8, entries.count - first) {
        let entry = entries[first + lane]
        if errors[lane] < minimum { (best, minimum) = (entry.glyph, errors[lane]) }
        if let complement = entry.complement, others[lane] < minimum { (best, minimum) = (complement, others[lane]) }
      }
    }
    return best
  }
}

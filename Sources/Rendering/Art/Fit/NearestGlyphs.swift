import Synchronization
import Terminal

/// The glyphs of a bank that are nearest to the patterns of partly empty cells.
///
/// All cells at one edge of a picture have the same pattern, and to compare it with a thousand shapes takes a while: the last patterns are
/// remembered.
final class NearestGlyphs: Sendable {
  /// A glyph for a pattern.
  struct Match: Hashable, Sendable {
    var glyph: Glyph
    /// The share of the samples' color in the glyph's, 0…1; the rest is the background's.
    var strength: Float = 1
  }

  /// The most patterns that are kept.
  private static let limit = 16
  private let known = Mutex<[(pattern: SIMD32<Float>, match: Match)]>([])
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
  /// Fine lines that no glyph has would vanish: the glyph is then fainter and covers more than the line.
  ///
  /// - Parameter entries: Those of the bank, always the same.
  func match(for pattern: SIMD32<Float>, in entries: [GlyphBank.Entry]) -> Match {
    match(for: pattern) { find(pattern, in: entries) }
  }

  /// The match for a pattern, which `find` finds if it is not known.
  func match(for pattern: SIMD32<Float>, _ find: () -> Match) -> Match {
    if let match = known.withLock({ known in known.first { $0.pattern == pattern }?.match }) { return match }
    let match = find()
    known.withLock { known in
      if known.count == Self.limit { known.removeFirst() }
      known.append((pattern, match))
    }
    return match
  }

  private func find(_ pattern: SIMD32<Float>, in entries: [GlyphBank.Entry]) -> Match {
    let count = pattern.sum()
    if count == 0 { return Match(glyph: .blank) }
    if count == Float(GlyphBank.parts) { return Match(glyph: .fullBlock) }
    let eights = (coverages.load() ?? coverages.storeIfNil(Coverages(entries))).eights
    let parts = Float(GlyphBank.parts)
    var (best, minimum) = (Match(glyph: .blank), count)
    var faint = (match: Match(glyph: .fullBlock, strength: count / parts), gain: count * count / parts)
    for first in stride(from: 0, to: entries.count, by: 8) {
      // The squared differences of eight entries, and of their complements.
      var (errors, others) = (SIMD8<Float>.zero, SIMD8<Float>.zero)
      for part in 0..<GlyphBank.parts {
        let coverage = eights[first * 4 + part]
        let rest = pattern[part] - coverage
        let other = (pattern[part] - 1) + coverage
        errors += rest * rest
        others += other * other
      }
      for lane in 0..<min(8, entries.count - first) {
        let entry = entries[first + lane]
        let squares = entry.norm * entry.norm + parts * entry.mean * entry.mean
        consider(entry.glyph, errors[lane], squares: squares)
        guard let complement = entry.complement else { continue }
        consider(complement, others[lane], squares: squares + parts * (1 - 2 * entry.mean))
      }
    }
    return minimum * 2 <= count ? best : faint.match

    func consider(_ glyph: Glyph, _ error: Float, squares: Float) {
      if error < minimum { (best.glyph, minimum) = (glyph, error) }
      guard squares > 0 else { return }
      // The sum of the products of coverage and pattern, and by how much the glyph in its best strength lowers the error.
      let product = (count + squares - error) / 2
      let strength = min(1, product / squares)
      let gain = (2 * product - strength * squares) * strength
      if gain > faint.gain { faint = (Match(glyph: glyph, strength: strength), gain) }
    }
  }
}

/// Chooses among glyphs that never fill their cell, such as characters: by their tone, by the position of their ink in
/// the cell, and a little by their strokes.
///
/// With p a glyph's ink in 2×4 parts of the cell, minus the usual distribution for glyphs with as much ink, and t the
/// samples' tones there minus their mean, the error is (L(ḡ) − L(c))² + `partsWeight`·mean (p − t)² −
/// `strokeWeight`·(the dot product of the samples and the glyph's shape of length 1). The weights are those that come
/// nearest to photographs seen from a distance.
struct SparseInk: Sendable {
  private struct Entry: Sendable {
    var index: Int
    var parts: SIMD8<Float>
    /// The shape of length 1 divided by √32, in four groups of eight samples.
    var strokes: (SIMD8<Float>, SIMD8<Float>, SIMD8<Float>, SIMD8<Float>)
  }

  /// The maximum ink of a glyph, 0…1.
  let fullest: Float
  /// The inks of the glyphs, in the order in which `best` expects their tones.
  let inks: [Float]
  private let entries: [Entry]
  private static let partsWeight: Float = 0.25
  private static let strokeWeight: Float = 0.15
  /// How much of the glyphs' usual ink distribution counts as no shape: letters leave the edges of their cells empty.
  private static let typicalShare: Float = 0.4

  init(_ bank: GlyphBank) {
    let fullest = bank.entries.map(\.mean).max() ?? 1
    self.fullest = fullest
    // The blank first; the other blanks only pad the bank's groups of eight.
    let indices = [0] + bank.entries.indices.filter { bank.entries[$0].norm > 0 }
    inks = indices.map { bank.entries[$0].mean }
    let raw = indices.map { index in
      var parts = SIMD8<Float>.zero
      for part in 0..<8 {
        let corner = part / 2 * 8 + part % 2 * 2
        for sample in [corner, corner + 1, corner + 4, corner + 5] {
          parts[part] += bank.entries[index].coverage[sample] / 4
        }
      }
      return parts
    }
    let maximum = raw.reduce(.zero, +) / max(inks.reduce(0, +), 1e-6)
    let typical = 1 + Self.typicalShare * (maximum - 1)
    entries = indices.indices.map { number in
      let entry = bank.entries[indices[number]]
      let unit = (entry.coverage - entry.mean) / (max(entry.norm, 1e-6) * Float(GlyphBank.parts).squareRoot())
      let eights = (0..<4).map { eight in SIMD8((0..<8).map { unit[eight * 8 + $0] }) }
      return Entry(
        index: indices[number], parts: (raw[number] - typical * entry.mean) / fullest,
        strokes: (eights[0], eights[1], eights[2], eights[3]))
    }
  }

  /// The wanted content of a cell: its samples as tones, from 0 (no ink) to 1 (full ink), minus their mean.
  @safe
  struct Wanted {
    fileprivate var parts: SIMD8<Float>
    fileprivate var samples: (SIMD8<Float>, SIMD8<Float>, SIMD8<Float>, SIMD8<Float>)

    init(_ samples: CellSamples, inksDark: Bool) {
      let scale: Float = inksDark ? -1.0 / 255 : 1.0 / 255
      let sums = unsafe samples.sums(8, plane: 0)
      parts = .zero
      for part in 0..<8 { unsafe parts[part] = sums[part] * (scale / 4) }
      unsafe self.samples = (
        samples.eight(0, plane: 0) * scale, samples.eight(1, plane: 0) * scale, samples.eight(2, plane: 0) * scale,
        samples.eight(3, plane: 0) * scale
      )
    }
  }

  /// The index in the bank of the best glyph.
  ///
  /// - Parameters:
  ///   - tone: The wanted tone, as defined by `InkScale`.
  ///   - tones: The tones of the glyphs, in the order of `inks`.
  func best(tone: Float, _ wanted: Wanted, tones: [Float]) -> Int {
    var best = (error: Float.infinity, index: 0)
    for (number, entry) in entries.enumerated() {
      let (off, rest) = (tones[number] - tone, entry.parts - wanted.parts)
      let first: SIMD8<Float> = entry.strokes.0 * wanted.samples.0 + entry.strokes.1 * wanted.samples.1
      let second: SIMD8<Float> = entry.strokes.2 * wanted.samples.2 + entry.strokes.3 * wanted.samples.3
      let likeness = (first + second).total
      let error = off * off + Self.partsWeight / 8 * (rest * rest).total - Self.strokeWeight * likeness
      if error < best.error { best = (error, entry.index) }
    }
    return best.index
  }

  func tones(_ scale: InkScale) -> [Float] { inks.map { scale.tone(of: $0) } }
}

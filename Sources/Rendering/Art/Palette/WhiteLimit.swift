/// Limits the tone of cells to a palette's white.
///
/// Of eight colors white is the lightest, and paper is lighter. A cell of paper with a dark line would be, on average, about as light as
/// white, and be drawn as white: plots and texts would vanish. Its shape keeps the contrast that it has.
struct WhiteLimit: Sendable {
  /// The luminance of white, 0…1.
  private let white: Float

  /// - Parameter luminances: Those of the palette's colors.
  init?(_ luminances: [Float]) {
    guard let lightest = luminances.max(), lightest > 0, lightest < 0.99 else { return nil }
    white = lightest
  }

  /// The mean light of a cell's 8 rows of 4 samples, and the luminance at its 2×4 points, with no sample lighter than white; nil if none
  /// is. The chroma of lighter samples falls as well, as of overexposed ones: a bright orange is nearer to white than to a dark orange.
  @unsafe
  func tone(of samples: UnsafePointer<SIMD4<UInt16>>) -> (mean: SIMD3<Float>, points: SIMD8<Float>)? {
    var (sum, points, isLimited) = (SIMD3<Float>.zero, SIMD8<Float>.zero, false)
    for point in 0..<points.scalarCount {
      var total: Float = 0
      for index in 0..<4 {
        let place = (point / 2 * 2 + index / 2) * GlyphBank.columns + point % 2 * 2 + index % 2
        let sample = unsafe LinearColor(samples[place])
        var (light, luminance) = (sample.channels, sample.luminance)
        if luminance > white {
          let scale = white / luminance
          light = white + (light * scale - white) * (scale * scale)
          (luminance, isLimited) = (white, true)
        }
        sum += light
        total += luminance
      }
      points[point] = total / 4
    }
    return isLimited ? (sum / Float(GlyphBank.parts), points) : nil
  }
}

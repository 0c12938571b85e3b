import TestSupport

extension SplitMix64 {
  /// Returns a number of 16 bits.
  mutating func next16() -> UInt16 { UInt16(truncatingIfNeeded: next() >> 40) }

  /// Returns a number in 0..<1.
  mutating func unit() -> Double { Double(next16()) / 65_536 }
}

/// Cells to test a search on: noise, edges and gradients.
enum RandomCell {
  /// 4×8 colors, 0…255, of a kind that depends on the round.
  static func colors(_ round: Int, _ random: inout SplitMix64) -> [SIMD3<Double>] {
    func color() -> SIMD3<Double> { SIMD3(random.unit(), random.unit(), random.unit()) * 255 }
    let (first, second) = (color(), color())
    let (angle, offset) = (SIMD2(random.unit() - 0.5, random.unit() - 0.5), random.unit() - 0.5)
    let (isGray, high) = (round % 2 == 0, SIMD3(repeating: 255.0))
    return (0..<32).map { index in
      let at = SIMD2((Double(index % 4) + 0.5) / 4 - 0.5, (Double(index / 4) + 0.5) / 8 - 0.5)
      let along = (at * angle).sum()
      let share: Double =
        switch round % 10 {
        case 0, 1: random.unit()
        // An edge, with a little noise.
        case 2, 3: (along > offset * 0.3 ? 0.9 : 0.1) + random.unit() * 0.1
        // A gradient.
        default: min(max(0.5 + along * 1.5, 0), 1)
        }
      var mixed = first + (second - first) * share
      // Noise in all channels, alone or on a gradient, as in pictures that were dithered.
      if round % 10 > 5 {
        mixed = round % 10 < 8 ? color() : (mixed + color() * 0.1).clamped(lowerBound: .zero, upperBound: high)
      }
      return isGray ? SIMD3(repeating: mixed.y.rounded(.down)) : mixed.rounded(.down)
    }
  }
}

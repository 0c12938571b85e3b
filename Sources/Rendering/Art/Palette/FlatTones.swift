import Terminal

/// The tones that flat cells can show with some palette entries: each entry alone, and any two of them mixed by a
/// shade.
///
/// Seen from a distance, the two colors of ░ ▒ ▓ mix nearly as light does; see `ShadeMixing`.
struct FlatTones: Sendable {
  /// Eight tones in OKLab.
  struct Eight: Sendable {
    var lab: EightColors
    /// The unevenness of each compared to a single color, as a squared distance; infinite for the padding of the last
    /// group.
    var penalty: SIMD8<Float>
    var tones: SIMD8<Int32>
  }

  /// A tone's two colors, and the number of quarters of the cell that the first one covers.
  struct Tone: Sendable {
    var front: Int32
    var back: Int32
    var quarters: Int32

    fileprivate var packed: Int32 { front | back << 8 | quarters << 16 }

    fileprivate init(front: Int, back: Int, quarters: Int32) {
      (self.front, self.back, self.quarters) = (Int32(front), Int32(back), quarters)
    }

    fileprivate init(packed: Int32) {
      (front, back, quarters) = (packed & 0xFF, packed >> 8 & 0xFF, packed >> 16)
    }

    /// The glyph that draws the tone.
    var glyph: Glyph { quarters == 0 ? .blank : ShadeMixing.glyphs[Int(quarters) - 1] }
  }

  /// The weight of the difference of a shade's two colors relative to its tone: the stipple is visible from close up.
  static let unevenness: Float = 0.005

  /// The tones in groups of eight, with the single entries first.
  let eights: [Eight]
  /// The number of groups without shades.
  let plainEights: Int

  /// Creates the tones of some entries.
  init(
    of places: [Int], _ lights: [LinearColor], _ labs: [SIMD3<Float>], _ shades: ShadeMixing, _ weights: PaletteWeights
  ) {
    func eights(_ tones: [Tone]) -> [Eight] {
      stride(from: 0, to: tones.count, by: 8).map { start in
        let eight = (start..<start + 8).map { tones[min($0, tones.count - 1)] }
        let penalties = eight.enumerated().map { lane, tone -> Float in
          if start + lane >= tones.count { return .infinity }
          let share = Float(tone.quarters) / 4
          let difference = labs[Int(tone.front)] - labs[Int(tone.back)]
          let squares = difference * difference
          let unevenness = weights.unevenness * squares.x + weights.colorUnevenness * (squares.y + squares.z)
          return share * (1 - share) * unevenness
        }
        let mixtures = eight.map { tone in
          let (front, back) = (lights[Int(tone.front)], lights[Int(tone.back)])
          return LMS.lab(LMS.responses(to: shades.light(front, over: back, quarters: Int(tone.quarters)).channels))
        }
        return Eight(lab: EightColors(mixtures), penalty: SIMD8(penalties), tones: SIMD8(eight.map(\.packed)))
      }
    }
    let plain = eights(places.map { Tone(front: $0, back: $0, quarters: 0) })
    plainEights = plain.count
    self.eights =
      plain
      + eights(
        places.indices.flatMap { one in
          places.indices.dropFirst(one + 1).flatMap { other in
            (1...3).map { Tone(front: places[one], back: places[other], quarters: $0) }
          }
        })
  }

  /// The tone nearest to a wanted one, and its error.
  @inline(__always)
  func nearest(to wanted: ToneTarget, withShades: Bool) -> (tone: Tone, error: Float) {
    var least = SIMD8<Float>(repeating: .infinity)
    var found = SIMD8<Int32>.zero
    for number in 0..<(withShades ? eights.count : plainEights) {
      let eight = eights[number]
      let error = wanted.errors(of: eight.lab) + eight.penalty
      let isLess = error .< least
      least.replace(with: error, where: isLess)
      found.replace(with: eight.tones, where: isLess)
    }
    let error = least.min()
    // On a tie, the tone with the lowest packed value wins.
    let tone = found.replacing(with: .max, where: least .!= error).min()
    return (Tone(packed: tone), error)
  }
}

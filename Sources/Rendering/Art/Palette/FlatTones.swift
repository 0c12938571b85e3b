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
    /// The luminance of each.
    var lights: SIMD8<Float>
    /// The range of the lightness.
    var darkest: Float
    var lightest: Float
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

  /// More than the rounding errors in a tone's error.
  private static let slack: Float = 1e-6

  /// The tones in groups of eight: the single entries first, then mixtures of like lightness together.
  let eights: [Eight]
  /// The number of groups without shades.
  let plainEights: Int

  /// Creates the tones of some entries.
  init(
    of indices: [Int], _ lights: [LinearColor], _ labs: [SIMD3<Float>], _ shades: ShadeMixing, _ weights: PaletteWeights
  ) {
    func response(to tone: Tone) -> SIMD3<Float> {
      let (front, back) = (lights[Int(tone.front)], lights[Int(tone.back)])
      return LMS.responses(to: shades.light(front, over: back, quarters: Int(tone.quarters)).channels)
    }
    func eights(_ tones: [(tone: Tone, response: SIMD3<Float>)]) -> [Eight] {
      stride(from: 0, to: tones.count, by: 8).map { start in
        var responses = EightColors.zero
        var penalty = SIMD8<Float>(repeating: .infinity)
        var packed = SIMD8<Int32>.zero
        for lane in 0..<8 {
          let (tone, response) = tones[min(start + lane, tones.count - 1)]
          (responses.x[lane], responses.y[lane], responses.z[lane]) = (response.x, response.y, response.z)
          packed[lane] = tone.packed
          guard start + lane < tones.count else { continue }
          let share = Float(tone.quarters) / 4
          let difference = labs[Int(tone.front)] - labs[Int(tone.back)]
          let squares = difference * difference
          let unevenness = weights.unevenness * squares.x + weights.colorUnevenness * (squares.y + squares.z)
          penalty[lane] = share * (1 - share) * unevenness
        }
        let lab = LMS.lab(responses)
        return Eight(
          lab: lab, penalty: penalty, tones: packed, lights: LMS.luminances(of: responses), darkest: lab.x.min(),
          lightest: lab.x.max())
      }
    }
    func answered(_ tones: [Tone]) -> [(tone: Tone, response: SIMD3<Float>)] { tones.map { ($0, response(to: $0)) } }
    let plain = eights(answered(indices.map { Tone(front: $0, back: $0, quarters: 0) }))
    plainEights = plain.count
    let mixtures = answered(
      indices.indices.flatMap { one in
        indices.indices.dropFirst(one + 1).flatMap { other in
          (1...3).map { Tone(front: indices[one], back: indices[other], quarters: $0) }
        }
      })
    self.eights =
      plain
      + eights(
        mixtures.map { (lightness: LMS.lab($0.response).x, mixture: $0) }
          .sorted { ($0.lightness, $0.mixture.tone.packed) < ($1.lightness, $1.mixture.tone.packed) }.map(\.mixture))
  }

  /// The tone nearest to a wanted one, and its error.
  ///
  /// - Parameters:
  ///   - unfamiliar: The penalties of entries that the cells around do not have.
  ///   - blurred: The error of the light around the cell.
  @inline(__always)
  func nearest(
    to wanted: ToneTarget, withShades: Bool, _ unfamiliar: EntryPenalties? = nil, _ blurred: BlurredError? = nil
  ) -> (
    tone: Tone, error: Float
  ) {
    var minimum = SIMD8<Float>(repeating: .infinity)
    var found = SIMD8<Int32>.zero
    var best = Float.infinity
    let least = blurred?.minimum ?? 0
    for number in 0..<(withShades ? eights.count : plainEights) {
      // Of most groups all tones are too dark or too light.
      let beyond = max(eights[number].darkest - wanted.lightness, wanted.lightness - eights[number].lightest, 0)
      guard beyond * beyond + least <= best + Self.slack else { continue }
      var error = wanted.errors(of: eights[number].lab) + eights[number].penalty
      if let blurred { error += blurred.errors(of: eights[number].lights) }
      if let unfamiliar {
        // Penalties are never negative, so most groups need none.
        guard error.least < best else { continue }
        for lane in 0..<8 where error[lane] < best {
          let tone = Tone(packed: eights[number].tones[lane])
          error[lane] += unfamiliar.of(tone.front, over: tone.back, share: Float(tone.quarters) / 4)
        }
      }
      best = min(best, error.least)
      let isLess = error .< minimum
      minimum.replace(with: error, where: isLess)
      found.replace(with: eights[number].tones, where: isLess)
    }
    let error = minimum.least
    // On a tie, the tone with the lowest packed value wins.
    let tone = found.replacing(with: .max, where: minimum .!= error).min()
    return (Tone(packed: tone), error)
  }
}

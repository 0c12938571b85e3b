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
    of indices: [Int], _ lights: [LinearColor], _ labs: [SIMD3<Float>], _ shades: ShadeMixing, _ weights: PaletteWeights
  ) {
    func eights(_ tones: [Tone]) -> [Eight] {
      stride(from: 0, to: tones.count, by: 8).map { start in
        var eight = Eight(lab: .zero, penalty: SIMD8(repeating: .infinity), tones: .zero)
        var responses = EightColors.zero
        for lane in 0..<8 {
          let tone = tones[min(start + lane, tones.count - 1)]
          let (front, back) = (Int(tone.front), Int(tone.back))
          let response = LMS.responses(
            to: shades.light(lights[front], over: lights[back], quarters: Int(tone.quarters)).channels)
          (responses.x[lane], responses.y[lane], responses.z[lane]) = (response.x, response.y, response.z)
          eight.tones[lane] = tone.packed
          guard start + lane < tones.count else { continue }
          let share = Float(tone.quarters) / 4
          let difference = labs[front] - labs[back]
          let squares = difference * difference
          let unevenness = weights.unevenness * squares.x + weights.colorUnevenness * (squares.y + squares.z)
          eight.penalty[lane] = share * (1 - share) * unevenness
        }
        eight.lab = LMS.lab(responses)
        return eight
      }
    }
    let plain = eights(indices.map { Tone(front: $0, back: $0, quarters: 0) })
    plainEights = plain.count
    self.eights =
      plain
      + eights(
        indices.indices.flatMap { one in
          indices.indices.dropFirst(one + 1).flatMap { other in
            (1...3).map { Tone(front: indices[one], back: indices[other], quarters: $0) }
          }
        })
  }

  /// The tone nearest to a wanted one, and its error.
  ///
  /// - Parameter unfamiliar: The penalties of entries that the cells around do not have.
  @inline(__always)
  func nearest(to wanted: ToneTarget, withShades: Bool, _ unfamiliar: EntryPenalties? = nil) -> (
    tone: Tone, error: Float
  ) {
    var minimum = SIMD8<Float>(repeating: .infinity)
    var found = SIMD8<Int32>.zero
    var best = Float.infinity
    for number in 0..<(withShades ? eights.count : plainEights) {
      let eight = eights[number]
      var error = wanted.errors(of: eight.lab) + eight.penalty
      if let unfamiliar {
        // Penalties are never negative, so most groups need none.
        guard error.min() < best else { continue }
        for lane in 0..<8 {
          let tone = Tone(packed: eight.tones[lane])
          error[lane] += unfamiliar.of(tone.front, over: tone.back, share: Float(tone.quarters) / 4)
        }
        best = min(best, error.min())
      }
      let isLess = error .< minimum
      minimum.replace(with: error, where: isLess)
      found.replace(with: eight.tones, where: isLess)
    }
    let error = minimum.min()
    // On a tie, the tone with the lowest packed value wins.
    let tone = found.replacing(with: .max, where: minimum .!= error).min()
    return (Tone(packed: tone), error)
  }
}

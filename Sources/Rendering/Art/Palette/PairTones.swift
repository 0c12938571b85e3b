import CGlyphs

/// The tones of a small palette, by their entries.
///
/// Cells keep to the entries of those around them (`EntryPenalties`), so the nearest tone nearly always has only such entries, and few
/// of the others need to be compared.
struct PairTones: Sendable {
  /// The three mixtures of two entries, and the second one alone, in the layout that `CGlyphs` expects.
  private struct Four: Sendable {
    var x = SIMD4<Float>.zero
    var y = SIMD4<Float>.zero
    var z = SIMD4<Float>.zero
    /// See `FlatTones.Eight`.
    var penalty = SIMD4<Float>(repeating: .infinity)
    var tones = SIMD4<Int32>(repeating: .max)
    var lights = SIMD4<Float>.zero
  }

  private static let entries = 16

  /// For each first entry, those for each second one from the first one itself.
  private let fours: [Four]
  /// The mixtures of each entry with all others, two groups for each share, and the ranges of these six groups.
  private let mixtures: [FlatTones.Eight]
  private let ranges: [ToneRanges]

  /// Sorts the tones of all pairs of up to 16 entries.
  ///
  /// - Parameter grouped: Returns the indices of colors with like ones next to each other in groups of eight.
  init(_ eights: [FlatTones.Eight], entries: Int, grouped: ([SIMD3<Float>]) -> [Int]) {
    var fours = Array(repeating: Four(), count: Self.entries * Self.entries)
    var places: [[(eight: Int, lane: Int)]] = Array(repeating: [], count: entries * 3)
    for (index, eight) in eights.enumerated() {
      for lane in 0..<8 where eight.penalty[lane] < .infinity {
        let tone = FlatTones.Tone(packed: eight.tones[lane])
        let place = Int(tone.quarters + 3) % 4
        // An entry alone is the second one of pairs with all before it, and with itself.
        for front in tone.quarters == 0 ? 0...tone.back : tone.front...tone.front {
          let pair = Int(front) * Self.entries + Int(tone.back)
          (fours[pair].x[place], fours[pair].y[place], fours[pair].z[place]) =
            (eight.lab.x[lane], eight.lab.y[lane], eight.lab.z[lane])
          (fours[pair].penalty[place], fours[pair].tones[place]) = (eight.penalty[lane], eight.tones[lane])
          fours[pair].lights[place] = eight.lights[lane]
        }
        guard tone.quarters > 0 else { continue }
        places[Int(tone.front) * 3 + Int(tone.quarters) - 1].append((index, lane))
        places[Int(tone.back) * 3 + 3 - Int(tone.quarters)].append((index, lane))
      }
    }
    self.fours = fours
    let groups = stride(from: 0, to: entries * 3, by: 3).map { first in
      places[first..<first + 3].flatMap { places in
        let order = grouped(places.map { eights[$0.eight].lab[$0.lane] })
        return [0, 8].map { start in
          FlatTones.Eight((0..<8).map { start + $0 < order.count ? places[order[start + $0]] : nil }, of: eights)
        }
      }
    }
    mixtures = groups.flatMap(\.self)
    ranges = groups.map { ToneRanges($0[...]) }
  }

  /// Calls `body` with the tones for `CGlyphs`.
  @inline(__always)
  func withSearched(_ body: (tui_pair_tones) -> Void) {
    unsafe fours.withUnsafeBytes { fours in
      unsafe mixtures.withUnsafeBytes { mixtures in
        unsafe ranges.withUnsafeBytes { ranges in
          unsafe body(
            tui_pair_tones(fours: fours.baseAddress, mixtures: mixtures.baseAddress, ranges: ranges.baseAddress))
        }
      }
    }
  }
}

extension FlatTones.Eight {
  /// Creates a group of tones of other groups; padded where there is none.
  fileprivate init(_ places: [(eight: Int, lane: Int)?], of eights: [FlatTones.Eight]) {
    self.init(lab: .zero, penalty: SIMD8(repeating: .infinity), tones: SIMD8(repeating: .max), lights: .zero)
    for lane in 0..<8 {
      // Padding must not widen the group's range.
      guard let place = places[lane] ?? places[0] else { continue }
      let eight = eights[place.eight]
      (lab.x[lane], lab.y[lane], lab.z[lane]) = (
        eight.lab.x[place.lane], eight.lab.y[place.lane], eight.lab.z[place.lane]
      )
      lights[lane] = eight.lights[place.lane]
      guard places[lane] != nil else { continue }
      (penalty[lane], tones[lane]) = (eight.penalty[place.lane], eight.tones[place.lane])
    }
  }
}

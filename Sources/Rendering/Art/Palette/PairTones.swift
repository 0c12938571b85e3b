/// The tones of a small palette, by their entries.
///
/// Cells keep to the entries of those around them (`EntryPenalties`), so the nearest tone nearly always has only such entries, and few
/// of the others need to be compared.
struct PairTones: Sendable {
  /// The three mixtures of two entries, and the second one alone.
  private struct Four: Sendable {
    var x = SIMD4<Float>.zero
    var y = SIMD4<Float>.zero
    var z = SIMD4<Float>.zero
    /// See `FlatTones.Eight`.
    var penalty = SIMD4<Float>(repeating: .infinity)
    var tones = SIMD4<Int32>(repeating: .max)
    var lights = SIMD4<Float>.zero
  }

  /// The mixtures of one entry with all others: two groups for each share.
  struct Mixtures: Sendable {
    let eights: [FlatTones.Eight]
    let ranges: ToneRanges

    /// The share of each group that other entries have.
    static var others: SIMD8<Float> { SIMD8(0.75, 0.75, 0.5, 0.5, 0.25, 0.25, 0, 0) }
  }

  /// The shares of the first entry in a `Four`, twice.
  private static var shares: SIMD8<Float> { SIMD8(0.25, 0.5, 0.75, 0, 0.25, 0.5, 0.75, 0) }
  private static let entries = 16

  /// For each first entry, those for each second one from the first one itself.
  private let fours: [Four]
  /// Those of each entry.
  let mixtures: [Mixtures]

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
    mixtures = stride(from: 0, to: entries * 3, by: 3).map { first in
      let groups = places[first..<first + 3].flatMap { places in
        let order = grouped(places.map { eights[$0.eight].lab[$0.lane] })
        return [0, 8].map { start in
          FlatTones.Eight((0..<8).map { start + $0 < order.count ? places[order[start + $0]] : nil }, of: eights)
        }
      }
      return Mixtures(eights: groups, ranges: ToneRanges(groups[...]))
    }
  }

  /// The nearest of the tones of the entries that the cells around one have, at least two, and its error; of equally near ones,
  /// that with the lowest packed value.
  @inline(__always)
  func nearest(
    to wanted: ToneTarget, _ unfamiliar: EntryPenalties, _ blurred: BlurredError?
  ) -> (tone: Int32, error: Float) {
    var best = (tone: Int32.max, error: Float.infinity)
    // The first entry alone, and then the pairs, two at a time.
    var fronts = unfamiliar.entries
    var front = fronts.removeFirst()
    var pending = (front: front, back: front)
    var isPending = true
    var backs = fronts
    while true {
      while backs.isEmpty {
        if fronts.isEmpty {
          if isPending { compare(pending, pending, to: wanted, unfamiliar, blurred, &best) }
          return best
        }
        front = fronts.removeFirst()
        backs = fronts
      }
      let pair = (front: front, back: backs.removeFirst())
      if isPending { compare(pending, pair, to: wanted, unfamiliar, blurred, &best) } else { pending = pair }
      isPending.toggle()
    }
  }

  /// Compares the tones of two pairs.
  @inline(__always)
  private func compare(
    _ one: (front: Int, back: Int), _ other: (front: Int, back: Int), to wanted: ToneTarget,
    _ unfamiliar: EntryPenalties,
    _ blurred: BlurredError?, _ best: inout (tone: Int32, error: Float)
  ) {
    let fours = fours.span
    let (first, second) = (
      fours[one.front &* Self.entries &+ one.back], fours[other.front &* Self.entries &+ other.back]
    )
    let tones = EightColors(
      x: SIMD8(lowHalf: first.x, highHalf: second.x), y: SIMD8(lowHalf: first.y, highHalf: second.y),
      z: SIMD8(lowHalf: first.z, highHalf: second.z))
    var errors = wanted.errors(of: tones) + SIMD8(lowHalf: first.penalty, highHalf: second.penalty)
    if let blurred {
      errors += blurred.errors(of: SIMD8(lowHalf: first.lights, highHalf: second.lights))
    }
    let (front, back) = (
      SIMD8(
        lowHalf: SIMD4(repeating: unfamiliar.of(one.front)), highHalf: SIMD4(repeating: unfamiliar.of(other.front))),
      SIMD8(
        lowHalf: SIMD4(repeating: unfamiliar.of(one.back)), highHalf: SIMD4(repeating: unfamiliar.of(other.back)))
    )
    errors += front * Self.shares + back * (1 - Self.shares)
    let least = errors.least
    guard least <= best.error else { return }
    let packed = SIMD8(lowHalf: first.tones, highHalf: second.tones)
    let tone = packed.replacing(with: .max, where: errors .!= least).least
    if least < best.error || tone < best.tone { best = (tone, least) }
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

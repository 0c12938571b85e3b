import CGlyphs
import Parallelism
import Terminal

/// The tones that flat cells can show with some palette entries: each entry alone, and any two of them mixed by a
/// shade.
///
/// Seen from a distance, the two colors of ░ ▒ ▓ mix nearly as light does; see `ShadeMixing`.
final class FlatTones: Sendable {
  /// Eight tones in OKLab, in the layout that `CGlyphs` expects.
  struct Eight: Sendable {
    var lab: EightColors
    /// The unevenness of each compared to a single color, as a squared distance; infinite for the padding of the last
    /// group.
    var penalty: SIMD8<Float>
    var tones: SIMD8<Int32>
    /// The luminance of each.
    var lights: SIMD8<Float>
  }

  /// A tone's two colors, and the number of quarters of the cell that the first one covers.
  struct Tone: Sendable {
    var front: Int32
    var back: Int32
    var quarters: Int32

    init(packed: Int32) {
      (front, back, quarters) = (packed & 0xFF, packed >> 8 & 0xFF, packed >> 16)
    }

    var glyph: Glyph { quarters == 0 ? .blank : ShadeMixing.glyphs[Int(quarters) - 1] }
  }

  /// The weight of the difference of a shade's two colors relative to its tone: the stipple is visible from close up.
  static let unevenness: Float = 0.005

  /// The tones in groups of eight: the single entries first, then like mixtures together.
  let eights: [Eight]
  /// The number of groups without shades.
  let plainEights: Int
  /// The ranges of the groups, eight by eight.
  private let ranges: [ToneRanges]

  /// A tone, the cone responses to it, and its unevenness.
  private struct Mixture {
    var packed: Int32
    var response: SIMD3<Float>
    var penalty: Float
  }

  /// Creates the tones of some entries, at most 16.
  ///
  /// - Parameter labs: All entries in OKLab.
  init(of indices: [Int], _ mixtures: ShadeMixtures, _ labs: [SIMD3<Float>], _ weights: PaletteWeights) {
    let plain = indices.map { index in
      Mixture(
        packed: Int32(index | index << 8), response: mixtures.responses(to: index, over: index, quarters: 0), penalty: 0
      )
    }
    var mixed: [Mixture] = []
    mixed.reserveCapacity(indices.count * indices.count / 2 * 3)
    for one in indices.indices {
      for other in indices.indices.dropFirst(one + 1) {
        let (front, back) = (indices[one], indices[other])
        let difference = labs[front] - labs[back]
        let squares = difference * difference
        let unevenness = weights.unevenness * squares.x + weights.colorUnevenness * (squares.y + squares.z)
        for quarters in 1...3 {
          let share = Float(quarters) / 4
          mixed.append(
            Mixture(
              packed: Int32(front | back << 8 | quarters << 16),
              response: mixtures.responses(to: front, over: back, quarters: Int32(quarters)),
              penalty: share * (1 - share) * unevenness))
        }
      }
    }
    // Lists of the entries around one are many, and only sorted by lightness.
    let order =
      indices.count == labs.count ? Self.grouped(mixed.map { LMS.lab($0.response) }) : Self.sortedByLightness(mixed)
    let (plainEights, mixedEights) = (Self.eights(plain), Self.eights(order.map { mixed[$0] }))
    self.plainEights = plainEights.count
    eights = plainEights + mixedEights
    ranges = stride(from: 0, to: eights.count, by: 8).map { [eights] in
      ToneRanges(eights[$0..<min($0 + 8, eights.count)])
    }
  }

  /// Tones in groups of eight. The last group is padded with its last tone.
  private static func eights(_ mixtures: [Mixture]) -> [Eight] {
    stride(from: 0, to: mixtures.count, by: 8).map { start in
      func mixture(_ lane: Int) -> Mixture { mixtures[min(start + lane, mixtures.count - 1)] }
      func penalty(_ lane: Int) -> Float { start + lane < mixtures.count ? mixtures[start + lane].penalty : .infinity }
      // Written out: vectors are slow to fill in a loop.
      let (a, b, c, d) = (mixture(0), mixture(1), mixture(2), mixture(3))
      let (e, f, g, h) = (mixture(4), mixture(5), mixture(6), mixture(7))
      let responses = EightColors(
        x: SIMD8(
          a.response.x, b.response.x, c.response.x, d.response.x, e.response.x, f.response.x, g.response.x,
          h.response.x),
        y: SIMD8(
          a.response.y, b.response.y, c.response.y, d.response.y, e.response.y, f.response.y, g.response.y,
          h.response.y),
        z: SIMD8(
          a.response.z, b.response.z, c.response.z, d.response.z, e.response.z, f.response.z, g.response.z,
          h.response.z))
      return Eight(
        lab: LMS.lab(responses),
        penalty: SIMD8(
          a.penalty, penalty(1), penalty(2), penalty(3), penalty(4), penalty(5), penalty(6), penalty(7)),
        tones: SIMD8(a.packed, b.packed, c.packed, d.packed, e.packed, f.packed, g.packed, h.packed),
        lights: LMS.luminances(of: responses))
    }
  }

  /// The indices of tones by lightness, in 256 steps: which tones are together decides only how many are compared.
  private static func sortedByLightness(_ tones: [Mixture]) -> [Int] {
    let steps = tones.map { tone in
      // The lightness of grays; negative for colors that no light has.
      Int(min(max(LMS.cubeRoot(tone.response.y), 0), 1) * 255)
    }
    var places = [Int](repeating: 0, count: 257)
    for step in steps { places[step + 1] += 1 }
    for step in 1..<256 { places[step] += places[step - 1] }
    var order = [Int](repeating: 0, count: tones.count)
    for (index, step) in steps.enumerated() {
      order[places[step]] = index
      places[step] += 1
    }
    return order
  }

  /// The indices of tones, with like ones next to each other in groups of eight.
  private static func grouped(_ tones: [SIMD3<Float>]) -> [Int] {
    var order = Array(tones.indices)
    /// Halves a range along its longest axis, and each half again.
    func group(_ range: Range<Int>) {
      guard range.count > 8 else { return }
      let all = order[range].map { tones[$0] }
      let extent = [0, 1, 2].map { axis in
        all.reduce(-.infinity) { max($0, $1[axis]) } - all.reduce(.infinity) { min($0, $1[axis]) }
      }
      let axis = extent[0] >= max(extent[1], extent[2]) ? 0 : extent[1] >= extent[2] ? 1 : 2
      order[range].sort { (tones[$0][axis], $0) < (tones[$1][axis], $1) }
      let middle = range.lowerBound + (range.count / 2 + 7) / 8 * 8
      group(range.lowerBound..<middle)
      group(middle..<range.upperBound)
    }
    group(order.indices)
    return order
  }

  /// The tone nearest to a wanted one, and its error; of equally near ones, that with the lowest packed value.
  ///
  /// - Parameters:
  ///   - penalties: The penalties of entries.
  ///   - blurred: The error of the light around the cell.
  ///   - guess: The group that probably has it, such as the one found for a similar tone: the nearer its tones are, the fewer
  ///     other groups are compared. It is replaced by the group that has it.
  func nearest(
    to wanted: ToneTarget, withShades: Bool, _ penalties: EntryPenalties = EntryPenalties(),
    _ blurred: BlurredError? = nil, isWide: Bool = Vectors.areWide, guess: inout Int
  ) -> (tone: Tone, error: Float) {
    var target = wanted.forSearch(blurred)
    var (tone, error) = (Int32.max, Float.infinity)
    unsafe withSearched(withShades: withShades) { tones in
      unsafe penalties.withSearched { penalties in
        tone = unsafe tui_tones_nearest(isWide, tones, &target, penalties, &guess, &error)
      }
    }
    return (Tone(packed: tone), error)
  }

  /// Calls `body` with the tones for `CGlyphs`.
  @inline(__always)
  private func withSearched(withShades: Bool, _ body: (UnsafePointer<tui_tones>) -> Void) {
    unsafe eights.withUnsafeBufferPointer { eights in
      unsafe ranges.withUnsafeBufferPointer { ranges in
        guard let first = eights.baseAddress, let firstRange = ranges.baseAddress else { return }
        var tones = unsafe tui_tones(
          eights: first, count: withShades ? eights.count : plainEights, ranges: firstRange, range_count: ranges.count)
        unsafe body(&tones)
      }
    }
  }
}

/// The ranges of the tones in eight groups, in the layout that `CGlyphs` expects.
struct ToneRanges: Sendable {
  /// The middles of the boxes in OKLab that contain the groups, and half their sizes.
  private var centers: EightColors
  private var halves = EightColors.zero
  /// The range of the luminance.
  private var darkest = SIMD8<Float>.zero
  private var lightest = SIMD8<Float>.zero
  /// The least unevenness.
  private var penalties = SIMD8<Float>.zero

  init(_ groups: ArraySlice<FlatTones.Eight>) {
    // A group that does not exist is farther away than any tone.
    centers = EightColors(x: SIMD8(repeating: 1000), y: .zero, z: .zero)
    func range(_ values: SIMD8<Float>) -> (center: Float, half: Float) {
      let (least, greatest) = (values.min(), values.max())
      return ((least + greatest) / 2, (greatest - least) / 2)
    }
    for (lane, group) in groups.enumerated() {
      (centers.x[lane], halves.x[lane]) = range(group.lab.x)
      (centers.y[lane], halves.y[lane]) = range(group.lab.y)
      (centers.z[lane], halves.z[lane]) = range(group.lab.z)
      (darkest[lane], lightest[lane]) = (group.lights.min(), group.lights.max())
      penalties[lane] = group.penalty.min()
    }
  }
}

import Bitmaps
import Terminal

extension ArtMode {
  /// The printable ASCII characters, chosen by shape and tone.
  package static let ascii = ArtMode(ascii: .printable, name: "ascii")

  /// Creates a mode that draws a bank's characters. The bank is created with the first picture, as that takes longer
  /// than drawing one.
  init(ascii: @autoclosure @escaping @Sendable () -> Ascii, name: String) {
    self.init(
      name: name, samplesPerHalfCell: GlyphFit.samplesPerHalfCell, needsUnicode: false,
      drawing: { canvas, options in ascii().draw(canvas, options) },
      mixing: { mix, _, _, options in ascii().draw(mix, options.steady) })
  }
}

/// Fits characters to 4×8 samples per cell.
struct Ascii: Sendable {
  static let printable = Ascii(GlyphBank(sets: .ascii))

  private let bank: GlyphBank
  private let eights: [AsciiEight]
  private let fewColors: FewColors
  private let workers: RowWorkers

  init(_ bank: GlyphBank, workers: RowWorkers = .shared) {
    self.bank = bank
    self.workers = workers
    let eights = AsciiEight.all(of: bank)
    self.eights = eights
    fewColors = FewColors(bank, isASCII: true, hasShades: false, workers: workers) { view in
      unsafe AsciiSearch(view.samples, view.bank).candidates(eights)
    }
  }

  func draw(_ canvas: consuming Canvas, _ options: ArtOptions) -> [Cell] {
    if FewColors.areNeeded(for: options) { return fewColors.draw(canvas, options) }
    let behind = LinearColor.pixel(options.assumedBackground)
    let eights = eights
    let cells = canvas.mapCells(bank, behind: behind, workers: workers) { view in
      unsafe view.fill == .nothing ? .blank : AsciiSearch(view.samples, view.bank).cell(eights)
    }
    return options.reduced(cells)
  }
}

/// Eight characters, with the data that the search needs besides their weights.
struct AsciiEight: Sendable {
  /// The index of the first of these in the bank's entries.
  var first: Int
  /// The index of their weights in the bank, and how many sums of a cell they apply to.
  var start: Int
  var sums: Int
  /// Mean coverages; 0 for the padding of the last group of eight.
  var mean: SIMD8<Float>
  /// Lengths of the coverages minus their means; 0 for the padding of the last group of eight.
  var norm: SIMD8<Float>

  /// A bank's entries in groups of eight, without the blank.
  static func all(of bank: GlyphBank) -> [AsciiEight] {
    bank.levels.flatMap { level in
      (0..<level.eights).map { eight in
        let entries = bank.entries[(level.first + eight * 8)..<(level.first + eight * 8 + 8)]
        return AsciiEight(
          first: level.first + eight * 8, start: level.start + eight * level.sums, sums: level.sums,
          mean: SIMD8(entries.map(\.mean)), norm: SIMD8(entries.map(\.norm)))
      }
    }
  }
}

/// The search for the character and the two colors with the least squared error.
@unsafe
private struct AsciiSearch {
  private let samples: CellSamples
  private let bank: GlyphBank.View

  init(_ samples: CellSamples, _ bank: GlyphBank.View) {
    unsafe self.samples = unsafe samples
    unsafe self.bank = unsafe bank
  }

  /// The dot products of the luma, minus its mean, and eight characters' shapes of length 1.
  @inline(__always)
  private func correlations(_ eight: AsciiEight) -> SIMD8<Float> {
    let luma = unsafe samples.sums(eight.sums, plane: 0)
    let weights = unsafe bank.weights + eight.start
    var (first, second) = (SIMD8<Float>.zero, SIMD8<Float>.zero)
    var sum = 0
    while sum < eight.sums {
      unsafe first += weights[sum] * luma[sum]
      unsafe second += weights[sum &+ 1] * luma[sum &+ 1]
      sum &+= 2
    }
    return first + second
  }

  /// For each lane, the character that lowers the error most, as its group's first entry (-1: none), and the reduction.
  ///
  /// With `t` the luma and `g` a coverage, both minus their means, the model is mean + s·g, where s is the foreground
  /// minus the background. The least-squares slope s = Σtg/Σg², clamped so that both colors stay within 0…255, lowers
  /// the error by 2s·Σtg − s²·Σg². Characters fill little of their cell, so the clamp often applies; `GlyphSearch` does
  /// not account for it.
  @inline(__always)
  private func search(_ eights: [AsciiEight]) -> (gain: SIMD8<Float>, first: SIMD8<Int32>) {
    let tone = unsafe SIMD8<Float>(repeating: min(max(samples.mean.x, 0), 255))
    var bestGain = SIMD8<Float>(repeating: GlyphSearch.flatEnergy)
    var bestFirst = SIMD8<Int32>(repeating: -1)
    for eight in eights {
      let product = unsafe correlations(eight)
      let norm = eight.norm.replacing(with: 1, where: eight.norm .== 0)
      let slope = clampedSlopes(product / norm, tone: tone, mean: eight.mean)
      let shown = slope * norm
      let gain = shown * (2 * product - shown)
      let isBetter = gain .> bestGain
      bestGain.replace(with: gain, where: isBetter)
      bestFirst.replace(with: SIMD8(repeating: Int32(truncatingIfNeeded: eight.first)), where: isBetter)
    }
    return (bestGain, bestFirst)
  }

  /// The character and two colors with the least squared error.
  @inline(__always)
  func cell(_ eights: [AsciiEight]) -> Cell {
    let found = unsafe search(eights)
    // On a tie between lanes, the first entry wins.
    var best = (gain: Float(0), entry: 0)
    for lane in 0..<8 where found.first[lane] >= 0 {
      let entry = Int(found.first[lane]) + lane
      if found.gain[lane] > best.gain || found.gain[lane] == best.gain && entry < best.entry {
        best = (found.gain[lane], entry)
      }
    }
    return unsafe cell(best.entry)
  }

  /// Good characters, including the best; 0 where there is none.
  func candidates(_ eights: [AsciiEight]) -> SIMD8<Int32> {
    let first = unsafe search(eights).first
    return (first &+ SIMD8(0, 1, 2, 3, 4, 5, 6, 7)).replacing(with: 0, where: first .< 0)
  }

  /// A character in its least-squares colors: the extra contrast that `CellColors` adds scores lower with characters.
  @inline(__always)
  private func cell(_ number: Int) -> Cell {
    let (mean, norm) = unsafe (bank.entries[number].mean, bank.entries[number].norm)
    let tones = unsafe CellColors.channels(samples.mean)
    guard norm > 0 else { return Cell(.blank, background: CellColors.color(tones)) }
    let sums = unsafe GlyphSearch.correlations(samples, number, in: bank)
    let planes = SIMD3(sums.0, sums.1, sums.2) / (norm * norm)
    let slopes = CellColors.channels(planes)
    var contrast = SIMD3<Float>.zero
    for channel in 0..<3 {
      let tone = min(max(tones[channel], 0), 255)
      let highest = min(tone / max(mean, 1e-6), (255 - tone) / (1 - mean))
      let lowest = -min((255 - tone) / max(mean, 1e-6), tone / (1 - mean))
      contrast[channel] = min(max(slopes[channel], lowest), highest)
    }
    let back = tones - contrast * mean
    let (front, behind) = (CellColors.color(back + contrast), CellColors.color(back))
    return unsafe front == behind
      ? Cell(.blank, background: behind) : Cell(bank.entries[number].glyph, foreground: front, background: behind)
  }
}

/// Slopes clamped so that both colors stay within 0…255.
@inline(__always)
private func clampedSlopes(_ slope: SIMD8<Float>, tone: SIMD8<Float>, mean: SIMD8<Float>) -> SIMD8<Float> {
  let full = mean.replacing(with: 1e-6, where: mean .< 1e-6)
  let (below, above) = (tone / full, (255 - tone) / full)
  let (under, over) = (tone / (1 - mean), (255 - tone) / (1 - mean))
  let highest = below.replacing(with: over, where: over .< below)
  let lowest = -above.replacing(with: under, where: under .< above)
  let raised = slope.replacing(with: lowest, where: slope .< lowest)
  return raised.replacing(with: highest, where: raised .> highest)
}

extension LinearColor {
  /// The opaque sample of a linear color.
  static func pixel(_ light: LinearColor) -> SIMD4<UInt16> { SIMD4(light.samples, 65_535) }
}

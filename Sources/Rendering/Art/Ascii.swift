import Imaging
import Terminal

extension ArtMode {
  /// The printable ASCII characters, chosen by shape and tone.
  package static let ascii = ArtMode(ascii: Ascii(GlyphBank(sets: .ascii)), name: "ascii")

  /// Characters of a bank.
  init(ascii: Ascii, name: String) {
    self.init(
      name: name, samplesPerHalfCell: GlyphFit.samplesPerHalfCell, needsUnicode: false,
      drawing: { canvas, options in ascii.draw(canvas, options) })
  }
}

/// Characters fitted to 4×8 samples a cell.
struct Ascii: Sendable {
  private let bank: GlyphBank
  private let eights: [AsciiEight]
  /// The mean coverage of the fullest character.
  private let fullest: Float

  init(_ bank: GlyphBank) {
    self.bank = bank
    eights = AsciiEight.all(of: bank)
    fullest = bank.entries.map(\.mean).max() ?? 1
  }

  func draw(_ canvas: Canvas, _ options: ArtOptions, workers: RowWorkers = .shared) -> [Cell] {
    let (columns, width, eights, fullest) = (canvas.cells.columns, canvas.width, eights, fullest)
    let behind = Light.pixel(options.assumedBackground)
    let isMono = options.depth == .mono
    return unsafe [Cell](unsafeUninitializedCapacity: canvas.cells.count) { cells, count in
      unsafe canvas.samples.withUnsafeBufferPointer { samples in
        unsafe SRGB.encodedOfLinear.withUnsafeBufferPointer { encoded in
          unsafe bank.withView { view in
            guard let samples = samples.baseAddress, let encoded = encoded.baseAddress, let cells = cells.baseAddress
            else { return }
            nonisolated(unsafe) let memory = unsafe (samples: samples, encoded: encoded, cells: cells, view: view)
            // `canvas.samples` has 4×8 for each cell, and the table a value for each sample.
            workers.run(rows: canvas.cells.rows) { row in
              unsafe withUnsafeTemporaryAllocation(of: Float.self, capacity: CellSamples.capacity) { numbers in
                guard let numbers = numbers.baseAddress else { return }
                var patch = unsafe AsciiPatch(CellSamples(in: numbers), encoded: memory.encoded)
                for column in 0..<columns {
                  let corner = unsafe memory.samples + row * GlyphBank.rows * width + column * GlyphBank.columns
                  let cell =
                    if unsafe !patch.take(corner, width: width, behind: behind) {
                      Cell.blank
                    } else if isMono {
                      unsafe patch.cellByTone(eights, memory.view, fullest: fullest)
                    } else {
                      unsafe patch.colouredCell(eights, memory.view)
                    }
                  unsafe (memory.cells + row * columns + column).initialize(to: cell)
                }
              }
            }
          }
        }
      }
      count = canvas.cells.count
    }
  }
}

/// Eight characters, as far as the search needs them beside their weights.
struct AsciiEight: Sendable {
  /// Of the bank's entries, the first of these.
  var first: Int
  /// Where in the bank their weights begin, and how many of a cell's sums they are for.
  var start: Int
  var sums: Int
  /// Mean coverages; 0 for what fills up the last eight.
  var mean: SIMD8<Float>
  /// Lengths of the coverages less their means; 0 for what fills up the last eight.
  var norm: SIMD8<Float>

  /// A bank's entries, without the blank.
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

/// The samples of one cell after the other.
@unsafe
private struct AsciiPatch {
  private var samples: CellSamples
  private let encoded: UnsafePointer<UInt8>

  init(_ samples: CellSamples, encoded: UnsafePointer<UInt8>) {
    unsafe self.samples = unsafe samples
    unsafe self.encoded = unsafe encoded
  }

  /// Takes a cell's samples, for what is nothing those of what is behind it. False: all are nothing.
  @inline(__always)
  mutating func take(_ corner: UnsafePointer<SIMD4<UInt16>>, width: Int, behind: SIMD4<UInt16>) -> Bool {
    if unsafe samples.take(corner, width: width, encoded: encoded) { return true }
    return unsafe withUnsafeTemporaryAllocation(of: SIMD4<UInt16>.self, capacity: GlyphBank.parts) { filled in
      guard let filled = filled.baseAddress else { return false }
      var alphas: UInt16 = 0
      for place in 0..<GlyphBank.parts {
        let sample = unsafe corner[place / GlyphBank.columns * width + place % GlyphBank.columns]
        alphas |= sample.w
        unsafe (filled + place).initialize(to: sample.w == 0 ? behind : sample)
      }
      _ = unsafe samples.take(filled, width: GlyphBank.columns, encoded: encoded)
      return alphas != 0
    }
  }

  /// For eight characters the product of the luma, less its mean, and their shape of length 1.
  @inline(__always)
  private func correlations(_ eight: AsciiEight, _ bank: GlyphBank.View) -> SIMD8<Float> {
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

  /// The character and two colours with the least squared error.
  ///
  /// With `t` the luma and `g` a coverage, both less their means, the model is mean + s·g, where s is the foreground less
  /// the background; the least squares' s = Σtg/Σg², held to what leaves both colours within 0…255, lowers the error by
  /// 2s·Σtg − s²·Σg². Characters fill little of their cell, so that limit is often met: hence no `GlyphSearch`.
  @inline(__always)
  func colouredCell(_ eights: [AsciiEight], _ bank: GlyphBank.View) -> Cell {
    let tone = unsafe SIMD8<Float>(repeating: min(max(samples.mean.x, 0), 255))
    var bestGain = SIMD8<Float>(repeating: GlyphSearch.flatEnergy)
    var bestFirst = SIMD8<Int32>(repeating: -1)
    for eight in eights {
      let product = unsafe correlations(eight, bank)
      let norm = eight.norm.replacing(with: 1, where: eight.norm .== 0)
      let slope = heldSlopes(product / norm, tone: tone, mean: eight.mean)
      let shown = slope * norm
      let gain = shown * (2 * product - shown)
      let isBetter = gain .> bestGain
      bestGain.replace(with: gain, where: isBetter)
      bestFirst.replace(with: SIMD8(repeating: Int32(truncatingIfNeeded: eight.first)), where: isBetter)
    }
    let best = bestEntry(bestGain, bestFirst) { $0 > $1 } ?? 0
    return unsafe cell(best, bank)
  }

  /// The character that is nearest when there is one colour on none.
  ///
  /// No character covers its cell: tones are scaled so that white is the fullest one. The tone counts for more than
  /// the shape, or gradients would fall apart into strokes.
  @inline(__always)
  func cellByTone(_ eights: [AsciiEight], _ bank: GlyphBank.View, fullest: Float) -> Cell {
    let scale = fullest / 255
    let (tone, energy) = unsafe (samples.mean.x * scale, samples.energy.x * scale * scale)
    // The space's error.
    var least = SIMD8<Float>(repeating: tone * tone + Ascii.shapeWeight * energy / Float(GlyphBank.parts))
    var bestFirst = SIMD8<Int32>(repeating: -1)
    for eight in eights {
      let product = unsafe correlations(eight, bank) * scale
      let off = tone - eight.mean
      let shape = energy + eight.norm * (eight.norm - 2 * product)
      let error = off * off + Ascii.shapeWeight / Float(GlyphBank.parts) * shape
      let isBetter = error .< least
      least.replace(with: error, where: isBetter)
      bestFirst.replace(with: SIMD8(repeating: Int32(truncatingIfNeeded: eight.first)), where: isBetter)
    }
    let best = bestEntry(least, bestFirst) { $0 < $1 } ?? 0
    return unsafe Cell(bank.entries[best].glyph)
  }

  /// A character in the least squares' colours: livelier ones, as `CellColors` has them, score lower with characters.
  @inline(__always)
  private func cell(_ number: Int, _ bank: GlyphBank.View) -> Cell {
    let (mean, norm) = unsafe (bank.entries[number].mean, bank.entries[number].norm)
    let tones = unsafe CellColors.channels(samples.mean)
    guard norm > 0 else { return Cell(.blank, background: CellColors.color(tones)) }
    let sums = unsafe GlyphSearch.correlations(samples, number, in: bank)
    let planes = SIMD3(sums.0, sums.1, sums.2) / (norm * norm)
    let slopes = CellColors.channels(planes)
    var held = SIMD3<Float>.zero
    for channel in 0..<3 {
      let tone = min(max(tones[channel], 0), 255)
      let highest = min(tone / max(mean, 1e-6), (255 - tone) / (1 - mean))
      let lowest = -min((255 - tone) / max(mean, 1e-6), tone / (1 - mean))
      held[channel] = min(max(slopes[channel], lowest), highest)
    }
    let back = tones - held * mean
    let (front, behind) = (CellColors.color(back + held), CellColors.color(back))
    return unsafe front == behind
      ? Cell(.blank, background: behind) : Cell(bank.entries[number].glyph, foreground: front, background: behind)
  }
}

/// The entry of the best lane; nil: no lane has one. Of lanes equally good, the first entry's.
@inline(__always)
private func bestEntry(
  _ values: SIMD8<Float>, _ firsts: SIMD8<Int32>, isBetter: (Float, Float) -> Bool
) -> Int? {
  var best: (value: Float, entry: Int)?
  for lane in 0..<8 where firsts[lane] >= 0 {
    let entry = Int(firsts[lane]) + lane
    guard let known = best else {
      best = (values[lane], entry)
      continue
    }
    if isBetter(values[lane], known.value) || values[lane] == known.value && entry < known.entry {
      best = (values[lane], entry)
    }
  }
  return best?.entry
}

/// Slopes held to what leaves both colours within 0…255.
@inline(__always)
private func heldSlopes(_ slope: SIMD8<Float>, tone: SIMD8<Float>, mean: SIMD8<Float>) -> SIMD8<Float> {
  let full = mean.replacing(with: 1e-6, where: mean .< 1e-6)
  let (below, above) = (tone / full, (255 - tone) / full)
  let (under, over) = (tone / (1 - mean), (255 - tone) / (1 - mean))
  let highest = below.replacing(with: over, where: over .< below)
  let lowest = -above.replacing(with: under, where: under .< above)
  let raised = slope.replacing(with: lowest, where: slope .< lowest)
  return raised.replacing(with: highest, where: raised .> highest)
}

extension Ascii {
  /// What the shape's error counts beside the tone's, without colours.
  fileprivate static let shapeWeight: Float = 0.12
}

extension Light {
  /// The opaque sample of a light.
  static func pixel(_ light: Light) -> SIMD4<UInt16> {
    let scaled = (light.channels.clamped(lowerBound: SIMD3(repeating: 0), upperBound: SIMD3(repeating: 1)) * 65_535)
      .rounded(.toNearestOrAwayFromZero)
    return SIMD4(UInt16(scaled.x), UInt16(scaled.y), UInt16(scaled.z), 65_535)
  }
}

import Bitmaps
import Parallelism
@testable import Rendering
import Terminal
import TestSupport
import Testing

@Suite("Cells drawn together")
struct ChosenCellsTests {
  /// A cell with a shape, computed number by number: the shape's two sides in the colors with the least error, with more contrast.
  @unsafe
  private static func cell(_ samples: CellSamples, _ number: Int, in bank: GlyphBank.View) -> Cell {
    let entry = unsafe bank.entries[number]
    let mean = unsafe samples.mean
    guard entry.norm > 0 else { return Cell(.blank, background: CellColors.color(CellColors.channels(mean))) }
    let scale = 1 / (entry.norm * entry.norm)
    let sums = unsafe GlyphSearch.correlations(samples, number, in: bank)
    var slope = SIMD3(sums.0 * scale, sums.1 * scale, sums.2 * scale)
    let shown = slope.x * slope.x * entry.norm * entry.norm
    if shown > 1 {
      let missing = unsafe (samples.energy.x / shown).squareRoot() - 1
      slope *= min(1 + CellColors.contrastBoost * max(missing, 0), CellColors.maximumBoost)
    }
    let back = mean - slope * entry.mean
    let front = CellColors.color(CellColors.channels(back + slope))
    let behind = CellColors.color(CellColors.channels(back))
    return front == behind ? Cell(.blank, background: behind) : Cell(entry.glyph, foreground: front, background: behind)
  }

  @Test(arguments: [false, true])
  func `up to eight cells have the colors of each alone`(isWide: Bool) {
    let bank = GlyphBank(sets: .best)
    let isWide = isWide && Vectors.areWide
    var random = SplitMix64(seed: 21)
    for round in 0..<Rounds.count(400) {
      let count = 1 + round % 8
      let samples = (0..<count).map { RandomCell.colors(round + $0, &random) }.flatMap { $0 }.map { color in
        SIMD4(SRGB.linear16(UInt8(color.x)), SRGB.linear16(UInt8(color.y)), SRGB.linear16(UInt8(color.z)), .max)
      }
      let numbers = (0..<count).map { _ in Int(random.next() % UInt64(bank.entries.count)) }
      var expected: [Cell] = []
      var drawn = [Cell](repeating: .blank, count: count)
      var memory = [Float](repeating: 0, count: unsafe CellSamples.capacity)
      unsafe memory.withUnsafeMutableBufferPointer { memory in
        unsafe SRGB.encodedOfLinear.withUnsafeBufferPointer { encoded in
          unsafe samples.withUnsafeBufferPointer { samples in
            unsafe drawn.withUnsafeMutableBufferPointer { drawn in
              unsafe bank.withView { view in
                guard let memory = memory.baseAddress, let encoded = encoded.baseAddress,
                  let samples = samples.baseAddress, let drawn = drawn.baseAddress
                else { return }
                var cell = unsafe CellSamples(in: memory, isWide: isWide)
                var chosen = ChosenCells()
                for lane in 0..<count {
                  _ = unsafe cell.load(samples + 32 * lane, width: 4, encoded: encoded)
                  unsafe expected.append(Self.cell(cell, numbers[lane], in: view))
                  unsafe chosen.choose(numbers[lane], for: cell, at: lane, in: view)
                }
                unsafe chosen.draw(to: drawn, count: count, in: view, isWide: isWide)
              }
            }
          }
        }
      }
      expect(drawn, equals: expected)
    }
  }
}

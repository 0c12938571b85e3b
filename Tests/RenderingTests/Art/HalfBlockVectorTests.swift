import Bitmaps
import Parallelism
import Terminal
import TestSupport
import Testing

@testable import Rendering

/// Half blocks drawn eight at a time, with vectors of four and of eight numbers, against each one drawn plainly.
@Suite("Half blocks by vectors")
struct HalfBlockVectorTests {
  /// The cell of sixteen colors, by the formulas: the better of two splits, with some more contrast.
  private static func plain(_ colors: [SIMD3<Int>]) -> Cell {
    let lumas = colors.map { 54 * $0.x + 183 * $0.y + 19 * $0.z }
    var squares: Float = 0
    for luma in lumas { squares += Float(luma) * Float(luma) }
    /// The sums of the halves: of the first and of the second one.
    func halves(_ isFirst: (Int) -> Bool) -> [SIMD4<Float>] {
      [true, false].map { wanted in
        var sum = SIMD4<Int>.zero
        for index in 0..<16 where isFirst(index) == wanted { sum &+= SIMD4(colors[index], lumas[index]) }
        return SIMD4<Float>(Float(sum.x), Float(sum.y), Float(sum.z), Float(sum.w))
      }
    }
    func contrast(_ halves: [SIMD4<Float>]) -> Float {
      let difference = halves[0] - halves[1]
      let (luma, red) = (difference.w / 256, Float(0.2) * (difference.x - difference.y))
      let blue = Float(0.2) * (difference.z - difference.y)
      return luma * luma + red * red + blue * blue
    }
    let (down, across) = (halves { $0 < 8 }, halves { $0 % 4 < 2 })
    let isAcross = contrast(across) > contrast(down)
    let best = isAcross ? across : down
    let mean = (best[0] + best[1]) / 16
    var half = (best[0] - best[1]) / 16
    let (energy, shown) = (squares - 16 * mean.w * mean.w, 16 * half.w * half.w)
    if shown > 65_536, energy > shown { half *= min(1 + 0.3 * ((energy / shown).squareRoot() - 1), 1.6) }
    func color(_ light: SIMD4<Float>) -> Color {
      func byte(_ channel: Float) -> UInt8 { UInt8(min(max(channel, 0), 255) + 0.5) }
      return Color(red: byte(light.x), green: byte(light.y), blue: byte(light.z))
    }
    let (front, back) = (color(mean + half), color(mean - half))
    return front == back
      ? Cell(.blank, background: back) : Cell(isAcross ? "▌" : .upperHalf, foreground: front, background: back)
  }

  private static func drawn(_ samples: [SIMD4<UInt16>], count: Int, isWide: Bool) -> [Cell] {
    let isWide = isWide && Vectors.areWide
    return unsafe [Cell](unsafeUninitializedCapacity: count) { cells, initialized in
      unsafe samples.withUnsafeBufferPointer { samples in
        unsafe SRGB.encodedOfLinear.withUnsafeBufferPointer { encoded in
          guard let cells = cells.baseAddress, let samples = samples.baseAddress, let encoded = encoded.baseAddress
          else { return }
          unsafe HalfBlocks.draw(
            samples, width: count * 4, encoded: encoded, to: cells, count: count, isWide: isWide)
        }
      }
      initialized = count
    }
  }

  @Test(arguments: [false, true]) func `a row of cells is what each of them is alone`(isWide: Bool) {
    var random = SplitMix64(seed: 21)
    for round in 0..<Rounds.count(400) {
      let count = 1 + round % 19
      let cells = (0..<count).map { index in
        RandomCell.colors(round + index, &random).prefix(16).map { SIMD3(Int($0.x), Int($0.y), Int($0.z)) }
      }
      let samples = (0..<4).flatMap { row in
        cells.flatMap { cell in
          cell[row * 4..<row * 4 + 4].map { color in
            SIMD4(
              SRGB.linear16(UInt8(color.x)), SRGB.linear16(UInt8(color.y)), SRGB.linear16(UInt8(color.z)), .max)
          }
        }
      }
      expect(Self.drawn(samples, count: count, isWide: isWide), equals: cells.map(Self.plain))
    }
  }

  @Test(arguments: [false, true]) func `a cell with an empty sample shows the terminal's background`(isWide: Bool) {
    let white = SIMD4<UInt16>(repeating: .max)
    for count in [1, 8, 11] {
      for empty in 0..<count {
        // The lower half of one cell is empty.
        let samples = (0..<4).flatMap { row in
          (0..<count * 4).map { $0 / 4 == empty && row > 1 ? SIMD4<UInt16>.zero : white }
        }
        var expected = Array(repeating: Cell(.blank, background: .white), count: count)
        expected[empty] = Cell(.upperHalf, foreground: .white)
        expect(Self.drawn(samples, count: count, isWide: isWide), equals: expected)
      }
    }
  }
}

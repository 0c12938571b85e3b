import Glibc
import TestSupport

/// A synthetic photograph: large shapes, detail at every scale, and sensor noise. It is deterministic.
struct Photograph {
  /// Width and height in pixels.
  let width: Int
  let height: Int
  private let seed: UInt32
  /// The octaves of the noise; octave `n` has a lattice of 2ⁿ pixels.
  private let octaves: ClosedRange<UInt32>

  /// A photograph of a given size; each seed gives a different one.
  init(width: Int, height: Int, seed: UInt32) {
    self.width = width
    self.height = height
    self.seed = seed
    var coarsest: UInt32 = 4
    while 1 << (coarsest + 2) < max(width, height) { coarsest += 1 }
    octaves = max(2, coarsest - 6)...coarsest
  }

  /// Paints one row of RGB pixels.
  private func paint(_ y: Int, into pixels: inout [UInt8]) {
    for x in 0..<width {
      let shade = noise(x, y, field: 0)
      let hue = smooth(x, y, octave: octaves.upperBound, field: 1)
      let grain = Int32(hash(UInt32(x), UInt32(y), 99) & 15) - 7
      let light = Int32(y * 80 / height)
      pixels[x * 3] = clamped(shade * (96 + hue / 2) / 160 + light + grain)
      pixels[x * 3 + 1] = clamped(shade * 3 / 4 + hue / 4 + grain)
      pixels[x * 3 + 2] = clamped((shade + 255 - hue) / 2 + 40 - light / 2 + grain)
    }
  }

  /// Writes the photograph to a PPM file.
  func write(to path: String) throws {
    guard let file = unsafe fopen(path, "w") else { throw SystemFailure("fopen \(path)") }
    defer { unsafe fclose(file) }
    unsafe fputs("P6 \(width) \(height) 255\n", file)
    var row = [UInt8](repeating: 0, count: width * 3)
    for y in 0..<height {
      paint(y, into: &row)
      guard unsafe fwrite(row, 1, row.count, file) == row.count else { throw SystemFailure("write \(path)") }
    }
  }

  /// Fractal noise, 0…255; each finer octave has half the weight.
  private func noise(_ x: Int, _ y: Int, field: UInt32) -> Int32 {
    var sum: Int32 = 0
    var weight: Int32 = 128
    for octave in octaves.reversed() {
      sum += smooth(x, y, octave: octave, field: field + octave * 7) * weight
      weight /= 2
    }
    return sum >> 8
  }

  /// Value noise on a lattice of 2^octave pixels, interpolated between its points, 0…255.
  private func smooth(_ x: Int, _ y: Int, octave: UInt32, field: UInt32) -> Int32 {
    let (column, line) = (UInt32(x) >> octave, UInt32(y) >> octave)
    let mask = Int32(1) << Int32(octave) - 1
    let (across, down) = (Int32(truncatingIfNeeded: x) & mask, Int32(truncatingIfNeeded: y) & mask)
    let above = mix(hash(column, line, field), hash(column + 1, line, field), across, octave)
    let below = mix(hash(column, line + 1, field), hash(column + 1, line + 1, field), across, octave)
    return above + ((below - above) * down) >> Int32(octave)
  }

  private func mix(_ left: UInt32, _ right: UInt32, _ place: Int32, _ octave: UInt32) -> Int32 {
    let (left, right) = (Int32(left & 255), Int32(right & 255))
    return left + ((right - left) * place) >> Int32(octave)
  }

  /// An integer hash of the coordinates: a sum weighted by primes of xxHash32, then shifts and a multiplication.
  private func hash(_ x: UInt32, _ y: UInt32, _ field: UInt32) -> UInt32 {
    var value = x &* 374_761_393 &+ y &* 668_265_263 &+ (field &+ seed &* 31) &* 2_246_822_519
    value = (value ^ value >> 13) &* 1_274_126_177
    return value ^ value >> 16
  }

  private func clamped(_ value: Int32) -> UInt8 { UInt8(max(0, min(255, value))) }
}

import PictureTestSupport

/// Builds a TIFF with one directory.
struct TIFFFixture {
  /// The number format of the samples.
  enum Numbers {
    case unsigned, signed, real
    /// The value of the SampleFormat tag.
    var format: Int { self == .unsigned ? 1 : self == .signed ? 2 : 3 }
  }

  var isBigEndian = false
  /// Whether the file is a BigTIFF.
  var isBig = false
  /// 16-bit values by tag.
  var shorts: [Int: [Int]] = [:]
  /// 32-bit values by tag.
  var longs: [Int: [Int]] = [:]
  /// Fractions by tag: numerator and denominator.
  var fractions: [Int: [(Int, Int)]] = [:]
  /// The data of the strips or tiles.
  var pieces: [[UInt8]] = []
  var isTiled = false

  init(width: Int, height: Int, bits: [Int], photometric: Int, compression: Int = 1) {
    longs = [256: [width], 257: [height], 278: [height]]
    shorts = [258: bits, 259: [compression], 262: [photometric], 277: [bits.count]]
  }

  func number(_ value: Int, _ count: Int) -> [UInt8] {
    let little = (0..<count).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
    return isBigEndian ? little.reversed() : little
  }

  /// The file: header, pieces, values, directory.
  var bytes: [UInt8] {
    let wide = isBig ? 8 : 4
    var body: [UInt8] = []
    let start = isBig ? 16 : 8
    var places: [Int] = []
    for piece in pieces {
      places.append(start + body.count)
      body += piece + (piece.count % 2 == 1 ? [0] : [])
    }
    var entries = shorts.map {
      (tag: $0.key, type: 3, count: $0.value.count, value: $0.value.flatMap { number($0, 2) })
    }
    entries += longs.map { (tag: $0.key, type: 4, count: $0.value.count, value: $0.value.flatMap { number($0, 4) }) }
    entries += fractions.map { entry in
      (entry.key, 5, entry.value.count, entry.value.flatMap { number($0.0, 4) + number($0.1, 4) })
    }
    entries.append((isTiled ? 324 : 273, 4, places.count, places.flatMap { number($0, 4) }))
    entries.append((isTiled ? 325 : 279, 4, places.count, pieces.flatMap { number($0.count, 4) }))
    var directory = number(entries.count, isBig ? 8 : 2)
    for entry in entries.sorted(by: { $0.tag < $1.tag }) {
      directory += number(entry.tag, 2) + number(entry.type, 2) + number(entry.count, wide)
      if entry.value.count <= wide {
        directory += entry.value + Array(repeating: 0, count: wide - entry.value.count)
      } else {
        directory += number(start + body.count, wide)
        body += entry.value
      }
    }
    let mark: [UInt8] = isBigEndian ? [0x4D, 0x4D] : [0x49, 0x49]
    let head = isBig ? number(43, 2) + number(8, 2) + number(0, 2) : number(42, 2)
    return mark + head + number(start + body.count, wide) + body + directory + number(0, wide)
  }

  /// Packs samples of 0…255 at any bit depth, padded to whole bytes.
  func packed(_ samples: [Int], bits: Int, _ numbers: Numbers) -> [UInt8] {
    let maximum = Double(sign: .plus, exponent: bits, significand: 1) - 1
    if numbers == .real { return samples.flatMap { real(Double($0) / 255, bits: bits) } }
    let values = samples.map { sample -> Int in
      let value = Int((Double(sample) / 255 * maximum).rounded())
      return numbers == .signed ? value - 1 << (bits - 1) : value
    }
    if bits % 8 == 0 { return values.flatMap { number($0, bits / 8) } }
    var bytes: [UInt8] = []
    var (held, count) = (0, 0)
    for value in values {
      (held, count) = (held << bits | value, count + bits)
      while count >= 8 {
        bytes.append(UInt8(held >> (count - 8) & 0xFF))
        count -= 8
      }
      held &= 1 << count - 1
    }
    return count > 0 ? bytes + [UInt8(held << (8 - count) & 0xFF)] : bytes
  }

  private func real(_ value: Double, bits: Int) -> [UInt8] {
    switch bits {
    case 16: number(Int(Float16(value).bitPattern), 2)
    case 24:
      // One sign bit, seven exponent bits, sixteen fraction bits.
      number(value == 0 ? 0 : (Int(value.exponent) + 63) << 16 | Int((value.significand - 1) * 65_536), 3)
    case 32: number(Int(Float(value).bitPattern), 4)
    default: number(Int(bitPattern: UInt(value.bitPattern)), 8)
    }
  }
}

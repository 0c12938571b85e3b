import Bitmaps
import CVP8

/// The header of a VP8 key frame (RFC 6386, 9).
struct VP8Header {
  /// The size in pixels, both sides at least 1.
  let size: PixelSize
  /// The factors of the coefficients in four segments.
  let factors: [tui_vp8_factors]
  /// The probabilities of the coefficients, in the order of `VP8Tables.coefficients`.
  let coefficients: [UInt8]
  /// The probabilities that lead to a macroblock's segment; nil if all belong to the first one.
  let segments: (UInt8, UInt8, UInt8)?
  /// The probability that a macroblock has coefficients; nil if all may have some.
  let skip: UInt8?
  /// The ranges of the partitions with coefficients, which take turns with the rows of macroblocks: 1, 2, 4 or 8.
  let partitions: [Range<Int>]
  /// The rest of the first partition: the modes of the macroblocks.
  let modes: VP8BoolDecoder

  /// The number of macroblocks across and down.
  var columns: Int { (size.width + 15) / 16 }
  var rows: Int { (size.height + 15) / 16 }

  /// Reads the header of the frame in a range of the bytes; returns nil if it is not valid.
  init?(_ bytes: [UInt8], in frame: Range<Int>) {
    guard frame.count > 10, let tag = bytes.littleEndian32(at: frame.lowerBound).map({ Int($0 & 0xFF_FFFF) }),
      // A key frame of a known version, to be shown, and the start code.
      tag & 1 == 0, tag >> 1 & 7 <= 3, tag >> 4 & 1 == 1,
      bytes[frame.lowerBound + 3..<frame.lowerBound + 6].elementsEqual([0x9D, 0x01, 0x2A]),
      let sides = bytes.littleEndian32(at: frame.lowerBound + 6).map({ Int($0) })
    else { return nil }
    // The topmost two bits of each are how a player should enlarge the picture.
    size = PixelSize(width: sides & 0x3FFF, height: sides >> 16 & 0x3FFF)
    let first = frame.lowerBound + 10
    let rest = first + tag >> 5
    guard size.width > 0, size.height > 0, rest <= frame.upperBound else { return nil }
    var decoder = VP8BoolDecoder(bytes, in: first..<rest)
    // The color space, and whether sums may exceed a byte.
    _ = decoder.number(bits: 2)
    let segmentation = Segmentation(&decoder)
    segments = segmentation?.probabilities
    VP8Header.skipFilter(&decoder)
    let count = 1 << decoder.number(bits: 2)
    guard let partitions = VP8Header.partitions(bytes, count: count, in: rest..<frame.upperBound) else { return nil }
    self.partitions = partitions
    factors = VP8Header.factors(&decoder, segmentation)
    // Whether the probabilities apply to later frames, too.
    _ = decoder.flag()
    var coefficients = VP8Tables.coefficients
    for index in coefficients.indices where decoder.bit(VP8Tables.coefficientUpdates[index]) {
      coefficients[index] = UInt8(decoder.number(bits: 8))
    }
    self.coefficients = coefficients
    skip = decoder.flag() ? UInt8(decoder.number(bits: 8)) : nil
    guard !decoder.isExhausted else { return nil }
    modes = decoder
  }

  /// How the macroblocks belong to segments (9.3).
  private struct Segmentation {
    /// nil if all belong to the first one.
    var probabilities: (UInt8, UInt8, UInt8)?
    var quantizers = [0, 0, 0, 0]
    /// Whether these replace the frame's, instead of being added to it.
    var isAbsolute = true

    /// Nil if there are no segments.
    init?(_ decoder: inout VP8BoolDecoder) {
      guard decoder.flag() else { return nil }
      let (hasMap, hasData) = (decoder.flag(), decoder.flag())
      if hasData {
        isAbsolute = decoder.flag()
        for index in 0..<4 { quantizers[index] = decoder.optionalNumber(bits: 7) ?? 0 }
        // The strengths of the loop filter.
        for _ in 0..<4 { _ = decoder.optionalNumber(bits: 6) }
      }
      if hasMap {
        func probability() -> UInt8 { decoder.flag() ? UInt8(decoder.number(bits: 8)) : 255 }
        probabilities = (probability(), probability(), probability())
      }
    }
  }

  /// Passes over the loop filter (9.6).
  private static func skipFilter(_ decoder: inout VP8BoolDecoder) {
    // Its type, strength and sharpness; then adjustments for four references and four modes.
    _ = decoder.number(bits: 10)
    guard decoder.flag(), decoder.flag() else { return }
    for _ in 0..<8 { _ = decoder.optionalNumber(bits: 6) }
  }

  /// The partitions after a table of the lengths of all but the last one (9.5); nil if one is too long.
  private static func partitions(_ bytes: [UInt8], count: Int, in range: Range<Int>) -> [Range<Int>]? {
    var start = range.lowerBound + 3 * (count - 1)
    guard start <= range.upperBound else { return nil }
    var partitions: [Range<Int>] = []
    for entry in stride(from: range.lowerBound, to: start, by: 3) {
      let length = Int(bytes[entry]) | Int(bytes[entry + 1]) << 8 | Int(bytes[entry + 2]) << 16
      guard length <= range.upperBound - start else { return nil }
      partitions.append(start..<start + length)
      start += length
    }
    return partitions + [start..<range.upperBound]
  }

  /// The factors of the coefficients in four segments (9.6, 14.1).
  private static func factors(_ decoder: inout VP8BoolDecoder, _ segmentation: Segmentation?) -> [tui_vp8_factors] {
    let index = decoder.number(bits: 7)
    // The first coefficient of luma, the first and the others of the means, and of chroma.
    let changes = (0..<5).map { _ in decoder.optionalNumber(bits: 4) ?? 0 }
    return (0..<4).map { segment in
      let own = segmentation.map { $0.quantizers[segment] + ($0.isAbsolute ? 0 : index) } ?? index
      func factor(_ table: [Int16], _ change: Int, limit: Int = 127) -> Int {
        Int(table[min(max(0, own + change), limit)])
      }
      let (first, others) = (VP8Tables.firstFactors, VP8Tables.otherFactors)
      return tui_vp8_factors(
        luma: (Int16(factor(first, changes[0])), Int16(factor(others, 0))),
        means: (Int16(2 * factor(first, changes[1])), Int16(max(8, factor(others, changes[2]) * 155 / 100))),
        chroma: (Int16(factor(first, changes[3], limit: 117)), Int16(factor(others, changes[4]))))
    }
  }
}

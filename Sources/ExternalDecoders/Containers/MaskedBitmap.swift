import Bitmaps
import Imaging
import System

/// A bitmap (BMP) of a kind that programs refuse or misread: with masks for the bits of each color, in any order and
/// number, with or without alpha, or with two bits per pixel.
enum MaskedBitmap {
  /// A color's bits in a pixel.
  private struct Channel {
    private let mask: UInt32
    private let shift: UInt32
    private let maximum: UInt32

    init(_ mask: UInt32) {
      self.mask = mask
      shift = UInt32(min(31, mask.trailingZeroBitCount))
      maximum = mask >> shift
    }

    var isUsed: Bool { mask != 0 }

    /// The color in a pixel, scaled to 0…255.
    func sample(_ pixel: UInt32) -> UInt8 {
      maximum == 0 ? 0 : UInt8((UInt64((pixel & mask) >> shift) * 255 + UInt64(maximum) / 2) / UInt64(maximum))
    }
  }

  private enum Pixels {
    case masked(bits: Int, [Channel])
    case palette([(UInt8, UInt8, UInt8)])

    var bits: Int {
      switch self {
      case .masked(let bits, _): bits
      case .palette: 2
      }
    }
  }

  /// The pixels; nil for other kinds and for truncated files. The declared size has been checked.
  static func contained(in input: ProgramInput, limits: DecodingLimits) throws(ExternalDecodeError) -> ContainedPicture?
  {
    let head = input.head(14 + 124 + 16)
    guard head.starts(with: "BM".utf8), let size = HeaderSize.bitmap.read(input), let pixels = pixels(head) else {
      return nil
    }
    let rowBytes = (size.width * pixels.bits + 31) / 32 * 4
    guard let start = HeaderSize.number(head, 10, 4), rowBytes * size.height <= ContainedPicture.maxBytes,
      let header = NetpbmHeader(size: size, channels: 4)
    else { return nil }
    let stored = input.bytes(from: start, count: rowBytes * size.height)
    guard stored.count == rowBytes * size.height else { return nil }
    // A negative height means that rows start at the top.
    let isFromTop = head[25] & 0x80 != 0
    var samples: [UInt8] = []
    samples.reserveCapacity(size.width * size.height * 4)
    for row in 0..<size.height {
      let offset = (isFromTop ? row : size.height - 1 - row) * rowBytes
      append(stored[offset..<offset + rowBytes], width: size.width, pixels, to: &samples)
    }
    // An alpha channel of zeros does not count as one.
    if stride(from: 3, to: samples.count, by: 4).allSatisfy({ samples[$0] == 0 }) {
      for offset in stride(from: 3, to: samples.count, by: 4) { samples[offset] = 255 }
    }
    return .pixels(header, samples: samples)
  }

  private static func pixels(_ head: [UInt8]) -> Pixels? {
    guard let headerBytes = HeaderSize.number(head, 14, 4), headerBytes >= 40,
      let bits = HeaderSize.number(head, 28, 2), let compression = HeaderSize.number(head, 30, 4)
    else { return nil }
    switch (bits, compression) {
    case (16, 3), (32, 3), (16, 6), (32, 6):
      // The masks follow the first 40 bytes, whether the header is longer or not.
      let count = headerBytes >= 56 || compression == 6 ? 4 : 3
      let masks = (0..<count).compactMap { HeaderSize.number(head, 54 + 4 * $0, 4).map { UInt32($0) } }
      guard masks.count == count, !masks[..<3].contains(0) else { return nil }
      return .masked(bits: bits, (masks + [0]).prefix(4).map { Channel($0) })
    case (2, 0):
      let declared = HeaderSize.number(head, 46, 4) ?? 0
      let colors = (0..<(declared == 0 ? 4 : min(4, declared))).compactMap { index -> (UInt8, UInt8, UInt8)? in
        let offset = 14 + headerBytes + 4 * index
        return offset + 3 <= head.count ? (head[offset + 2], head[offset + 1], head[offset]) : nil
      }
      return colors.isEmpty ? nil : .palette(colors)
    default: return nil
    }
  }

  private static func append(
    _ row: ArraySlice<UInt8>, width: Int, _ pixels: Pixels, to samples: inout [UInt8]
  ) {
    switch pixels {
    case .masked(let bits, let channels):
      let count = bits / 8
      for column in 0..<width {
        let offset = row.startIndex + column * count
        let pixel = (0..<count).reduce(UInt32(0)) { $0 | UInt32(row[offset + $1]) << UInt32(8 * $1) }
        for channel in channels[..<3] { samples.append(channel.sample(pixel)) }
        samples.append(channels[3].isUsed ? channels[3].sample(pixel) : 255)
      }
    case .palette(let colors):
      for column in 0..<width {
        let index = Int(row[row.startIndex + column / 4] >> UInt8(6 - 2 * (column % 4)) & 3)
        // An index may be beyond the end of a short table.
        let color = index < colors.count ? colors[index] : (0, 0, 0)
        samples += [color.0, color.1, color.2, 255]
      }
    }
  }
}

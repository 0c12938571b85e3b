import Bitmaps
import Imaging

/// The pixels and the mask of an icon's uncompressed bitmap. Rows are padded to 32 bits and run from the bottom up.
struct IconBitmap {
  private let bytes: [UInt8]
  private let size: PixelSize
  private let bits: Int
  /// The offset of the color table; then those of the pixels and the mask.
  private let colors: Int
  private let pixels: Int
  private let mask: Int
  private var rowBytes: Int { (size.width * bits + 31) / 32 * 4 }
  private var maskRowBytes: Int { (size.width + 31) / 32 * 4 }

  /// Reads a header (BITMAPINFOHEADER); nil for other headers, and if pixels are missing.
  init?(_ bytes: [UInt8]) {
    func number(_ offset: Int, _ count: Int) -> Int {
      bytes[offset..<offset + count].reversed().reduce(0) { $0 << 8 | Int($1) }
    }
    guard bytes.count >= 40, number(0, 4) == 40, number(12, 2) == 1, number(16, 4) == 0 else { return nil }
    let (width, height) = (number(4, 4), number(8, 4) / 2)
    bits = number(14, 2)
    guard 1...65_535 ~= width, 1...65_535 ~= height, [1, 4, 8, 16, 24, 32].contains(bits) else { return nil }
    size = PixelSize(width: width, height: height)
    self.bytes = bytes
    let declared = number(32, 4)
    let count = bits > 8 ? declared : declared == 0 ? 1 << bits : declared
    guard count <= 256 else { return nil }
    colors = 40
    pixels = colors + 4 * count
    mask = pixels + (width * bits + 31) / 32 * 4 * height
    guard mask <= bytes.count else { return nil }
  }

  /// The picture. If it has no alpha channel, the mask is used instead.
  ///
  /// - Throws: `ExternalDecodeError.image` if it exceeds the limits.
  func contained(limits: DecodingLimits) throws(ExternalDecodeError) -> ContainedPicture? {
    try ExternalDecodeError.wrapping { () throws(ImageError) in try limits.check(size) }
    guard let header = NetpbmHeader(size: size, channels: 4) else { return nil }
    // An alpha channel of zeros does not count as one.
    let hasAlpha = bits == 32 && stride(from: pixels + 3, to: mask, by: 4).contains { bytes[$0] != 0 }
    let hasMask = bytes.count - mask >= maskRowBytes * size.height
    var samples: [UInt8] = []
    samples.reserveCapacity(size.width * size.height * 4)
    for row in (0..<size.height).reversed() {
      for column in 0..<size.width {
        let pixel = pixel(column, row)
        samples += [pixel.2, pixel.1, pixel.0]
        if hasAlpha {
          samples.append(bytes[pixels + row * rowBytes + 4 * column + 3])
        } else {
          let isMasked = hasMask && bytes[mask + row * maskRowBytes + column / 8] & 0x80 >> UInt8(column % 8) != 0
          samples.append(isMasked ? 0 : 255)
        }
      }
    }
    return .pixels(header, samples: samples)
  }

  /// The blue, green and red of a pixel.
  private func pixel(_ column: Int, _ row: Int) -> (UInt8, UInt8, UInt8) {
    let start = pixels + row * rowBytes
    switch bits {
    case 24, 32:
      let offset = start + column * bits / 8
      return (bytes[offset], bytes[offset + 1], bytes[offset + 2])
    case 16:
      let value = Int(bytes[start + 2 * column]) | Int(bytes[start + 2 * column + 1]) << 8
      func wide(_ five: Int) -> UInt8 { UInt8((five & 31) * 255 / 31) }
      return (wide(value), wide(value >> 5), wide(value >> 10))
    default:
      let perByte = 8 / bits
      let shift = 8 - bits * (column % perByte + 1)
      let index = Int(bytes[start + column / perByte]) >> shift & (1 << bits - 1)
      let offset = colors + 4 * index
      // An index may be beyond the end of a short table.
      return offset + 4 <= pixels ? (bytes[offset], bytes[offset + 1], bytes[offset + 2]) : (0, 0, 0)
    }
  }
}

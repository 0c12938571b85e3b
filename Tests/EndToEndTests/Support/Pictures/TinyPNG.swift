import TestSupport

/// PNG files for tests, small enough to be stored rather than compressed.
enum TinyPNG {
  /// One pixel.
  struct Pixel: Hashable {
    var red: UInt8
    var green: UInt8
    var blue: UInt8
  }

  /// Returns a picture in 8-bit RGB; `pixels` are its rows from the top.
  static func encode(width: Int, height: Int, pixels: [Pixel]) -> [UInt8] {
    precondition(pixels.count == width * height)
    var rows: [UInt8] = []
    for y in 0..<height {
      rows.append(0)
      for pixel in pixels[y * width..<(y + 1) * width] { rows += [pixel.red, pixel.green, pixel.blue] }
    }
    var file: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]
    file += chunk("IHDR", bigEndian(UInt32(width)) + bigEndian(UInt32(height)) + [8, 2, 0, 0, 0])
    file += chunk("IDAT", stored(rows))
    file += chunk("IEND", [])
    return file
  }

  /// Returns a picture of one color.
  static func plain(_ pixel: Pixel, width: Int = 16, height: Int = 12) -> [UInt8] {
    encode(width: width, height: height, pixels: Array(repeating: pixel, count: width * height))
  }

  /// Returns a picture whose left three eighths have one color and whose rest has another.
  static func split(_ left: Pixel, _ right: Pixel, width: Int = 320, height: Int = 240) -> [UInt8] {
    let row = (0..<width).map { $0 * 8 < width * 3 ? left : right }
    return encode(width: width, height: height, pixels: Array(repeatElement(row, count: height).joined()))
  }

  /// Returns an endless animation (APNG) that shows each color for a number of milliseconds.
  static func animated(_ colors: [Pixel], milliseconds: UInt16, width: Int = 16, height: Int = 12) -> [UInt8] {
    var file: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]
    let size = bigEndian(UInt32(width)) + bigEndian(UInt32(height))
    file += chunk("IHDR", size + [8, 2, 0, 0, 0])
    file += chunk("acTL", bigEndian(UInt32(colors.count)) + bigEndian(0))
    var sequence: UInt32 = 0
    for (index, color) in colors.enumerated() {
      let delay = [UInt8(milliseconds >> 8), UInt8(milliseconds & 0xFF)] + [UInt8(1000 >> 8), UInt8(1000 & 0xFF)]
      file += chunk("fcTL", bigEndian(sequence) + size + bigEndian(0) + bigEndian(0) + delay + [0, 0])
      sequence += 1
      let row = [0] + Array(repeatElement([color.red, color.green, color.blue], count: width).joined())
      let data = stored(Array(repeatElement(row, count: height).joined()))
      if index == 0 {
        file += chunk("IDAT", data)
      } else {
        file += chunk("fdAT", bigEndian(sequence) + data)
        sequence += 1
      }
    }
    return file + chunk("IEND", [])
  }

  /// Returns a zlib stream (RFC 1950) of stored deflate blocks (RFC 1951, 3.2.4).
  private static func stored(_ bytes: [UInt8]) -> [UInt8] {
    var stream: [UInt8] = [0x78, 0x01]
    for start in Swift.stride(from: 0, to: bytes.count, by: 65_535) {
      let block = bytes[start..<min(start + 65_535, bytes.count)]
      let length = UInt16(block.count)
      stream.append(start + block.count == bytes.count ? 1 : 0)
      for part in [length, ~length] { stream += [UInt8(part & 0xFF), UInt8(part >> 8)] }
      stream += block
    }
    return stream + bigEndian(adler32(bytes))
  }

  private static func chunk(_ type: String, _ data: [UInt8]) -> [UInt8] {
    let body = [UInt8](type.utf8) + data
    return bigEndian(UInt32(data.count)) + body + bigEndian(CRC32.of(body))
  }

  private static func adler32(_ bytes: [UInt8]) -> UInt32 {
    var (low, high): (UInt32, UInt32) = (1, 0)
    for byte in bytes {
      low = (low + UInt32(byte)) % 65_521
      high = (high + low) % 65_521
    }
    return high << 16 | low
  }

  private static func bigEndian(_ value: UInt32) -> [UInt8] {
    (0..<4).map { UInt8(truncatingIfNeeded: value >> (24 - 8 * $0)) }
  }
}

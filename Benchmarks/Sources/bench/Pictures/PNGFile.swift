import CZlib

/// Encodes PNGs as programs that use libpng do: 8-bit RGB, Paeth-filtered, at zlib's default level.
enum PNGFile {
  /// Encodes rows of RGB pixels.
  static func encode(_ pixels: [UInt8], width: Int, height: Int) -> [UInt8] {
    let stride = width * 3
    var filtered: [UInt8] = []
    filtered.reserveCapacity((stride + 1) * height)
    var above = [UInt8](repeating: 0, count: stride)
    for y in 0..<height {
      let row = Array(pixels[y * stride..<(y + 1) * stride])
      filtered.append(4)
      for index in 0..<stride {
        let left = index < 3 ? 0 : Int(row[index - 3])
        let corner = index < 3 ? 0 : Int(above[index - 3])
        filtered.append(row[index] &- paeth(left, Int(above[index]), corner))
      }
      above = row
    }
    var bytes: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]
    bytes += chunk("IHDR", bigEndian(UInt32(width)) + bigEndian(UInt32(height)) + [8, 2, 0, 0, 0])
    bytes += chunk("IDAT", deflated(filtered))
    bytes += chunk("IEND", [])
    return bytes
  }

  /// The Paeth predictor (PNG specification, section 9.4).
  private static func paeth(_ left: Int, _ above: Int, _ corner: Int) -> UInt8 {
    let estimate = left + above - corner
    let (toLeft, toAbove, toCorner) = (abs(estimate - left), abs(estimate - above), abs(estimate - corner))
    if toLeft <= toAbove && toLeft <= toCorner { return UInt8(left) }
    return UInt8(toAbove <= toCorner ? above : corner)
  }

  private static func deflated(_ bytes: [UInt8]) -> [UInt8] {
    var size = compressBound(UInt(bytes.count))
    var output = [UInt8](repeating: 0, count: Int(size))
    let result = unsafe compress2(&output, &size, bytes, UInt(bytes.count), 6)
    precondition(result == Z_OK, "zlib cannot deflate")
    return Array(output[..<Int(size)])
  }

  private static func chunk(_ type: String, _ data: [UInt8]) -> [UInt8] {
    let body = [UInt8](type.utf8) + data
    let check = unsafe crc32(0, body, UInt32(body.count))
    return bigEndian(UInt32(data.count)) + body + bigEndian(UInt32(check))
  }

  private static func bigEndian(_ value: UInt32) -> [UInt8] {
    (0..<4).map { UInt8(truncatingIfNeeded: value >> (24 - 8 * $0)) }
  }
}

/// Decompression bombs: small files that declare large pictures.
extension SamplePictures {
  /// An empty file, for the cost of a run that has nothing to decode.
  func emptyFile() throws -> String { try file("empty.png") { [] } }

  /// A PNG of 50 kB that declares 60,000×60,000 pixels.
  func hugePNG() throws -> String {
    try file("bomb-60000x60000.png") {
      PNGFile.zeros(width: 60_000, height: 60_000, compressedBytes: 50_000)
    }
  }

  /// An animated WebP whose canvas has the largest size that libwebp supports, and whose only frame is truncated.
  func hugeWebP() throws -> String {
    try file("bomb-16384x16384.webp") {
      let canvas: [UInt8] = [0x12, 0, 0, 0, 0xFF, 0x3F, 0, 0xFF, 0x3F, 0]
      let chunks = Self.chunk("VP8X", canvas) + Self.chunk("ANIM", [0, 0, 0, 0, 0, 0]) + Self.chunk("ANMF", canvas)
      return Self.chunk("RIFF", Array("WEBP".utf8) + chunks)
    }
  }

  /// A GIF of a million frames of one pixel each.
  func endlessGIF() throws -> String {
    try file("bomb-million-frames.gif") {
      let header = Array("GIF89a".utf8) + [1, 0, 1, 0, 0x80, 0, 0, 0, 0, 0, 255, 255, 255]
      // No delay, one pixel: a clear code, a white or black pixel, and an end code of three bits each.
      let frames = [[0x44, 0x01], [0x4C, 0x01]].map { (codes: [UInt8]) -> [UInt8] in
        [0x21, 0xF9, 4, 0, 0, 0, 0, 0, 0x2C, 0, 0, 0, 0, 1, 0, 1, 0, 0, 2, 2] + codes + [0]
      }
      var bytes = header
      bytes.reserveCapacity(header.count + 1_000_000 * frames[0].count + 1)
      for frame in 0..<1_000_000 { bytes += frames[frame % 2] }
      return bytes + [0x3B]
    }
  }

  /// A chunk of a RIFF file.
  private static func chunk(_ name: String, _ content: [UInt8]) -> [UInt8] {
    let length = (0..<4).map { UInt8(truncatingIfNeeded: content.count >> (8 * $0)) }
    return Array(name.utf8) + length + content + (content.count % 2 == 1 ? [0] : [])
  }
}

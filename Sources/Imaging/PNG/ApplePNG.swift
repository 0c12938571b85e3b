import Bitmaps

/// PNGs in the variant that Apple's tools write for iPhones: a chunk CgBI comes first, the image data have no zlib header
/// and checksum, blue comes before red, and colors are premultiplied by alpha. No program that we know of on Linux
/// decodes them.
enum ApplePNG {
  /// Whether bytes begin with such a PNG.
  static func begins(_ bytes: [UInt8]) -> Bool {
    bytes.starts(with: PNGHeader.signature) && bytes.dropFirst(12).starts(with: "CgBI".utf8)
  }

  /// Returns the picture as an ordinary PNG.
  ///
  /// - Throws: `ImageError` if it is damaged or truncated, not in 8-bit RGB or RGBA, or larger than
  ///   `limits.maxInflatedBytes`: icons are small.
  static func ordinary(_ bytes: [UInt8], limits: DecodingLimits) throws(ImageError) -> [UInt8] {
    // A name, a length and a checksum besides the content.
    let length = Int(bytes.bigEndian32(at: 8) ?? 0) + 12
    let plain = PNGHeader.signature + bytes.dropFirst(PNGHeader.signature.count + length)
    let header = try PNGHeader(plain)
    try limits.check(header.size)
    guard header.depth == 8, header.colorType == .rgba || header.colorType == .rgb else {
      throw .unsupported(format: "PNG", reason: "Apple's variant in \(header.depth) bits")
    }
    let passes = PNGPass.all(of: header)
    guard passes.bytes <= limits.maxInflatedBytes else { throw .outOfMemory(format: "PNG") }
    let file = try PNGFile(plain, header: header)
    let channels = header.colorType.channels
    var samples = [UInt8](repeating: 0, count: header.size.width * header.size.height * channels)
    var data = try StreamingInflate(plain, file.data, rowBytes: passes.rowBytes + 1, isBare: true)
    let reader = PNGRowReader(rowBytes: passes.rowBytes)
    for pass in passes {
      reader.beginPass()
      for row in 0..<pass.height {
        let stored = try unsafe reader.next(pass.rowBytes, stride: channels, from: &data)
        var offset = ((pass.firstRow + row * pass.rowStep) * header.size.width + pass.firstColumn) * channels
        for column in 0..<pass.width {
          // The row has `channels` bytes for each of the pass's pixels.
          let first = column * channels
          let alpha = unsafe channels == 4 ? stored[first + 3] : 255
          for channel in 0..<3 {
            samples[offset + channel] = unsafe straight(stored[first + 2 - channel], alpha)
          }
          if channels == 4 { samples[offset + 3] = alpha }
          offset += pass.columnStep * channels
        }
      }
    }
    guard
      let result = PNGEncoder.encode(samples, width: header.size.width, hasAlpha: channels == 4, level: 1)
    else { throw .outOfMemory(format: "PNG") }
    return result
  }

  /// Divides a sample by its alpha.
  private static func straight(_ sample: UInt8, _ alpha: UInt8) -> UInt8 {
    guard alpha > 0 else { return 0 }
    let (sample, alpha) = (Int(sample), Int(alpha))
    return UInt8(min(255, (sample * 255 + alpha / 2) / alpha))
  }
}

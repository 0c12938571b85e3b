private import CDeflate

/// Encodes PNGs: RGB or RGBA, 8 bits per sample, with texts. Meant for thumbnails: it does not minimize file sizes.
package enum PNGEncoder {
  /// The first eight bytes of every PNG (PNG specification, third edition, 5.2).
  package static let signature: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]

  /// A text chunk (PNG specification, third edition, 11.3.3.2).
  package struct Text: Hashable, Sendable {
    /// 1…79 bytes of ASCII.
    package var keyword: String
    /// ASCII.
    package var text: String

    /// Creates a text chunk.
    package init(_ keyword: String, _ text: String) {
      self.keyword = keyword
      self.text = text
    }
  }

  /// Encodes a bitmap as a PNG; nil if there is no memory to compress it.
  package static func encode(_ bitmap: Bitmap, texts: [Text] = []) -> [UInt8]? {
    file(
      filteredRows(of: bitmap), size: (bitmap.size.width, bitmap.size.height), hasAlpha: true, texts: texts, level: 6)
  }

  /// Encodes sRGB samples, not premultiplied, as a PNG; nil if there is no memory to compress them.
  ///
  /// - Parameters:
  ///   - samples: Red, green, blue and, if `hasAlpha`, alpha of each pixel, row by row.
  ///   - width: Pixels per row, at least 1.
  ///   - level: The compression level, 1 (fastest) … 12 (smallest).
  package static func encode(_ samples: [UInt8], width: Int, hasAlpha: Bool, level: Int32) -> [UInt8]? {
    let channels = hasAlpha ? 4 : 3
    let stride = width * channels
    let height = samples.count / stride
    var rows = [UInt8](repeating: 0, count: height * (stride + 1))
    for row in 0..<height {
      let (source, target) = (row * stride, row * (stride + 1) + 1)
      rows[target - 1] = 1
      for byte in 0..<min(channels, stride) { rows[target + byte] = samples[source + byte] }
      for byte in min(channels, stride)..<stride {
        rows[target + byte] = samples[source + byte] &- samples[source + byte - channels]
      }
    }
    return file(rows, size: (width, height), hasAlpha: hasAlpha, texts: [], level: level)
  }

  private static func file(
    _ rows: [UInt8], size: (width: Int, height: Int), hasAlpha: Bool, texts: [Text], level: Int32
  ) -> [UInt8]? {
    guard let data = Deflating.compressed(rows, level: level) else { return nil }
    var file = signature
    var header = bigEndian(UInt32(size.width)) + bigEndian(UInt32(size.height))
    header += [8, hasAlpha ? 6 : 2, 0, 0, 0]
    append("IHDR", header, to: &file)
    // Perceptual rendering intent. The chunk declares the samples as sRGB.
    append("sRGB", [0], to: &file)
    for text in texts { append("tEXt", Array(text.keyword.utf8) + [0] + Array(text.text.utf8), to: &file) }
    append("IDAT", data, to: &file)
    append("IEND", [], to: &file)
    return file
  }

  /// Returns the rows, each with the filter Sub, which is good for photographs and costs almost nothing.
  private static func filteredRows(of bitmap: Bitmap) -> [UInt8] {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(bitmap.size.height * (bitmap.size.width * 4 + 1))
    for row in 0..<bitmap.size.height {
      bytes.append(1)
      var left = SIMD4<UInt8>.zero
      for pixel in bitmap.pixels[row * bitmap.size.width..<(row + 1) * bitmap.size.width] {
        let samples = SRGB.encoded(pixel)
        let filtered = samples &- left
        for channel in 0..<4 { bytes.append(filtered[channel]) }
        left = samples
      }
    }
    return bytes
  }

  private static func append(_ name: String, _ content: [UInt8], to file: inout [UInt8]) {
    file += bigEndian(UInt32(content.count))
    let chunk = Array(name.utf8) + content
    file += chunk
    file += bigEndian(unsafe chunk.withUnsafeBytes { unsafe libdeflate_crc32(0, $0.baseAddress, $0.count) })
  }

  private static func bigEndian(_ number: UInt32) -> [UInt8] {
    [24, 16, 8, 0].map { (shift: UInt32) -> UInt8 in UInt8(truncatingIfNeeded: number >> shift) }
  }
}

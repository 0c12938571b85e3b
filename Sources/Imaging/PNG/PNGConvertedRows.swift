import Bitmaps

/// Converts a PNG's rows to sRGB, 16 bits per sample with alpha, before they are scaled.
@safe
final class PNGConvertedRows {
  private let transform: ICCTransform
  private let hasAlpha: Bool
  private let isWide: Bool
  private let key: SIMD3<UInt16>?
  private let wide: UnsafeMutablePointer<UInt8>

  /// Creates a converter for rows of at most `header.size.width` pixels of RGB or RGBA, 8 or 16 bits per sample.
  ///
  /// - Parameters:
  ///   - transform: A transform from `wideRGBA`.
  ///   - key: The transparent color at the picture's depth; nil if there is none.
  init(_ transform: ICCTransform, header: PNGHeader, key: SIMD3<UInt16>?) {
    self.transform = transform
    self.key = key
    hasAlpha = header.colorType == .rgba
    isWide = header.depth == 16
    unsafe wide = .allocate(capacity: header.size.width * 8)
    unsafe wide.initialize(repeating: 0, count: header.size.width * 8)
  }

  deinit { unsafe wide.deallocate() }

  /// Converts a row to sRGB, four 16-bit samples per pixel. The result is valid until the next call.
  ///
  /// - Parameters:
  ///   - row: `count` pixels as stored in the file.
  ///   - count: At most the picture's width.
  @unsafe
  func convert(_ row: UnsafePointer<UInt8>, count: Int) -> UnsafePointer<UInt8> {
    let channels = hasAlpha ? 4 : 3
    for pixel in 0..<count {
      var samples = SIMD4<UInt16>(repeating: .max)
      for channel in 0..<channels {
        let index = pixel * channels + channel
        // Reads only the samples of the row's `count` pixels.
        samples[channel] =
          unsafe isWide
          ? UInt16(row[2 * index]) << 8 | UInt16(row[2 * index + 1]) : UInt16(row[index]) * 257
      }
      if let key {
        let color = SIMD3(samples.x, samples.y, samples.z)
        if color == (isWide ? key : key &* 257) { samples.w = 0 }
      }
      for channel in 0..<4 {
        unsafe wide[8 * pixel + 2 * channel] = UInt8(samples[channel] >> 8)
        unsafe wide[8 * pixel + 2 * channel + 1] = UInt8(samples[channel] & 0xFF)
      }
    }
    return unsafe transform.convert(wide, count: count)
  }
}

package import Bitmaps
private import CJPEG
import Glibc

/// Encodes JPEGs in sRGB.
package enum JPEGEncoder {
  /// Encodes a bitmap, whose alpha is ignored; nil if there is no memory for it, or a side is longer than 65,500 pixels.
  ///
  /// - Parameter quality: 1…100, as libjpeg takes it. From 90 on, chroma keeps its full resolution.
  package static func encode(_ bitmap: Bitmap, quality: Int) -> [UInt8]? {
    var samples: [UInt8] = []
    samples.reserveCapacity(bitmap.pixels.count * 3)
    for pixel in bitmap.pixels {
      samples.append(SRGB.encoded(pixel.x))
      samples.append(SRGB.encoded(pixel.y))
      samples.append(SRGB.encoded(pixel.z))
    }
    var (file, count): (UnsafeMutablePointer<UInt8>?, Int) = (nil, 0)
    var message = [CChar](repeating: 0, count: Int(TUI_JPEG_MESSAGE))
    // It reads width × height × 3 samples. The file is ours to free.
    let result = unsafe tui_jpeg_encode(
      samples, UInt32(bitmap.size.width), UInt32(bitmap.size.height), Int32(min(max(quality, 1), 100)), &file, &count,
      &message)
    guard result == 0, let start = unsafe file else { return nil }
    defer { unsafe free(start) }
    return unsafe Array(UnsafeBufferPointer(start: start, count: count))
  }
}

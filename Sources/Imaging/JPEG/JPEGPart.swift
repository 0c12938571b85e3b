import Bitmaps
private import CJPEG

/// Decodes a part of a picture through libjpeg's own API, because TurboJPEG's cannot do so at a reduced scale. libjpeg
/// reports errors by C's `longjmp`, so the calls that may fail are in a C function, `tui_jpeg_part`.
enum JPEGPart {
  /// Returns the area to decode so that the window in it has the same pixels as in the whole picture. It is larger than
  /// the window because chroma at half resolution is interpolated from neighboring blocks.
  ///
  /// - Parameter size: The size at which the picture is decoded.
  static func area(around window: PixelRect, of size: PixelSize, frame: JPEGFrame) -> PixelRect {
    let (across, down) = (16 * frame.maximum.across, 16 * frame.maximum.down)
    let (left, top) = (max(0, window.x - across), max(0, window.y - down))
    return PixelRect(
      x: left, y: top, width: min(size.width, window.x + window.width + across) - left,
      height: min(size.height, window.y + window.height + down) - top)
  }

  /// Decodes a part, row by row and without padding; nil if libjpeg reports any error or warning.
  ///
  /// - Parameters:
  ///   - eighths: The scale, 1…8.
  ///   - size: The picture's size at that scale.
  ///   - area: The part to decode, within `size`.
  static func decode(
    _ bytes: [UInt8], eighths: Int, size: PixelSize, area: PixelRect, layout: TurboJPEG.Layout
  ) -> [UInt8]? {
    var samples = [UInt8](repeating: 0, count: area.count * layout.stride)
    let part = tui_jpeg_region(
      eighths: Int32(eighths), components: Int32(layout.stride), width: UInt32(size.width),
      height: UInt32(size.height), x: UInt32(area.x), y: UInt32(area.y), columns: UInt32(area.width),
      rows: UInt32(area.height))
    // It reads within the given length, and writes `rows` rows of `columns` pixels of `components` bytes.
    let isComplete = unsafe bytes.withUnsafeBufferPointer { source in
      unsafe samples.withUnsafeMutableBufferPointer { samples in
        guard let source = source.baseAddress, let samples = samples.baseAddress else { return false }
        return unsafe tui_jpeg_part(source, bytes.count, part, samples) == 0
      }
    }
    return isComplete ? samples : nil
  }
}

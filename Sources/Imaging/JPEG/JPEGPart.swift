private import CJPEG

/// The wall to libjpeg's own interface, which decodes a part of a picture: TurboJPEG's has nothing of the kind for what is shown
/// scaled. Its errors are C's `longjmp`, so the part of it that may raise them is C: `tui_jpeg_part`.
enum JPEGPart {
  /// The part to decode so that a window of it is what a decode of the whole has there: colours of half the resolution are
  /// interpolated from blocks' neighbours.
  ///
  /// - Parameter size: The size at which it is decoded.
  static func area(around window: PixelRect, of size: PixelSize, frame: JPEGFrame) -> PixelRect {
    let (across, down) = (16 * frame.most.across, 16 * frame.most.down)
    let (left, top) = (max(0, window.x - across), max(0, window.y - down))
    return PixelRect(
      x: left, y: top, width: min(size.width, window.x + window.width + across) - left,
      height: min(size.height, window.y + window.height + down) - top)
  }

  /// Decodes a part; nil where libjpeg has anything to complain of.
  ///
  /// - Parameters:
  ///   - eighths: The scale, 1…8.
  ///   - size: The size that the picture has at that scale.
  ///   - area: Within it.
  static func decode(
    _ bytes: [UInt8], eighths: Int, size: PixelSize, area: PixelRect, layout: TurboJPEG.Layout
  ) -> JPEGSamples? {
    var samples = [UInt8](repeating: 0, count: area.count * layout.stride)
    let part = tui_jpeg_region(
      eighths: Int32(eighths), components: Int32(layout.stride), width: UInt32(size.width),
      height: UInt32(size.height), x: UInt32(area.x), y: UInt32(area.y), columns: UInt32(area.width),
      rows: UInt32(area.height))
    // It reads within the length given, and writes `rows` rows of `columns` pixels of `components` bytes.
    let isComplete = unsafe bytes.withUnsafeBufferPointer { source in
      unsafe samples.withUnsafeMutableBufferPointer { samples in
        guard let source = source.baseAddress, let samples = samples.baseAddress else { return false }
        return unsafe tui_jpeg_part(source, bytes.count, part, samples) == 0
      }
    }
    return isComplete ? JPEGSamples(bytes: samples, layout: layout, area: area) : nil
  }
}

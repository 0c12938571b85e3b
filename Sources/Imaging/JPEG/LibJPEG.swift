import Bitmaps
private import CJPEG

/// Decodes JPEGs through libjpeg-turbo, and returns errors as values. libjpeg reports them by C's `longjmp`, so the calls
/// that may fail are in a C function.
enum LibJPEG {
  /// The result of a decode.
  enum Outcome: Equatable {
    /// Decoded without errors or warnings.
    case complete
    /// Decoded with a warning: libjpeg's first message.
    case warned(String)
    /// The decode failed: libjpeg's message. The rows before the error are there.
    case failed(String)
  }

  /// A version of three decimal parts of three digits each.
  static var version: Int { Int(tui_jpeg_version()) }

  /// Decodes an area, or all, of a picture. The samples are row-major, without padding; missing rows are gray.
  ///
  /// libjpeg's fast but inexact modes are not used: they save a tenth at most, and nothing at small scales, where
  /// speed matters.
  ///
  /// - Parameters:
  ///   - size: The picture's full size.
  ///   - area: An area of the picture at that scale; nil for all of it. If libjpeg has a warning, an area fails.
  ///   - channels: 1 for gray, 3 for RGB, 4 for inks as stored in the file: inverted, also without Adobe's marker, as all
  ///     programs take them.
  static func decode(
    _ bytes: [UInt8], _ scale: DCTScale, of size: PixelSize, area: PixelRect? = nil, channels: Int
  ) -> (samples: [UInt8], outcome: Outcome) {
    let scaled = scale.scaled(size)
    let part = area ?? PixelRect(scaled)
    let region = tui_jpeg_region(
      eighths: Int32(scale.eighths), components: Int32(channels), width: UInt32(scaled.width),
      height: UInt32(scaled.height), x: UInt32(part.x), y: UInt32(part.y), columns: UInt32(part.width),
      rows: UInt32(part.height))
    var samples = [UInt8](repeating: DecodedPicture.missingLevel, count: part.count * channels)
    var message = [CChar](repeating: 0, count: Int(TUI_JPEG_MESSAGE))
    // It reads within the given length, writes `rows` rows of `columns` pixels of `components` bytes, and ends the message with a zero.
    let result = unsafe tui_jpeg_decode(bytes, bytes.count, region, area == nil ? 0 : 1, &samples, &message)
    if result == 0 { return (samples, .complete) }
    let text = String(decoding: message.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
    return (samples, result > 0 ? .warned(text) : .failed(text))
  }
}

/// A scale at which libjpeg can decode, `eighths`/8 of each side, for a fraction of the work.
struct DCTScale: Equatable {
  /// 1…8; 8 is the full size.
  let eighths: Int

  static let full = DCTScale(eighths: 8)

  /// Returns the size of a picture decoded at this scale, with sides rounded up.
  func scaled(_ size: PixelSize) -> PixelSize {
    PixelSize(width: (size.width * eighths + 7) / 8, height: (size.height * eighths + 7) / 8)
  }

  /// Returns the area of the decoded samples that the picture covers: of their last column and row, perhaps only a part.
  func extent(of size: PixelSize) -> SourceExtent {
    SourceExtent(
      scaled(size), eighths: PixelSize(width: size.width * eighths, height: size.height * eighths))
  }

  /// Returns the smallest scale at which the picture covers the target, so that nothing is enlarged unnecessarily; `full` if there is none.
  /// Of several with one size in samples, which only small pictures have, it is the largest.
  static func covering(_ target: PixelSize, from size: PixelSize) -> DCTScale {
    let scales = (1...8).map(DCTScale.init)
    guard
      let first = scales.first(where: {
        size.width * $0.eighths >= 8 * target.width && size.height * $0.eighths >= 8 * target.height
      })
    else { return full }
    return scales.last { $0.scaled(size) == first.scaled(size) } ?? full
  }
}

import Bitmaps
private import CTurboJPEG

/// Decodes whole JPEGs through libjpeg-turbo, and returns errors as values.
///
/// Uses TurboJPEG's API, because libjpeg reports errors by C's `longjmp`, which must not cross Swift frames.
enum TurboJPEG {
  /// The format of the decoded samples.
  enum Layout {
    /// One byte a pixel.
    case gray
    /// Three bytes a pixel.
    case rgb
    /// Four bytes a pixel, as stored in the file: inverted, also without Adobe's marker, as all programs take them.
    case cmyk

    /// The number of bytes in a pixel.
    var stride: Int {
      switch self {
      case .gray: 1
      case .rgb: 3
      case .cmyk: 4
      }
    }

    private var code: TJPF {
      switch self {
      case .gray: TJPF_GRAY
      case .rgb: TJPF_RGB
      case .cmyk: TJPF_CMYK
      }
    }

    fileprivate var pixelFormat: Int32 { code.rawValue }
  }

  /// The result of a decode.
  enum Outcome: Equatable {
    /// The picture was decoded without errors or warnings.
    case complete
    /// The picture was decoded with a warning: libjpeg's first message.
    case warned(String)
    /// The decode failed: libjpeg's message.
    case failed(String)
  }

  /// Decodes to `size`, which is the picture's size at one of libjpeg's scales. The samples are row-major, without
  /// padding; missing rows are gray.
  ///
  /// TurboJPEG's fast but inexact modes are not used: they save a tenth at most, and nothing at small scales, where
  /// speed matters.
  static func decode(
    _ bytes: [UInt8], size: PixelSize, layout: Layout
  ) -> (samples: [UInt8], outcome: Outcome) {
    guard let handle = unsafe tjInitDecompress() else { return ([], .failed("Insufficient memory")) }
    defer { _ = unsafe tjDestroy(handle) }
    let pitch = size.width * layout.stride
    var samples = [UInt8](repeating: DecodedPicture.missingLevel, count: pitch * size.height)
    // Fails if there are more than 500 scans: they would take minutes and add nothing visible to the first few.
    let flags = TJFLAG_LIMITSCANS
    // TurboJPEG reads within the given length and writes at most `height` rows of `pitch` bytes: it either scales down
    // to fit the given size, or fails.
    let result = unsafe bytes.withUnsafeBufferPointer { source in
      unsafe samples.withUnsafeMutableBufferPointer { samples in
        unsafe tjDecompress2(
          handle, source.baseAddress, UInt(source.count), samples.baseAddress, Int32(size.width), Int32(pitch),
          Int32(size.height), layout.pixelFormat, flags)
      }
    }
    if result == 0 { return (samples, .complete) }
    // The handle keeps the null-terminated message until its next use.
    let message = unsafe tjGetErrorStr2(handle).map { unsafe String(cString: $0) } ?? "unknown error"
    let isWarning = unsafe tjGetErrorCode(handle) == Int32(bitPattern: TJERR_WARNING.rawValue)
    return (samples, isWarning ? .warned(message) : .failed(message))
  }
}

/// A scale at which libjpeg can decode, `eighths`/8 of each side, for a fraction of the work.
struct DCTScale: Equatable {
  /// 1…8; 8 is the full size.
  let eighths: Int

  /// The full size.
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
  /// Of several with one size in samples, which only small pictures have, TurboJPEG takes the largest.
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

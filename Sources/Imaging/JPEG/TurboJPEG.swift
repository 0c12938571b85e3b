private import CTurboJPEG

/// The wall to libjpeg-turbo: decodes a whole JPEG, with errors as values.
///
/// TurboJPEG's own interface rather than libjpeg's, whose errors are C's `longjmp`, which must not cross Swift's frames.
enum TurboJPEG {
  /// How samples come out.
  enum Layout {
    /// One byte a pixel.
    case gray
    /// Three bytes a pixel.
    case rgb
    /// Four bytes a pixel, as the file has them: Adobe's are inverted.
    case cmyk

    /// Bytes a pixel.
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

  /// How a decode ended.
  enum Outcome: Equatable {
    /// All is well.
    case complete
    /// There is a picture, but libjpeg had something to say: its first message.
    case warned(String)
    /// There is no picture: libjpeg's message.
    case failed(String)
  }

  /// Decodes to `size`, which is the picture's own at one of libjpeg's scales; row-major, without padding. Rows that do not come
  /// are grey.
  ///
  /// Without TurboJPEG's fast but inexact ways: they gain a tenth at most, and nothing where it matters, at small scales.
  static func decode(
    _ bytes: [UInt8], size: PixelSize, layout: Layout
  ) -> (samples: [UInt8], outcome: Outcome) {
    guard let handle = unsafe tjInitDecompress() else { return ([], .failed("Insufficient memory")) }
    defer { _ = unsafe tjDestroy(handle) }
    let pitch = size.width * layout.stride
    var samples = [UInt8](repeating: DecodedPicture.missingLevel, count: pitch * size.height)
    // A file of 500 scans takes minutes and shows nothing that the first few did not.
    let flags = TJFLAG_LIMITSCANS
    // TurboJPEG reads within the given length, and writes at most `height` rows of `pitch` bytes: it scales down to what
    // fits into the size given, or refuses.
    let result = unsafe bytes.withUnsafeBufferPointer { source in
      unsafe samples.withUnsafeMutableBufferPointer { samples in
        unsafe tjDecompress2(
          handle, source.baseAddress, UInt(source.count), samples.baseAddress, Int32(size.width), Int32(pitch),
          Int32(size.height), layout.pixelFormat, flags)
      }
    }
    if result == 0 { return (samples, .complete) }
    // The handle keeps the message, null-terminated, until its next use.
    let message = unsafe tjGetErrorStr2(handle).map { unsafe String(cString: $0) } ?? "unknown error"
    let isWarning = unsafe tjGetErrorCode(handle) == Int32(bitPattern: TJERR_WARNING.rawValue)
    return (samples, isWarning ? .warned(message) : .failed(message))
  }
}

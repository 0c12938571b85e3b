import CTurboJPEG

/// An encoder's failure, in its own words.
struct EncodingError: Error, CustomStringConvertible {
  let description: String
}

/// Encodes JPEG files with libjpeg-turbo.
enum JPEG {
  /// Encodes straight RGBA bytes, ignoring alpha.
  ///
  /// - Parameter quality: libjpeg's quality, 1…100.
  /// - Throws: `EncodingError` with the library's message.
  static func encoded(_ rgba: [UInt8], width: Int, height: Int, quality: Int32) throws -> [UInt8] {
    guard let compressor = unsafe tjInitCompress() else { throw EncodingError(description: "TurboJPEG does not start") }
    defer { _ = unsafe tjDestroy(compressor) }

    var bytes: UnsafeMutablePointer<UInt8>?
    defer { unsafe tjFree(bytes) }
    var count: UInt = 0
    // The library allocates the result; it is copied before being freed.
    let status = unsafe rgba.withUnsafeBufferPointer { source in
      unsafe tjCompress2(
        compressor, source.baseAddress, Int32(width), 0, Int32(height), Int32(TJPF_RGBX.rawValue), &bytes, &count,
        Int32(TJSAMP_420.rawValue), quality, TJFLAG_ACCURATEDCT)
    }
    guard status == 0, let start = unsafe bytes else {
      throw EncodingError(description: unsafe String(cString: tjGetErrorStr2(compressor)))
    }
    return unsafe Array(UnsafeBufferPointer(start: start, count: Int(count)))
  }
}

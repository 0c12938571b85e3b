import CTurboJPEG

/// Encodes JPEGs as cameras do.
enum JPEGFile {
  /// Encodes rows of RGB pixels with 4:2:0 chroma subsampling.
  ///
  /// - Parameters:
  ///   - quality: libjpeg's quality, 1…100.
  ///   - isProgressive: Whether to write several scans, from coarse to fine.
  static func encode(
    _ pixels: [UInt8], width: Int, height: Int, quality: Int32 = 90, isProgressive: Bool = false
  ) -> [UInt8] {
    let compressor = unsafe tjInitCompress()
    defer { _ = unsafe tjDestroy(compressor) }
    var memory: UnsafeMutablePointer<UInt8>?
    var size: UInt = 0
    let result = unsafe tjCompress2(
      compressor, pixels, Int32(width), 0, Int32(height), Int32(TJPF_RGB.rawValue), &memory, &size,
      Int32(TJSAMP_420.rawValue),
      quality, isProgressive ? TJFLAG_PROGRESSIVE : 0)
    defer { unsafe tjFree(memory) }
    precondition(result == 0, "TurboJPEG cannot encode")
    return unsafe [UInt8](UnsafeBufferPointer(start: memory, count: Int(size)))
  }
}

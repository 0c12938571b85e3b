import CWebP
import Testing

/// libwebp's encoder.
enum LibWebPCodec {
  /// Encodes pixels (red, green, blue, alpha) as a lossless file.
  ///
  /// - Parameters:
  ///   - method: The trade-off between speed (0) and size (6).
  ///   - quality: The effort spent on compression, 0…100.
  static func lossless(_ pixels: [SIMD4<UInt8>], width: Int, method: Int32, quality: Float) throws -> [UInt8] {
    var config = WebPConfig()
    let isReady = unsafe WebPConfigInit(&config)
    try #require(isReady != 0)
    config.lossless = 1
    config.method = method
    config.quality = quality
    config.exact = 1
    var picture = unsafe WebPPicture()
    try #require(unsafe WebPPictureInit(&picture) != 0)
    defer { unsafe WebPPictureFree(&picture) }
    unsafe picture.use_argb = 1
    unsafe picture.width = Int32(width)
    unsafe picture.height = Int32(pixels.count / width)
    let isTaken = unsafe pixels.withUnsafeBytes { bytes in
      unsafe WebPPictureImportRGBA(&picture, bytes.bindMemory(to: UInt8.self).baseAddress, Int32(width * 4))
    }
    try #require(isTaken != 0)
    return unsafe try encoded(&picture, &config)
  }

  private static func encoded(_ picture: inout WebPPicture, _ config: inout WebPConfig) throws -> [UInt8] {
    var writer = unsafe WebPMemoryWriter()
    unsafe WebPMemoryWriterInit(&writer)
    defer { unsafe WebPMemoryWriterClear(&writer) }
    unsafe picture.writer = { unsafe WebPMemoryWrite($0, $1, $2) }
    return try unsafe withUnsafeMutablePointer(to: &writer) { writer in
      unsafe picture.custom_ptr = UnsafeMutableRawPointer(writer)
      try #require(unsafe WebPEncode(&config, &picture) != 0)
      return unsafe Array(UnsafeBufferPointer(start: writer.pointee.mem, count: writer.pointee.size))
    }
  }
}

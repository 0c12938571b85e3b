import CWebP
import Testing

/// libwebp's own encoding and decoding, without any code of ours.
enum LibWebPCodec {
  /// A file's pixels (red, green, blue, alpha), or nil if libwebp finds it damaged. They are opaque if a lossless file
  /// declares its alpha unused, which libwebp itself treats only as a hint.
  static func pixels(_ file: [UInt8]) -> [SIMD4<UInt8>]? {
    var (width, height): (Int32, Int32) = (0, 0)
    guard let memory = unsafe WebPDecodeRGBA(file, file.count, &width, &height) else { return nil }
    defer { unsafe WebPFree(memory) }
    let pixels = unsafe Array(
      UnsafeRawBufferPointer(start: memory, count: Int(width * height * 4)).bindMemory(to: SIMD4<UInt8>.self))
    let isOpaque = file[12..<16].elementsEqual("VP8L".utf8) && file[24] & 0x10 == 0
    return isOpaque ? pixels.map { SIMD4($0.x, $0.y, $0.z, 255) } : pixels
  }

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

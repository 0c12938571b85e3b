import Bitmaps
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
    return unsafe try encoded(&picture, &config)
  }

  /// The planes of a lossy file, without the loop filter.
  struct Planes {
    var size: PixelSize
    var luma: [UInt8]
    /// Half as many samples on either side, rounded up.
    var blue: [UInt8]
    var red: [UInt8]
  }

  /// Decodes a file's planes; nil if libwebp finds it damaged.
  static func planes(_ file: [UInt8]) -> Planes? {
    var config = unsafe WebPDecoderConfig()
    guard unsafe WebPInitDecoderConfig(&config) != 0 else { return nil }
    unsafe config.options.bypass_filtering = 1
    unsafe config.output.colorspace = MODE_YUV
    defer { unsafe WebPFreeDecBuffer(&config.output) }
    guard unsafe WebPDecode(file, file.count, &config) == VP8_STATUS_OK else { return nil }
    let output = unsafe config.output.u.YUVA
    let size = unsafe PixelSize(width: Int(config.output.width), height: Int(config.output.height))
    func plane(_ start: UnsafeMutablePointer<UInt8>?, _ stride: Int32, _ width: Int, _ height: Int) -> [UInt8] {
      guard let start = unsafe start else { return [] }
      return (0..<height).flatMap { row in
        unsafe Array(UnsafeBufferPointer(start: start + row * Int(stride), count: width))
      }
    }
    let (width, height) = ((size.width + 1) / 2, (size.height + 1) / 2)
    return unsafe Planes(
      size: size, luma: plane(output.y, output.y_stride, size.width, size.height),
      blue: plane(output.u, output.u_stride, width, height), red: plane(output.v, output.v_stride, width, height))
  }

  /// Encodes samples of red, green and blue as a lossy file.
  ///
  /// - Parameter configure: Changes the encoder's settings.
  static func lossy(_ samples: [UInt8], width: Int, _ configure: (inout WebPConfig) -> Void) throws -> [UInt8] {
    var config = WebPConfig()
    try #require(unsafe WebPConfigInit(&config) != 0)
    configure(&config)
    var picture = unsafe WebPPicture()
    try #require(unsafe WebPPictureInit(&picture) != 0)
    defer { unsafe WebPPictureFree(&picture) }
    unsafe picture.width = Int32(width)
    unsafe picture.height = Int32(samples.count / 3 / width)
    try #require(unsafe WebPPictureImportRGB(&picture, samples, Int32(width * 3)) != 0)
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

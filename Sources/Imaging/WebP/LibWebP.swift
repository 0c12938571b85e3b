import Bitmaps
private import CWebP
import Memory

/// The wrapper of libwebp: reads headers, decodes pictures, and converts status codes to `ImageError`.
enum LibWebP {
  /// The features that libwebp reads from a header.
  struct Features: Sendable, Equatable {
    /// The size in pixels, both sides at least 1.
    let size: PixelSize
    let hasAlpha: Bool
    let isAnimated: Bool
    let isLossless: Bool
  }

  /// The library's version.
  static var version: String {
    // Three bytes.
    let version = Int(WebPGetDecoderVersion())
    return "\(version >> 16 & 0xFF).\(version >> 8 & 0xFF).\(version & 0xFF)"
  }

  /// Reads the header of a file, or of a frame's chunks.
  ///
  /// - Throws: `ImageError.truncated`, `.corrupt` or `.unsupported`.
  static func features(_ bytes: ArraySlice<UInt8>) throws(ImageError) -> Features {
    var features = WebPBitstreamFeatures()
    // libwebp reads within the given length.
    let status = unsafe bytes.withUnsafeBufferPointer { bytes in
      unsafe WebPGetFeatures(bytes.baseAddress, bytes.count, &features)
    }
    try check(status)
    guard features.width > 0, features.height > 0 else {
      throw .corrupt(format: "WebP", reason: "invalid size \(features.width)×\(features.height)")
    }
    return Features(
      size: PixelSize(width: Int(features.width), height: Int(features.height)), hasAlpha: features.has_alpha != 0,
      isAnimated: features.has_animation != 0, isLossless: features.format == 2)
  }

  /// The part of a picture to decode, and its scale.
  struct Target {
    /// The size to decode the whole picture to: its own, or smaller.
    let size: PixelSize
    /// The part of it to decode, with an even left and top edge. Only for a picture in its own size.
    let area: PixelRect

    init(whole size: PixelSize) {
      self.size = size
      area = PixelRect(size)
    }

    /// A part of a picture in its own size.
    init(_ area: PixelRect, of size: PixelSize) {
      self.size = size
      self.area = area
    }

    var isWhole: Bool { area.size == size }
  }

  /// The bytes after which an incremental decode checks its deadline.
  private static let step = 256 << 10

  /// Decodes the available rows of a part of a picture. The samples are encoded, not premultiplied, and without meaning for
  /// alpha if the picture has none.
  ///
  /// libwebp gets the bytes in steps, so that a decode can be stopped, and decodes the rows that a truncated file has.
  ///
  /// - Parameters:
  ///   - pixels: Overwritten. Their number matches `target.area` unless this throws.
  /// - Returns: The number of available rows of `target.area`; the other rows are undefined.
  /// - Throws: `ImageError.truncated`, `.corrupt`, `.unsupported` or `.outOfMemory`; and the errors of `deadline`.
  static func decode(
    _ picture: WebPPicture, _ target: Target, into pixels: inout [SIMD4<UInt8>], _ deadline: DecodeDeadline
  ) throws(ImageError) -> Int {
    var count: Int32 = 0
    try unsafe withConfiguration(picture.features, target, pixels: &pixels) { config throws(ImageError) in
      // The decoder uses the configuration, which outlives it, and reads within the given length.
      guard let decoder = unsafe WebPIDecode(nil, 0, config) else { throw .outOfMemory(format: "WebP") }
      defer { unsafe WebPIDelete(decoder) }
      try unsafe picture.chunks.withUnsafeBufferPointer { (bytes) throws(ImageError) in
        var status = VP8_STATUS_SUSPENDED
        var available = 0
        while status == VP8_STATUS_SUSPENDED, available < bytes.count {
          try deadline.check()
          available = min(available + step, bytes.count)
          status = unsafe WebPIUpdate(decoder, bytes.baseAddress, available)
        }
        if status != VP8_STATUS_SUSPENDED { try check(status) }
      }
      unsafe WebPIDecGetRGB(decoder, &count, nil, nil, nil)
    }
    return min(Int(count), target.area.height)
  }

  /// Calls `body` with libwebp's configuration for decoding to a target into `pixels`, which are resized as needed.
  private static func withConfiguration(
    _ features: Features, _ target: Target, pixels: inout [SIMD4<UInt8>],
    _ body: (UnsafeMutablePointer<WebPDecoderConfig>) throws(ImageError) -> Void
  ) throws(ImageError) {
    var config = unsafe WebPDecoderConfig()
    // Fails if the library's version is incompatible with the header that was compiled.
    guard unsafe WebPInitDecoderConfig(&config) != 0 else {
      throw .unsupported(format: "WebP", reason: "libwebp is of another version")
    }
    // A lossy picture's rows are then filtered in a separate thread, which ends with the decode; libwebp uses none for small pictures.
    unsafe config.options.use_threads = 1
    let (size, area) = (target.size, target.area)
    if !target.isWhole {
      unsafe config.options.use_cropping = 1
      unsafe config.options.crop_left = Int32(area.x)
      unsafe config.options.crop_top = Int32(area.y)
      unsafe config.options.crop_width = Int32(area.width)
      unsafe config.options.crop_height = Int32(area.height)
    } else if size != features.size {
      // The filter softens block edges within three pixels, which are averaged away here; nothing else depends on it.
      let isTiny = size.width * 4 <= features.size.width && size.height * 4 <= features.size.height
      unsafe config.options.bypass_filtering = isTiny ? 1 : 0
      unsafe config.options.use_scaling = 1
      unsafe config.options.scaled_width = Int32(size.width)
      unsafe config.options.scaled_height = Int32(size.height)
    }
    let count = area.count
    if pixels.count != count {
      pixels = unsafe Array(unsafeUninitializedCapacity: count) { memory, initialized in
        unsafe LargeMemory.prepare(UnsafeMutableRawBufferPointer(memory))
        unsafe memory.initialize(repeating: .zero)
        initialized = memory.count
      }
    }
    // libwebp writes the area's rows of four bytes per pixel, within the given size of the memory.
    try unsafe pixels.withUnsafeMutableBufferPointer { (pixels) throws(ImageError) in
      let output = UnsafeMutableRawBufferPointer(pixels)
      unsafe config.output.colorspace = MODE_RGBA
      unsafe config.output.is_external_memory = 1
      unsafe config.output.u.RGBA.rgba = output.bindMemory(to: UInt8.self).baseAddress
      unsafe config.output.u.RGBA.stride = Int32(area.width * 4)
      unsafe config.output.u.RGBA.size = output.count
      try unsafe withUnsafeMutablePointer(to: &config) { (config) throws(ImageError) in try unsafe body(config) }
    }
  }

  private static func check(_ status: VP8StatusCode) throws(ImageError) {
    switch status {
    case VP8_STATUS_OK: return
    case VP8_STATUS_NOT_ENOUGH_DATA, VP8_STATUS_SUSPENDED: throw .truncated(format: "WebP")
    case VP8_STATUS_OUT_OF_MEMORY: throw .outOfMemory(format: "WebP")
    case VP8_STATUS_UNSUPPORTED_FEATURE: throw .unsupported(format: "WebP", reason: "libwebp does not know its kind")
    default: throw .corrupt(format: "WebP", reason: "it cannot be decoded")
    }
  }
}

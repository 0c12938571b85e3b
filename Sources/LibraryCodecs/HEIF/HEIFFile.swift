#if HEIF
  import Bitmaps
  import CHeif
  import Imaging

  /// libheif as a whole.
  enum HEIFLibrary {
    /// The version in use.
    static var version: String { unsafe String(cString: heif_get_version()) }

    /// Loads the plugins that decode, which are files.
    static func open() { _ = unsafe heif_init(nil) }
  }

  /// A HEIF file that libheif has parsed.
  @safe
  final class HEIFFile: @unchecked Sendable {
    /// The most threads that decode tiles.
    private static let threads: Int32 = 2

    private let context: OpaquePointer
    private let primary: OpaquePointer
    private let format: String

    /// Parses a file.
    ///
    /// - Throws: `ImageError` if it is damaged, truncated or has no primary picture.
    init(_ bytes: [UInt8], format: String) throws(ImageError) {
      guard let context = unsafe heif_context_alloc() else { throw .outOfMemory(format: format) }
      unsafe heif_context_set_max_decoding_threads(context, HEIFFile.threads)
      var primary: OpaquePointer?
      // libheif copies the bytes.
      var result = unsafe bytes.withUnsafeBytes {
        unsafe heif_context_read_from_memory(context, $0.baseAddress, $0.count, nil)
      }
      if unsafe result.code == heif_error_Ok {
        unsafe result = heif_context_get_primary_image_handle(context, &primary)
      }
      guard let primary = unsafe primary, unsafe result.code == heif_error_Ok else {
        // Its message may belong to the context.
        let error = unsafe HEIFFile.error(result, format)
        unsafe heif_context_free(context)
        throw error
      }
      unsafe (self.context, self.primary, self.format) = (context, primary, format)
      guard size.width > 0, size.height > 0 else { throw .corrupt(format: format, reason: "it has no size") }
    }

    deinit {
      unsafe heif_image_handle_release(primary)
      unsafe heif_context_free(context)
    }

    /// The size of the upright picture.
    var size: PixelSize {
      unsafe PixelSize(
        width: Int(heif_image_handle_get_width(primary)), height: Int(heif_image_handle_get_height(primary)))
    }

    private var hasAlpha: Bool { unsafe heif_image_handle_has_alpha_channel(primary) != 0 }
    private var bits: Int { unsafe Int(heif_image_handle_get_luma_bits_per_pixel(primary)) }

    /// An upper bound of the bytes that decoding takes: the decoder's frame, its copy, and the converted pixels.
    var decodingBytes: Int {
      let perPixel = bits > 8 ? 28 : 16
      return (size.width * size.height).multipliedReportingOverflow(by: perPixel).partialValue + (64 << 20)
    }

    /// The encodings that the file declares, of which a profile counts more.
    private var encodings: [ColorEncoding] { [profile.map(ColorEncoding.icc), coded].compactMap(\.self) }

    /// The ICC profile; nil if there is none.
    var profile: [UInt8]? {
      let count = unsafe heif_image_handle_get_raw_color_profile_size(primary)
      guard 128...ColorEncoding.maxProfileBytes ~= count else { return nil }
      var bytes = [UInt8](repeating: 0, count: count)
      // As many bytes as libheif writes.
      return unsafe heif_image_handle_get_raw_color_profile(primary, &bytes).code == heif_error_Ok ? bytes : nil
    }

    private var coded: ColorEncoding? {
      var found: UnsafeMutablePointer<heif_color_profile_nclx>?
      guard unsafe heif_image_handle_get_nclx_color_profile(primary, &found).code == heif_error_Ok,
        let found = unsafe found
      else { return nil }
      defer { unsafe heif_nclx_color_profile_free(found) }
      // Codes of one byte in all files.
      return unsafe ColorEncoding(
        primaries: UInt8(truncatingIfNeeded: found.pointee.color_primaries.rawValue),
        transfer: UInt8(truncatingIfNeeded: found.pointee.transfer_characteristics.rawValue))
    }

    /// Whether a profile is for grays (ICC.1:2022, 7.2.6).
    private static func isGray(_ profile: [UInt8]?) -> Bool {
      profile.map { $0[16..<20].elementsEqual("GRAY".utf8) } ?? false
    }

    /// Decodes the primary picture, upright.
    ///
    /// - Throws: `ImageError`.
    func decoded(_ deadline: DecodeDeadline) throws(ImageError) -> DecodedPixels {
      try deadline.check()
      let isWide = bits > 8
      let isGray = HEIFFile.isGray(profile) && !isWide
      let chroma =
        isWide
        ? heif_chroma_interleaved_RRGGBBAA_BE
        : hasAlpha || isGray ? heif_chroma_interleaved_RGBA : heif_chroma_interleaved_RGB
      var image: OpaquePointer?
      let result = unsafe heif_decode_image(primary, &image, heif_colorspace_RGB, chroma, nil)
      guard let image = unsafe image, unsafe result.code == heif_error_Ok else {
        throw unsafe HEIFFile.error(result, format)
      }
      let owner = unsafe HEIFImage(image)
      try deadline.check()
      var rowBytes: Int32 = 0
      guard let pixels = unsafe heif_image_get_plane_readonly(image, heif_channel_interleaved, &rowBytes),
        unsafe heif_image_get_width(image, heif_channel_interleaved) == size.width,
        unsafe heif_image_get_height(image, heif_channel_interleaved) == size.height
      else { throw .corrupt(format: format, reason: "its picture has another size than declared") }
      let layout = unsafe DecodedPixels.Layout(
        samples: isWide ? .wideRGBA : isGray ? .grayRGBA : hasAlpha ? .rgba : .rgb,
        bits: isWide ? Int(heif_image_get_bits_per_pixel_range(image, heif_channel_interleaved)) : 8,
        rowBytes: Int(rowBytes), isOpaque: !hasAlpha)
      return unsafe DecodedPixels(pixels, size: size, layout: layout, encodings: encodings, owner: owner)
    }

    /// The reason for a failure.
    @unsafe
    private static func error(_ error: heif_error, _ format: String) -> ImageError {
      let message = unsafe error.message.map { unsafe String(cString: $0) } ?? ""
      if unsafe error.subcode == heif_suberror_End_of_data { return .truncated(format: format) }
      switch unsafe error.code {
      case heif_error_Memory_allocation_error: return .outOfMemory(format: format)
      case heif_error_Unsupported_feature, heif_error_Unsupported_filetype:
        return .unsupported(format: format, reason: message)
      default: return .corrupt(format: format, reason: message)
      }
    }
  }

  /// A decoded picture, freed with the last reference.
  @safe
  private final class HEIFImage {
    private let image: OpaquePointer

    @unsafe
    init(_ image: OpaquePointer) { unsafe self.image = image }

    deinit { unsafe heif_image_release(image) }
  }
#endif

#if HEIF
  import Bitmaps
  import CHeif
  import Imaging

  @safe
  final class HEIFPicture: @unchecked Sendable {
    private let context: HEIFContext
    private let id: heif_item_id
    private let handle: OpaquePointer
    /// Whether the camera was upright, so that its pixels are not turned.
    private let isUpright: Bool

    /// Finds a picture in a file.
    ///
    /// - Parameter isUpright: Whether its Exif says that the camera was.
    /// - Throws: `ImageError` if it is damaged.
    convenience init(_ id: heif_item_id, in context: HEIFContext, isUpright: Bool) throws(ImageError) {
      unsafe self.init(id, try HEIFPicture.handle(of: id, in: context), in: context, isUpright: isUpright)
      guard size.width > 0, size.height > 0 else {
        throw .corrupt(format: HEIFContext.format, reason: "it has no size")
      }
    }

    @unsafe
    private init(_ id: heif_item_id, _ handle: OpaquePointer, in context: HEIFContext, isUpright: Bool) {
      (self.id, self.context, self.isUpright) = (id, context, isUpright)
      unsafe self.handle = handle
    }

    deinit { unsafe heif_image_handle_release(handle) }

    /// The same picture without a size.
    private func unsized() throws(ImageError) -> HEIFPicture {
      let context = try context.unsized()
      return unsafe try HEIFPicture(id, HEIFPicture.handle(of: id, in: context), in: context, isUpright: isUpright)
    }

    /// A handle, to be released.
    @unsafe
    private static func handle(of id: heif_item_id, in context: HEIFContext) throws(ImageError) -> OpaquePointer {
      var found: OpaquePointer?
      let result = unsafe heif_context_get_image_handle(context.pointer, id, &found)
      guard let handle = unsafe found, unsafe result.code == heif_error_Ok else {
        throw unsafe HEIFContext.error(result)
      }
      return unsafe handle
    }

    /// The size of the upright picture.
    var size: PixelSize {
      unsafe PixelSize(
        width: Int(heif_image_handle_get_width(handle)), height: Int(heif_image_handle_get_height(handle)))
    }

    /// The most thumbnails of a picture that are looked at.
    private static let maxThumbnails = 4

    /// The embedded thumbnail with the fewest pixels that shows the picture in full at a size: it has at least that, the same proportions and
    /// the same kind of samples and colors; nil if there is none.
    func thumbnail(for target: PixelSize) -> HEIFPicture? {
      var ids = [heif_item_id](repeating: 0, count: HEIFPicture.maxThumbnails)
      // At most as many as there is room for.
      let count = unsafe heif_image_handle_get_list_of_thumbnail_IDs(handle, &ids, Int32(ids.count))
      return ids.prefix(Int(count)).compactMap { id -> HEIFPicture? in
        var found: OpaquePointer?
        guard unsafe heif_image_handle_get_thumbnail(handle, id, &found).code == heif_error_Ok,
          let thumbnail = unsafe found
        else { return nil }
        return unsafe HEIFPicture(id, thumbnail, in: context, isUpright: isUpright)
      }
      .filter { $0.stands(for: self, at: target) }
      .min { $0.size.width < $1.size.width }
    }

    private func stands(for picture: HEIFPicture, at target: PixelSize) -> Bool {
      let (own, whole) = (size, picture.size)
      // The thumbnail's sides are rounded, in some cameras' files to multiples of 16.
      let excess = abs(own.width * whole.height - own.height * whole.width)
      return own.width >= target.width && own.height >= target.height && own.width < whole.width
        && excess <= max(whole.width, whole.height, own.width * whole.height / 100) && hasAlpha == picture.hasAlpha
        && bits == picture.bits
        && encodings == picture.encodings
    }

    private var hasAlpha: Bool { unsafe heif_image_handle_has_alpha_channel(handle) != 0 }
    private var bits: Int { unsafe Int(heif_image_handle_get_luma_bits_per_pixel(handle)) }

    /// An upper bound of the bytes that decoding takes: the decoder's frame, its copy, and the converted pixels.
    var decodingBytes: Int {
      let perPixel = bits > 8 ? 28 : 16
      return (size.width * size.height).multipliedReportingOverflow(by: perPixel).partialValue + (64 << 20)
    }

    /// The encodings that the file declares, of which a profile counts more.
    private var encodings: [ColorEncoding] { [profile.map(ColorEncoding.icc), coded].compactMap(\.self) }

    var profile: [UInt8]? {
      let count = unsafe heif_image_handle_get_raw_color_profile_size(handle)
      guard 128...ColorEncoding.maxProfileBytes ~= count else { return nil }
      var bytes = [UInt8](repeating: 0, count: count)
      // As many bytes as libheif writes.
      return unsafe heif_image_handle_get_raw_color_profile(handle, &bytes).code == heif_error_Ok ? bytes : nil
    }

    private var coded: ColorEncoding? {
      var found: UnsafeMutablePointer<heif_color_profile_nclx>?
      guard unsafe heif_image_handle_get_nclx_color_profile(handle, &found).code == heif_error_Ok,
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

    private var mayBePadded: Bool { unsafe isUpright && Int(heif_image_handle_get_ispe_width(handle)) == size.width }

    /// Whether decoded pixels of a size begin with the picture: some cameras' thumbnails are padded to whole blocks, at the right and the bottom.
    private func isShown(width: Int32, height: Int32) -> Bool {
      width == size.width && height == size.height
        || mayBePadded && Int(width) >= size.width && Int(height) >= size.height
    }

    /// Decodes the picture, upright.
    ///
    /// - Throws: `ImageError`.
    func decoded(_ deadline: DecodeDeadline) throws(ImageError) -> DecodedPixels {
      try deadline.check()
      let isWide = bits > 8
      let isGray = HEIFPicture.isGray(profile) && !isWide
      let chroma =
        isWide
        ? heif_chroma_interleaved_RRGGBBAA_BE
        : hasAlpha || isGray ? heif_chroma_interleaved_RGBA : heif_chroma_interleaved_RGB
      var image: OpaquePointer?
      var result = unsafe heif_decode_image(handle, &image, heif_colorspace_RGB, chroma, nil)
      var unsized: HEIFPicture?
      // The message of an error may belong to it.
      defer { withExtendedLifetime(unsized) {} }
      if unsafe result.subcode == heif_suberror_Invalid_image_size, mayBePadded {
        // From version 1.22 on, libheif rejects padded pictures that declare their size.
        let picture = try self.unsized()
        unsized = picture
        unsafe result = heif_decode_image(picture.handle, &image, heif_colorspace_RGB, chroma, nil)
      }
      guard let image = unsafe image, unsafe result.code == heif_error_Ok else {
        throw unsafe HEIFContext.error(result)
      }
      let owner = unsafe HEIFImage(image)
      try deadline.check()
      var rowBytes: Int32 = 0
      guard let pixels = unsafe heif_image_get_plane_readonly(image, heif_channel_interleaved, &rowBytes),
        unsafe isShown(
          width: heif_image_get_width(image, heif_channel_interleaved),
          height: heif_image_get_height(image, heif_channel_interleaved))
      else { throw .corrupt(format: HEIFContext.format, reason: "its picture has another size than declared") }
      let layout = unsafe DecodedPixels.Layout(
        samples: isWide ? .wideRGBA : isGray ? .grayRGBA : hasAlpha ? .rgba : .rgb,
        bits: isWide ? Int(heif_image_get_bits_per_pixel_range(image, heif_channel_interleaved)) : 8,
        rowBytes: Int(rowBytes), isOpaque: !hasAlpha)
      return unsafe DecodedPixels(pixels, size: size, layout: layout, encodings: encodings, owner: owner)
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

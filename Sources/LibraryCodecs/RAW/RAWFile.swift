#if RAW
  import Bitmaps
  import CRaw
  import Imaging

  /// A file that libraw has parsed.
  @safe
  final class RAWFile: @unchecked Sendable {
    private static let format = LibraryFormat.raw.format.name

    private let raw: OpaquePointer
    /// What libraw reads, as long as it is open.
    private let file: ReadFile

    /// The library's version.
    static var version: String { unsafe String(cString: libraw_version()) }

    /// Parses a file.
    ///
    /// - Throws: `ImageError`, also if libraw does not know the camera.
    init(_ source: any ByteSource) throws(ImageError) {
      file = ReadFile(source)
      var error: Int32 = 0
      guard
        let raw = unsafe tui_raw_open(
          file.pointer, source.count, { unsafe ReadFile.read($0, at: $1, into: $2, count: $3) }, &error)
      else { throw .outOfMemory(format: RAWFile.format) }
      unsafe self.raw = raw
      guard error == 0 else { throw RAWFile.failure(error) }
      guard size.width > 0, size.height > 0 else { throw .corrupt(format: RAWFile.format, reason: "it has no size") }
    }

    deinit { unsafe tui_raw_close(raw) }

    /// The size of the picture as it is stored, in square pixels.
    var size: PixelSize {
      let size = unsafe PixelSize(width: Int(tui_raw_width(raw)), height: Int(tui_raw_height(raw)))
      let aspect = unsafe tui_raw_pixel_aspect(raw)
      return aspect > 0.25 && aspect < 4 ? size.squared(pixelAspect: aspect) : size
    }

    /// How to turn the picture, and its preview, upright.
    var orientation: Orientation {
      // Exif's number for each combination of a mirroring, a flip and a transposition.
      let numbers: [UInt8] = [1, 2, 4, 3, 5, 8, 6, 7]
      return unsafe Orientation(rawValue: numbers[Int(tui_raw_flip(raw))]) ?? .upright
    }

    /// The largest preview, a JPEG or a bitmap as a TIFF; nil if there is none.
    var preview: [UInt8]? {
      // Most are JPEGs, of some megabytes, which libraw would copy.
      let (offset, count) = unsafe (tui_raw_preview_offset(raw), tui_raw_preview_bytes(raw))
      if file.source.bytes(at: offset, count: 3).elementsEqual([0xFF, 0xD8, 0xFF]) {
        let bytes = file.source.bytes(at: offset, count: count)
        return bytes.count == count ? Array(bytes) : nil
      }
      // libraw forgets a file whose preview it cannot read.
      guard let other = try? RAWFile(file.source), unsafe tui_raw_unpack_preview(other.raw) == 0 else { return nil }
      let found = unsafe tui_raw_preview(other.raw)
      defer { withExtendedLifetime(other) {} }
      // As many bytes as libraw says.
      let bytes = unsafe UnsafeRawBufferPointer(start: found.data, count: found.bytes)
      let bits: Int
      switch unsafe found.type {
      case LIBRAW_THUMBNAIL_JPEG: return unsafe Array(bytes)
      case LIBRAW_THUMBNAIL_BITMAP: bits = 8
      case LIBRAW_THUMBNAIL_BITMAP16: bits = 16
      default: return nil
      }
      let (width, height, colors) = unsafe (Int(found.width), Int(found.height), Int(found.colors))
      let sides = 1...0xFFFF
      guard sides ~= width, sides ~= height, colors == 1 || colors == 3,
        width * height * colors * bits / 8 == bytes.count
      else { return nil }
      return unsafe RAWFile.tiffHead(width: width, height: height, colors: colors, bits: bits) + bytes
    }

    /// JPEGs of less than a number of bytes in the file's directories, with the sizes that those declare. Some may be parts of the sensor's samples.
    func smallPreviews(below limit: Int) -> [(bytes: [UInt8], size: PixelSize)] {
      (0..<(unsafe tui_raw_directory_count(raw))).compactMap { index in
        let found = unsafe tui_raw_directory(raw, index)
        guard found.bytes > 0, found.bytes < limit,
          file.source.bytes(at: found.offset, count: 3).elementsEqual([0xFF, 0xD8, 0xFF])
        else { return nil }
        let bytes = Array(file.source.bytes(at: found.offset, count: found.bytes))
        return (bytes, PixelSize(width: Int(found.width), height: Int(found.height)))
      }
    }

    /// The beginning of a TIFF whose samples follow in one strip, with the least significant byte first (TIFF 6.0, sections 2 and 6).
    private static func tiffHead(width: Int, height: Int, colors: Int, bits: Int) -> [UInt8] {
      let entries: [(tag: UInt8, value: Int)] = [
        (0, width), (1, height), (2, bits), (3, 1), (6, colors == 3 ? 2 : 1), (17, 122), (21, colors), (22, height),
        (23, width * height * colors * bits / 8),
      ]
      var head: [UInt8] = Array("II*\0".utf8) + [8, 0, 0, 0, UInt8(entries.count), 0]
      for entry in entries {
        // Tags count from 256. Each has a number of four bytes.
        head += [entry.tag, 1, 4, 0, 1, 0, 0, 0]
        for shift in [0, 8, 16, 24] { head.append(UInt8(truncatingIfNeeded: entry.value >> shift)) }
      }
      return head + [0, 0, 0, 0]
    }

    /// Develops the picture at half its size; also returns whether data are damaged.
    ///
    /// - Throws: `ImageError`; what `deadline` throws.
    func developed(_ deadline: DecodeDeadline) throws(ImageError) -> (pixels: DecodedPixels, isDamaged: Bool) {
      try deadline.check()
      var error: Int32 = 0
      var deadline = deadline
      // Called only before it returns.
      let image = unsafe withUnsafeMutablePointer(to: &deadline) { deadline in
        unsafe tui_raw_develop(
          raw,
          { argument, _, _, _ in
            guard let deadline = unsafe argument?.assumingMemoryBound(to: DecodeDeadline.self) else { return 0 }
            return (try? unsafe deadline.pointee.check()) == nil ? 1 : 0
          }, deadline, &error)
      }
      guard let image = unsafe image else {
        try deadline.check()
        throw RAWFile.failure(error)
      }
      let owner = unsafe RAWImage(image)
      guard unsafe image.pointee.type == LIBRAW_IMAGE_BITMAP, unsafe image.pointee.bits == 16,
        unsafe [1, 3].contains(image.pointee.colors), unsafe image.pointee.width > 0, unsafe image.pointee.height > 0
      else { throw .corrupt(format: RAWFile.format, reason: "libraw cannot develop it") }
      let size = unsafe PixelSize(width: Int(image.pointee.width), height: Int(image.pointee.height))
      let buffer = PixelBuffer(rowBytes: size.width * 8, height: size.height)
      owner.widen(into: buffer, count: size.width * size.height)
      let layout = DecodedPixels.Layout(samples: .wideRGBA, bits: 16, rowBytes: buffer.rowBytes, isOpaque: true)
      let pixels = unsafe DecodedPixels(buffer.start, size: size, layout: layout, encodings: [.sRGB], owner: buffer)
      return (pixels, unsafe tui_raw_is_damaged(raw) != 0)
    }

    private static func failure(_ code: Int32) -> ImageError {
      let reason = unsafe String(cString: libraw_strerror(code))
      // A positive number is the system's.
      switch LibRaw_errors(rawValue: code) {
      case LIBRAW_UNSUFFICIENT_MEMORY: return .outOfMemory(format: format)
      case LIBRAW_IO_ERROR: return .truncated(format: format)
      case LIBRAW_FILE_UNSUPPORTED: return .unsupported(format: format, reason: "libraw does not know its kind")
      default: return .corrupt(format: format, reason: reason)
      }
    }
  }

  /// A developed picture: 16-bit samples in this processor's byte order.
  @safe
  private final class RAWImage {
    private let image: UnsafeMutablePointer<libraw_processed_image_t>

    @unsafe
    init(_ image: UnsafeMutablePointer<libraw_processed_image_t>) { unsafe self.image = image }

    deinit { unsafe libraw_dcraw_clear_mem(image) }

    /// Writes `count` opaque pixels, most significant byte first.
    func widen(into buffer: PixelBuffer, count: Int) {
      let colors = unsafe Int(image.pointee.colors)
      guard let pixels = unsafe tui_raw_pixels(image) else { return }
      let samples = unsafe UnsafeRawPointer(pixels)
      for index in 0..<count {
        // Within the image, whose size the caller has read from it, and the buffer, which was made for it.
        let target = unsafe buffer.start + 8 * index
        for channel in 0..<3 {
          let offset = 2 * (index * colors + (colors == 3 ? channel : 0))
          let sample = unsafe samples.loadUnaligned(fromByteOffset: offset, as: UInt16.self)
          unsafe target[2 * channel] = UInt8(sample >> 8)
          unsafe target[2 * channel + 1] = UInt8(sample & 0xFF)
        }
        unsafe target[6] = 255
        unsafe target[7] = 255
      }
    }
  }
#endif

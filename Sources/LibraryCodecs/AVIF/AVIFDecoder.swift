#if AVIF
  import Bitmaps
  import CAVIF
  import Imaging

  /// libavif's decoder of one file.
  @safe
  final class AVIFDecoder: @unchecked Sendable {
    /// The most threads that decode tiles.
    private static let threads: Int32 = 2
    private static let format = LibraryFormat.avif.format.name

    private let decoder: UnsafeMutablePointer<avifDecoder>
    /// The file, which libavif does not copy.
    private let bytes: UnsafeMutableBufferPointer<UInt8>

    /// The library's version.
    static var version: String { unsafe String(cString: avifVersion()) }

    /// Parses a file.
    ///
    /// - Throws: `ImageError` if it is damaged or truncated.
    init(_ file: [UInt8]) throws(ImageError) {
      guard let decoder = unsafe avifDecoderCreate() else { throw .outOfMemory(format: AVIFDecoder.format) }
      unsafe self.decoder = decoder
      unsafe bytes = .allocate(capacity: file.count)
      _ = unsafe bytes.initialize(from: file)
      unsafe decoder.pointee.maxThreads = AVIFDecoder.threads
      // They are read from the file itself.
      unsafe decoder.pointee.ignoreExif = 1
      unsafe decoder.pointee.ignoreXMP = 1
      // Earlier versions of other encoders omit properties that others do without, too.
      unsafe decoder.pointee.strictFlags = AVIF_STRICT_DISABLED.rawValue
      let limits = DecodingLimits()
      unsafe decoder.pointee.imageDimensionLimit = UInt32(DecodingLimits.wholeSide)
      unsafe decoder.pointee.imageCountLimit = UInt32(limits.maxFrames)
      try AVIFDecoder.check(unsafe avifDecoderSetIOMemory(decoder, bytes.baseAddress, bytes.count))
      try AVIFDecoder.check(unsafe avifDecoderParse(decoder))
      guard size.width > 0, size.height > 0 else {
        throw .corrupt(format: AVIFDecoder.format, reason: "it has no size")
      }
    }

    deinit {
      unsafe avifDecoderDestroy(decoder)
      unsafe bytes.deallocate()
    }

    private var image: avifImage { unsafe decoder.pointee.image.pointee }

    /// The size of the coded picture.
    var size: PixelSize { unsafe PixelSize(width: Int(image.width), height: Int(image.height)) }

    /// The part of the coded picture that is shown; of sequences, all.
    var area: PixelRect {
      let whole = PixelRect(size)
      guard frameCount == 1, unsafe image.transformFlags & AVIF_TRANSFORM_CLAP.rawValue != 0 else { return whole }
      var (rect, aperture, diagnostics) = unsafe (avifCropRect(), image.clap, avifDiagnostics())
      let isValid = unsafe avifCropRectConvertCleanApertureBox(
        &rect, &aperture, image.width, image.height, image.yuvFormat, &diagnostics)
      // Within the picture, if it is valid.
      return isValid == 0
        ? whole : PixelRect(x: Int(rect.x), y: Int(rect.y), width: Int(rect.width), height: Int(rect.height))
    }

    /// How to turn the area upright: by quarters to the left, then by exchanging sides (ISO/IEC 23008-12, 6.5.10 and 6.5.12).
    var orientation: Orientation {
      let image = unsafe image
      let angle = unsafe image.transformFlags & AVIF_TRANSFORM_IROT.rawValue == 0 ? 0 : Int(image.irot.angle & 3)
      let isMirrored = unsafe image.transformFlags & AVIF_TRANSFORM_IMIR.rawValue != 0
      let sides = unsafe isMirrored ? 1 + Int(tui_avif_mirroring(decoder.pointee.image) & 1) : 0
      // Exif's number for each angle: not mirrored, top and bottom exchanged, left and right exchanged.
      let numbers: [[UInt8]] = [[1, 4, 2], [8, 5, 7], [3, 2, 4], [6, 7, 5]]
      return Orientation(rawValue: numbers[angle][sides]) ?? .upright
    }

    /// The number of frames; 1 for a still.
    var frameCount: Int { unsafe Int(decoder.pointee.imageCount) }
    /// How long the frame that was decoded last is shown.
    var delay: Duration { unsafe .seconds(max(decoder.pointee.imageTiming.duration, 0)) }

    var hasAlpha: Bool { unsafe decoder.pointee.alphaPresent != 0 }
    var isGray: Bool { unsafe image.yuvFormat == AVIF_PIXEL_FORMAT_YUV400 }
    /// The bits of a sample: 8, 10 or 12.
    var bits: Int { unsafe Int(image.depth) }

    /// The bytes that a decoded picture takes.
    var planeBytes: Int {
      let halves: [UInt32: Int] = [
        AVIF_PIXEL_FORMAT_YUV400.rawValue: 2, AVIF_PIXEL_FORMAT_YUV420.rawValue: 3,
        AVIF_PIXEL_FORMAT_YUV422.rawValue: 4,
      ]
      let samples = (unsafe halves[image.yuvFormat.rawValue] ?? 6) + (hasAlpha ? 2 : 0)
      // No overflow: sides have 16 bits.
      return size.width * size.height * samples / 2 * (bits > 8 ? 2 : 1)
    }

    /// The encodings that the file declares, of which a profile counts more.
    var encodings: [ColorEncoding] { [profile.map(ColorEncoding.icc), coded].compactMap(\.self) }

    /// The ICC profile; nil if there is none.
    var profile: [UInt8]? {
      let profile = unsafe image.icc
      guard unsafe 128...ColorEncoding.maxProfileBytes ~= profile.size else { return nil }
      return unsafe Array(UnsafeBufferPointer(start: profile.data, count: profile.size))
    }

    private var coded: ColorEncoding? {
      let image = unsafe image
      guard let primaries = unsafe UInt8(exactly: image.colorPrimaries),
        let transfer = unsafe UInt8(exactly: image.transferCharacteristics)
      else { return nil }
      return ColorEncoding(primaries: primaries, transfer: transfer)
    }

    /// Decodes the next frame, or the still; returns whether there is one.
    ///
    /// - Throws: `ImageError`.
    func decodeNext() throws(ImageError) -> Bool {
      let declared = size
      let result = unsafe avifDecoderNextImage(decoder)
      if result == AVIF_RESULT_NO_IMAGES_REMAINING { return false }
      try AVIFDecoder.check(result)
      guard size == declared else {
        throw .corrupt(format: AVIFDecoder.format, reason: "its picture has another size than declared")
      }
      return true
    }

    /// Goes back to the first frame.
    ///
    /// - Throws: `ImageError`.
    func rewind() throws(ImageError) { try AVIFDecoder.check(unsafe avifDecoderReset(decoder)) }

    /// Converts rows of the decoded picture to red, green, blue and alpha, not premultiplied, in this processor's byte order.
    ///
    /// - Parameters:
    ///   - rows: The rows. If not all, the first is even, because neighbors share samples of chroma.
    ///   - buffer: As wide as the picture.
    ///   - bits: 8 or 16.
    ///   - isCoarse: Whether samples of chroma are repeated, not interpolated, which makes no difference once pixels are averaged.
    /// - Throws: `ImageError`.
    func convert(
      _ rows: Range<Int>, into buffer: PixelBuffer, bits: UInt32, isCoarse: Bool = false
    ) throws(ImageError) {
      precondition(rows.count <= buffer.height, "there is room for all rows")
      guard let view = unsafe avifImageCreateEmpty() else { throw .outOfMemory(format: AVIFDecoder.format) }
      defer { unsafe avifImageDestroy(view) }
      var part = avifCropRect(
        x: 0, y: UInt32(rows.lowerBound), width: UInt32(size.width), height: UInt32(rows.count))
      try AVIFDecoder.check(unsafe avifImageSetViewRect(view, decoder.pointee.image, &part))
      var colors = unsafe avifRGBImage()
      unsafe avifRGBImageSetDefaults(&colors, view)
      unsafe (colors.format, colors.depth) = (AVIF_RGB_FORMAT_RGBA, bits)
      unsafe (colors.pixels, colors.rowBytes) = (buffer.start, UInt32(buffer.rowBytes))
      if isCoarse { unsafe colors.chromaUpsampling = AVIF_CHROMA_UPSAMPLING_NEAREST }
      try AVIFDecoder.check(unsafe avifImageYUVToRGB(view, &colors))
    }

    private static func check(_ result: avifResult) throws(ImageError) {
      switch result {
      case AVIF_RESULT_OK: return
      case AVIF_RESULT_TRUNCATED_DATA: throw .truncated(format: format)
      case AVIF_RESULT_OUT_OF_MEMORY: throw .outOfMemory(format: format)
      case AVIF_RESULT_NOT_IMPLEMENTED, AVIF_RESULT_NO_CODEC_AVAILABLE, AVIF_RESULT_UNSUPPORTED_DEPTH:
        throw .unsupported(format: format, reason: unsafe String(cString: avifResultToString(result)))
      default: throw .corrupt(format: format, reason: unsafe String(cString: avifResultToString(result)))
      }
    }
  }
#endif

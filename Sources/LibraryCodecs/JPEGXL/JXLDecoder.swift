#if JXL
  import Bitmaps
  import CJXL
  import Imaging

  /// libjxl's decoder of one file.
  @safe
  final class JXLDecoder {
    /// The most threads that decode groups.
    private static let threads = 2
    private static let format = LibraryFormat.jpegXL.format.name

    private let decoder: OpaquePointer
    private let runner: UnsafeMutableRawPointer
    private let bytes: UnsafeMutableBufferPointer<UInt8>
    /// Whether all frames are decoded as they are on an animation's canvas.
    private let isAnimated: Bool
    private let isCoarse: Bool
    /// Which of the channels beyond the colors is black ink; nil if none is.
    private var black: Int?

    /// A frame that has been decoded.
    struct Frame {
      /// Whether the file has all of it.
      var isComplete: Bool
      /// How long it is shown.
      var ticks: Int
    }

    /// The library's version.
    static var version: String {
      // Millions are the major number, thousands the minor one.
      let version = Int(JxlDecoderVersion())
      return "\(version / 1_000_000).\(version / 1000 % 1000).\(version % 1000)"
    }

    /// Creates a decoder of a file.
    ///
    /// - Parameters:
    ///   - isAnimated: whether its samples are to be those of an animation's canvas: red, green, blue and alpha of 8 bits.
    ///   - isCoarse: whether an eighth of the details is enough: of a lossy picture, that takes a third of the time.
    /// - Throws: `ImageError.outOfMemory`.
    init(_ file: [UInt8], isAnimated: Bool = false, isCoarse: Bool = false) throws(ImageError) {
      guard let decoder = unsafe JxlDecoderCreate(nil),
        let runner = unsafe JxlThreadParallelRunnerCreate(
          nil,
          min(
            JXLDecoder.threads, JxlThreadParallelRunnerDefaultNumWorkerThreads()))
      else { throw .outOfMemory(format: JXLDecoder.format) }
      unsafe (self.decoder, self.runner) = (decoder, runner)
      (self.isAnimated, self.isCoarse) = (isAnimated, isCoarse)
      unsafe bytes = .allocate(capacity: file.count)
      _ = unsafe bytes.initialize(from: file)
      unsafe JxlDecoderSetParallelRunner(decoder, JxlThreadParallelRunner, runner)
      // Once an eighth of the details is there, it is shown also if the rest is missing.
      let events = [
        JXL_DEC_BASIC_INFO, JXL_DEC_COLOR_ENCODING, JXL_DEC_FRAME, JXL_DEC_FULL_IMAGE, JXL_DEC_FRAME_PROGRESSION,
      ]
      unsafe JxlDecoderSetProgressiveDetail(decoder, kDC)
      unsafe JxlDecoderSubscribeEvents(decoder, events.reduce(0) { $0 | Int32($1.rawValue) })
      unsafe JxlDecoderSetUnpremultiplyAlpha(decoder, 1)
      // The bytes live as long as the decoder. Their end is not announced: a truncated file then lacks input, and is no error.
      unsafe JxlDecoderSetInput(decoder, bytes.baseAddress, bytes.count)
    }

    deinit {
      unsafe JxlDecoderDestroy(decoder)
      unsafe JxlThreadParallelRunnerDestroy(runner)
      unsafe bytes.deallocate()
    }

    /// Reads the header, before the first frame.
    ///
    /// - Throws: `ImageError` if it is damaged or cut off.
    func header() throws(ImageError) -> JXLHeader {
      var info = JxlBasicInfo()
      while true {
        switch unsafe JxlDecoderProcessInput(decoder) {
        case JXL_DEC_BASIC_INFO:
          guard unsafe JxlDecoderGetBasicInfo(decoder, &info) == JXL_DEC_SUCCESS else { throw damaged("header") }
          black = (0..<Int(info.num_extra_channels)).first { isBlack(UInt32($0)) }
        case JXL_DEC_COLOR_ENCODING: return header(info)
        case JXL_DEC_NEED_MORE_INPUT: throw .truncated(format: JXLDecoder.format)
        default: throw damaged("header")
        }
      }
    }

    private func isBlack(_ index: UInt32) -> Bool {
      var info = JxlExtraChannelInfo()
      let status = unsafe JxlDecoderGetExtraChannelInfo(decoder, Int(index), &info)
      return status == JXL_DEC_SUCCESS && info.type == JXL_CHANNEL_BLACK
    }

    private func header(_ info: JxlBasicInfo) -> JXLHeader {
      let isGray = info.num_color_channels == 1
      let isWide = (info.bits_per_sample > 8 || info.exponent_bits_per_sample > 0) && !isAnimated
      let isOpaque = info.alpha_bits == 0 || black != nil
      var animation: Animation?
      var tick = Duration.zero
      if black == nil, info.have_animation != 0, info.animation.tps_numerator > 0 {
        animation = Animation(loopCount: Int(info.animation.num_loops))
        tick = .seconds(Double(info.animation.tps_denominator) / Double(info.animation.tps_numerator))
      }
      let layout: SampleLayout =
        if black != nil { .cmyk } else if isWide { .wideRGBA } else if isAnimated {
          isGray ? .grayRGBA : .rgba
        } else if isGray {
          isOpaque ? .gray : .grayRGBA
        } else { isOpaque ? .rgb : .rgba }
      return JXLHeader(
        size: PixelSize(width: Int(info.xsize), height: Int(info.ysize)), layout: layout, isOpaque: isOpaque,
        encodings: encodings, animation: animation, tick: tick)
    }

    /// The encodings of the samples that libjxl returns.
    private var encodings: [ColorEncoding] { [coded, profile.map(ColorEncoding.icc)].compactMap(\.self) }

    private var coded: ColorEncoding? {
      var encoding = JxlColorEncoding()
      let status = unsafe tui_jxl_encoding(decoder, &encoding)
      guard status == JXL_DEC_SUCCESS else { return nil }
      let primaries: UInt8? =
        switch (encoding.color_space, encoding.primaries, encoding.white_point) {
        case (JXL_COLOR_SPACE_GRAY, _, _): 1
        case (_, JXL_PRIMARIES_SRGB, JXL_WHITE_POINT_D65): 1
        case (_, JXL_PRIMARIES_2100, JXL_WHITE_POINT_D65): 9
        case (_, JXL_PRIMARIES_P3, JXL_WHITE_POINT_D65): 12
        case (_, JXL_PRIMARIES_P3, JXL_WHITE_POINT_DCI): 11
        default: nil
        }
      // Most of its codes are those of ITU-T H.273.
      guard let primaries, let transfer = UInt8(exactly: encoding.transfer_function.rawValue), transfer != 17 else {
        return nil
      }
      return ColorEncoding(primaries: primaries, transfer: transfer)
    }

    private var profile: [UInt8]? {
      var count = 0
      let status = unsafe tui_jxl_profile_size(decoder, &count)
      guard status == JXL_DEC_SUCCESS, 128...ColorEncoding.maxProfileBytes ~= count else { return nil }
      var bytes = [UInt8](repeating: 0, count: count)
      let result = unsafe tui_jxl_profile(decoder, &bytes, count)
      return result == JXL_DEC_SUCCESS ? bytes : nil
    }

    /// Decodes the next frame; nil after the last, or if the file ends before anything of it.
    ///
    /// - Throws: `ImageError`; what `deadline` throws.
    func nextFrame(
      into buffer: PixelBuffer, _ header: JXLHeader, _ deadline: DecodeDeadline
    ) throws(ImageError) -> Frame? {
      let channels: UInt32 = header.layout == .gray ? 1 : [.rgb, .cmyk].contains(header.layout) ? 3 : 4
      var format = JxlPixelFormat(
        num_channels: channels, data_type: header.layout == .wideRGBA ? JXL_TYPE_UINT16 : JXL_TYPE_UINT8,
        endianness: JXL_BIG_ENDIAN, align: 0)
      var ticks = 0
      while true {
        try deadline.check()
        switch unsafe JxlDecoderProcessInput(decoder) {
        case JXL_DEC_FRAME:
          var frame = JxlFrameHeader()
          if unsafe JxlDecoderGetFrameHeader(decoder, &frame) == JXL_DEC_SUCCESS { ticks = Int(frame.duration) }
        case JXL_DEC_NEED_IMAGE_OUT_BUFFER:
          var needed = 0
          guard unsafe JxlDecoderImageOutBufferSize(decoder, &format, &needed) == JXL_DEC_SUCCESS,
            needed <= buffer.rowBytes * buffer.height,
            unsafe JxlDecoderSetImageOutBuffer(decoder, &format, buffer.start, buffer.rowBytes * buffer.height)
              == JXL_DEC_SUCCESS, setBlack(behind: needed, in: buffer)
          else { throw damaged("picture") }
        case JXL_DEC_FULL_IMAGE: return Frame(isComplete: true, ticks: ticks)
        case JXL_DEC_FRAME_PROGRESSION:
          if isCoarse, unsafe JxlDecoderFlushImage(decoder) == JXL_DEC_SUCCESS {
            return Frame(isComplete: true, ticks: ticks)
          }
        case JXL_DEC_SUCCESS: return nil
        case JXL_DEC_NEED_MORE_INPUT:
          // What there is of it: at first an eighth of the details.
          guard unsafe JxlDecoderFlushImage(decoder) == JXL_DEC_SUCCESS else { return nil }
          return Frame(isComplete: false, ticks: ticks)
        default: throw damaged("picture")
        }
      }
    }

    /// Has black ink written behind the other inks; returns whether there is room.
    private func setBlack(behind count: Int, in buffer: PixelBuffer) -> Bool {
      guard let black else { return true }
      var format = JxlPixelFormat(num_channels: 1, data_type: JXL_TYPE_UINT8, endianness: JXL_BIG_ENDIAN, align: 0)
      let room = buffer.rowBytes * buffer.height - count
      return unsafe JxlDecoderSetExtraChannelBuffer(decoder, &format, buffer.start + count, room, UInt32(black))
        == JXL_DEC_SUCCESS
    }

    private func damaged(_ part: String) -> ImageError {
      .corrupt(format: JXLDecoder.format, reason: "libjxl cannot decode its \(part)")
    }
  }
#endif

#if JXL
  import Bitmaps
  import Imaging

  /// JPEG XL, decoded by libjxl: stills and animations, upright.
  struct JXLCodec: LibraryCodec {
    static let library = LibraryFormat.jpegXL
    static var libraries: [String] { ["libjxl \(JXLDecoder.version)"] }

    private let bytes: [UInt8]
    private let header: JXLHeader
    let metadata: ImageMetadata

    init(_ file: InMemorySource, limits: DecodingLimits) throws(ImageError) {
      bytes = file.all
      header = try JXLDecoder(bytes).header()
      var metadata = ImageMetadata { offset, count in Array(file.bytes(at: offset, count: count)) }
      // libjxl turns pictures as their headers say. Exif repeats that.
      metadata.orientation = .upright
      metadata.profile = header.profileName
      self.metadata = metadata
    }

    var size: PixelSize { header.size }
    var heldBytes: Int { bytes.count }
    var animation: Animation? { header.animation }

    /// The pixels, and the floats of all channels that libjxl decodes to, twice while it filters them; and inks as libjxl writes them.
    func memory(for region: ScaledRegion) -> Int {
      size.width * size.height * (header.layout.pixelBytes + 2 * 4 * 4 + (header.layout == .cmyk ? 12 : 0)) + (64 << 20)
    }

    func decode(_ region: ScaledRegion, _ deadline: DecodeDeadline) throws(ImageError) -> DecodedPicture {
      let isCoarse = region.whole.width * 8 <= size.width && region.whole.height * 8 <= size.height
      let (samples, defect) = try decoded(deadline, isCoarse: isCoarse)
      return DecodedPicture(try samples.scaled(to: region, deadline), defect: defect)
    }

    func samples(for target: PixelSize, _ deadline: DecodeDeadline) throws(ImageError) -> WholeSamples? {
      try decoded(deadline)
    }

    private func decoded(
      _ deadline: DecodeDeadline, isCoarse: Bool = false
    ) throws(ImageError) -> WholeSamples {
      let decoder = try JXLDecoder(bytes, isCoarse: isCoarse)
      let header = try decoder.header()
      let buffer = PixelBuffer(rowBytes: header.size.width * header.layout.pixelBytes, height: header.size.height)
      let frame = try decoder.nextFrame(into: buffer, header, deadline)
      guard let frame else { throw .truncated(format: Self.format.name) }
      let pixels = header.layout == .cmyk ? buffer.inks : buffer
      return (pixels.pixels(header), frame.isComplete ? nil : .truncated)
    }

    var frameBytes: Int { memory(for: ScaledRegion(whole: PixelSize(width: 1, height: 1))) }

    func frames() throws(ImageError) -> (any FrameReading)? {
      animation == nil ? nil : try JXLFrames(bytes)
    }
  }

  /// What a JPEG XL's header says.
  struct JXLHeader {
    /// The size of the upright picture.
    var size: PixelSize
    var layout: SampleLayout
    var isOpaque: Bool
    var encodings: [ColorEncoding]
    var animation: Animation?
    /// The length of a tick of the animation's clock.
    var tick: Duration
    /// The name of the color profile; nil for those without one.
    var profileName: String? {
      for case .icc(let bytes) in encodings { return ICCProfileName.of(bytes) }
      return nil
    }
  }

  extension PixelBuffer {
    /// Cyan, magenta, yellow and black of each pixel, from a picture of three inks and one of black behind it.
    fileprivate var inks: PixelBuffer {
      let (pixels, count) = (PixelBuffer(rowBytes: rowBytes, height: height), rowBytes * height / 4)
      for index in 0..<count {
        // Both have four bytes for each pixel.
        for ink in 0..<3 { unsafe pixels.start[4 * index + ink] = start[3 * index + ink] }
        unsafe pixels.start[4 * index + 3] = start[3 * count + index]
      }
      return pixels
    }

    /// The pixels that a decoder has written.
    func pixels(_ header: JXLHeader) -> DecodedPixels {
      let layout = DecodedPixels.Layout(
        samples: header.layout, bits: header.layout == .wideRGBA ? 16 : 8, rowBytes: rowBytes,
        isOpaque: header.isOpaque)
      return unsafe DecodedPixels(
        start, size: header.size, layout: layout, encodings: header.encodings, owner: self)
    }
  }

  /// Reads an animation's frames, which libjxl composes: each is a whole canvas.
  final class JXLFrames: FrameReading {
    private let bytes: [UInt8]
    private var decoder: JXLDecoder
    private let header: JXLHeader
    private let buffer: PixelBuffer
    private var isFirst = true

    init(_ bytes: [UInt8]) throws(ImageError) {
      self.bytes = bytes
      decoder = try JXLDecoder(bytes, isAnimated: true)
      header = try decoder.header()
      buffer = PixelBuffer(rowBytes: header.size.width * 4, height: header.size.height)
    }

    var colors: FrameColors { FrameColors(encodings: header.encodings, isGray: header.layout.isGray) }

    func rewind() throws(ImageError) {
      decoder = try JXLDecoder(bytes, isAnimated: true)
      _ = try decoder.header()
      isFirst = true
    }

    func next(_ deadline: DecodeDeadline) throws(ImageError) -> StoredFrame? {
      guard let frame = try decoder.nextFrame(into: buffer, header, deadline) else {
        if isFirst { throw .truncated(format: JXLCodec.format.name) }
        return nil
      }
      isFirst = false
      return StoredFrame(
        area: PixelRect(header.size), pixels: buffer.pixels, delay: header.tick * Double(frame.ticks))
    }
  }
#endif

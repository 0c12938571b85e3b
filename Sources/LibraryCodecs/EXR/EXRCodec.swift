#if EXR
  import Bitmaps
  import Imaging

  /// OpenEXR, decoded by its C library: the first part, tone-mapped.
  struct EXRCodec: LibraryCodec {
    static let library = LibraryFormat.exr
    static var libraries: [String] { [EXRFile.version] }

    private let file: EXRFile
    let heldBytes: Int

    init(_ file: InMemorySource, limits: DecodingLimits) throws(ImageError) {
      self.file = try EXRFile(file)
      heldBytes = file.count
    }

    private init(streaming file: any ByteSource) throws(ImageError) {
      self.file = try EXRFile(file)
      heldBytes = 1 << 20
    }

    static func mayStream(fileBytes: Int, _ limits: DecodingLimits) -> Bool { true }

    static func streaming(
      _ file: any ByteSource, head: ArraySlice<UInt8>, limits: DecodingLimits
    ) throws(ImageError) -> EXRCodec? { try EXRCodec(streaming: file) }

    var size: PixelSize { file.size }
    var metadata: ImageMetadata { ImageMetadata() }

    /// Half floats for all pixels, floats for a chunk in several steps, and the table of tones.
    func memory(for region: ScaledRegion) -> Int { LightPixels.bytes(size) + 4 * file.chunkBytes + (32 << 20) }

    func decode(_ region: ScaledRegion, _ deadline: DecodeDeadline) throws(ImageError) -> DecodedPicture {
      DecodedPicture(try pixels(deadline).scaled(to: region, deadline))
    }

    private func pixels(_ deadline: DecodeDeadline) throws(ImageError) -> LightPixels {
      var pixels = LightPixels(size, isOpaque: !file.hasAlpha, white: file.white, file.primaries)
      try file.forEachRow(deadline) { pixels.append($0) }
      return pixels
    }

    func samples(
      for target: PixelSize, _ deadline: DecodeDeadline
    ) throws(ImageError) -> (samples: any CodecSamples, defect: PictureDefect?)? {
      (try pixels(deadline), nil)
    }
  }
#endif

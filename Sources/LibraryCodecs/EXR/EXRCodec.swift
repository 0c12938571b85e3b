#if EXR
  import Bitmaps
  import Imaging

  /// OpenEXR, decoded by its C library: the first part with a picture, or each as a page, tone-mapped.
  struct EXRCodec: LibraryCodec {
    static let library = LibraryFormat.exr
    static var libraries: [String] { [EXRFile.version] }

    private let source: any ByteSource
    private let file: EXRFile
    let heldBytes: Int

    init(_ file: InMemorySource, limits: DecodingLimits) throws(ImageError) {
      try self.init(file, page: 1, holding: file.count)
    }

    private init(_ source: any ByteSource, page: Int, holding held: Int) throws(ImageError) {
      (self.source, heldBytes) = (source, held)
      file = try EXRFile(source, page: page)
    }

    static func mayStream(fileBytes: Int, _ limits: DecodingLimits) -> Bool { true }

    static func streaming(
      _ file: any ByteSource, head: ArraySlice<UInt8>, limits: DecodingLimits
    ) throws(ImageError) -> EXRCodec? { try EXRCodec(file, page: 1, holding: 1 << 20) }

    var size: PixelSize { file.size }
    var metadata: ImageMetadata { ImageMetadata() }
    var pageCount: Int { file.pageCount }

    func page(_ number: Int) throws(ImageError) -> EXRCodec? {
      try EXRCodec(source, page: number, holding: heldBytes)
    }

    /// Half floats for all pixels, floats for a chunk in several steps, and the table of tones.
    func memory(for region: ScaledRegion) -> Int { LightPixels.bytes(size) + 4 * file.chunkBytes + (32 << 20) }

    func samples(for target: PixelSize, _ deadline: DecodeDeadline) throws(ImageError) -> WholeSamples? {
      var pixels = LightPixels(size, isOpaque: !file.hasAlpha, white: file.white, file.primaries)
      try file.forEachRow(deadline) { pixels.append($0) }
      return (pixels, nil)
    }
  }
#endif

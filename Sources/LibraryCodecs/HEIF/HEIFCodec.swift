#if HEIF
  import Bitmaps
  import Imaging

  /// HEIC, decoded by libheif: the primary picture, or each as a page.
  struct HEIFCodec: LibraryCodec {
    static let library = LibraryFormat.heic
    static var libraries: [String] { ["libheif \(HEIFLibrary.version)"] }

    private let context: HEIFContext
    private let picture: HEIFPicture
    let metadata: ImageMetadata
    let heldBytes: Int

    init(_ file: InMemorySource, limits: DecodingLimits) throws(ImageError) {
      let metadata = ImageMetadata { offset, count in Array(file.bytes(at: offset, count: count)) }
      try self.init(HEIFContext(file), page: 1, metadata, holding: file.count)
    }

    /// - Parameter held: The bytes that the file takes.
    private init(
      _ context: HEIFContext, page number: Int, _ metadata: ImageMetadata, holding held: Int
    ) throws(ImageError) {
      self.context = context
      picture = try HEIFPicture(context.pages[number - 1], in: context)
      heldBytes = held
      var metadata = metadata
      // libheif turns pictures as the file's own properties say. Exif repeats that.
      metadata.orientation = .upright
      metadata.profile = picture.profile.flatMap(ICCProfileName.of)
      self.metadata = metadata
    }

    static func mayStream(fileBytes: Int, _ limits: DecodingLimits) -> Bool { true }

    static func streaming(
      _ file: any ByteSource, head: ArraySlice<UInt8>, limits: DecodingLimits
    ) throws(ImageError) -> HEIFCodec? {
      let metadata = ImageMetadata { offset, count in Array(file.bytes(at: offset, count: count)) }
      return try HEIFCodec(HEIFContext(file), page: 1, metadata, holding: 1 << 20)
    }

    var size: PixelSize { picture.size }
    var pageCount: Int { context.pages.count }

    func page(_ number: Int) throws(ImageError) -> HEIFCodec? {
      try HEIFCodec(context, page: number, metadata, holding: heldBytes)
    }

    func memory(for region: ScaledRegion) -> Int { picture.decodingBytes }

    func decode(_ region: ScaledRegion, _ deadline: DecodeDeadline) throws(ImageError) -> DecodedPicture {
      // A thumbnail's decoding takes a hundredth of the time. One that is damaged does not count.
      if region.isWhole, let thumbnail = picture.thumbnail(for: region.whole),
        let decoded = try? thumbnail.decoded(deadline)
      {
        return DecodedPicture(try decoded.scaled(to: region, deadline))
      }
      return DecodedPicture(try picture.decoded(deadline).scaled(to: region, deadline))
    }

    func samples(
      for target: PixelSize, _ deadline: DecodeDeadline
    ) throws(ImageError) -> (samples: any CodecSamples, defect: PictureDefect?)? {
      (try picture.decoded(deadline), nil)
    }
  }
#endif

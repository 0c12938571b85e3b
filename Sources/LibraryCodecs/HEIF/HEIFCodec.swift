#if HEIF
  import Bitmaps
  import Imaging

  /// HEIC, decoded by libheif: the primary picture, or each as a page. Of sequences in tracks, which only libheif 1.20 and later decode, the
  /// first page says that they exist: ffmpeg plays them.
  struct HEIFCodec: LibraryCodec {
    static let library = LibraryFormat.heic
    static var libraries: [String] { ["libheif \(HEIFLibrary.version)"] }

    private let context: HEIFContext
    private let picture: HEIFPicture
    let metadata: ImageMetadata
    let animation: Animation?
    let heldBytes: Int
    /// The most bytes that decoding takes where a thumbnail could serve.
    private let maxBytes: Int

    init(_ file: InMemorySource, limits: DecodingLimits) throws(ImageError) {
      try self.init(file, holding: file.count, limits)
    }

    private init(_ file: any ByteSource, holding held: Int, _ limits: DecodingLimits) throws(ImageError) {
      let read = { (offset: Int, count: Int) in Array(file.bytes(at: offset, count: count)) }
      let hasTrack =
        ContentSignature.heicSequence.matches(read(0, LibraryFormat.headBytes), isNamed: false)
        && MediaBoxes.content(of: ["moov"], in: 0..<file.count, reading: read) != nil
      try self.init(
        HEIFContext(file), page: 1, ImageMetadata(reading: read),
        hasTrack ? Animation(loopCount: MediaTrack.loopCount(read)) : nil, holding: held, limits.maxWorkingBytes)
    }

    /// - Parameter held: The bytes that the file takes.
    private init(
      _ context: HEIFContext, page number: Int, _ metadata: ImageMetadata, _ animation: Animation?, holding held: Int,
      _ maxBytes: Int
    ) throws(ImageError) {
      self.context = context
      picture = try HEIFPicture(
        context.pages[number - 1], in: context, isUpright: metadata.orientation == .upright)
      (self.animation, heldBytes, self.maxBytes) = (animation, held, maxBytes)
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
      try HEIFCodec(file, holding: 1 << 20, limits)
    }

    var size: PixelSize { picture.size }
    var pageCount: Int { context.pages.count }

    func page(_ number: Int) throws(ImageError) -> HEIFCodec? {
      try HEIFCodec(context, page: number, metadata, nil, holding: heldBytes, maxBytes)
    }

    private func thumbnail(for region: ScaledRegion) -> HEIFPicture? {
      region.isWhole ? picture.thumbnail(for: region.whole) : nil
    }

    func memory(for region: ScaledRegion) -> Int {
      if picture.decodingBytes > maxBytes, let thumbnail = thumbnail(for: region) { return thumbnail.decodingBytes }
      return picture.decodingBytes
    }

    func decode(_ region: ScaledRegion, _ deadline: DecodeDeadline) throws(ImageError) -> DecodedPicture {
      // A thumbnail's decoding takes a hundredth of the time.
      if let thumbnail = thumbnail(for: region) {
        do throws(ImageError) {
          return DecodedPicture(try thumbnail.decoded(deadline).scaled(to: region, deadline))
        } catch {
          // One that is damaged does not count, if `memory` is enough for the picture.
          if picture.decodingBytes > maxBytes { throw error }
        }
      }
      return DecodedPicture(try picture.decoded(deadline).scaled(to: region, deadline))
    }

    func samples(for target: PixelSize, _ deadline: DecodeDeadline) throws(ImageError) -> WholeSamples? {
      (try picture.decoded(deadline), nil)
    }
  }
#endif

#if RAW
  import Bitmaps
  import Imaging

  /// The pictures of cameras' sensors, read by libraw: their largest preview, or the developed picture where that shows more.
  struct RAWCodec: LibraryCodec {
    static let library = LibraryFormat.raw
    static var libraries: [String] { ["libraw \(RAWFile.version)"] }

    static var hasPreviews: Bool { true }

    /// Also a TIFF whose first directory is not at its beginning.
    static func recognizes(_ head: ArraySlice<UInt8>) -> Bool {
      library.recognizes(Array(head.prefix(LibraryFormat.headBytes)))
        || TIFFTags(readsProfile: false) { Array(head.dropFirst($0).prefix($1)) }.isRAW
    }

    static func recognizes(_ file: any ByteSource, head: ArraySlice<UInt8>) -> Bool {
      recognizes(head) || TIFFTags(readsProfile: false) { Array(file.bytes(at: $0, count: $1)) }.isRAW
    }

    private let file: RAWFile
    let preview: EncodedImage?
    /// Previews of fewer bytes, from the smallest to the largest.
    private let smallPreviews: [EncodedImage]
    let size: PixelSize
    let metadata: ImageMetadata
    let heldBytes: Int

    init(_ file: InMemorySource, limits: DecodingLimits) throws(ImageError) {
      try self.init(source: file, holding: file.count, limits)
    }

    /// - Parameter held: The bytes that the source takes.
    private init(source: any ByteSource, holding held: Int, _ limits: DecodingLimits) throws(ImageError) {
      let raw = try RAWFile(source)
      let bytes = raw.preview
      // libtiff reads bitmaps.
      let preview = bytes.flatMap { bytes in
        let codecs = bytes.starts(with: [0xFF, 0xD8]) ? Codecs.linked : LibraryCodecs.all
        return try? EncodedImage(bytes, limits: limits, isUpright: true, codecs: codecs)
      }
      self.preview = preview.flatMap { RAWCodec.shows($0.size, raw.size) ? $0 : nil }
      smallPreviews = raw.smallPreviews(below: min(bytes?.count ?? 0, RAWCodec.maxSmallBytes)).compactMap { found in
        let image = try? EncodedImage(found.bytes, limits: limits, isUpright: true)
        return image.flatMap { $0.size == found.size && RAWCodec.shows($0.size, raw.size) ? $0 : nil }
      }.sorted { $0.size.width < $1.size.width }
      (self.file, size) = (raw, raw.size)
      var metadata = ImageMetadata { offset, count in Array(source.bytes(at: offset, count: count)) }
      if metadata.camera == nil, let inPreview = preview?.metadata { metadata = inPreview }
      metadata.orientation = raw.orientation
      self.metadata = metadata
      // libraw keeps the preview, too.
      heldBytes = held + 2 * (bytes?.count ?? 0) + smallPreviews.reduce(1 << 20) { $0 + $1.heldBytes }
    }

    static func mayStream(fileBytes: Int, _ limits: DecodingLimits) -> Bool { true }

    static func streaming(
      _ file: any ByteSource, head: ArraySlice<UInt8>, limits: DecodingLimits
    ) throws(ImageError) -> RAWCodec? { try RAWCodec(source: file, holding: 0, limits) }

    /// The most bytes of a small preview; a camera's have a few hundred thousand.
    private static let maxSmallBytes = 4 << 20

    /// Whether a preview shows all of the picture: their shapes differ by two percent at most, as cameras cut off the sensor's edges.
    private static func shows(_ preview: PixelSize, _ size: PixelSize) -> Bool {
      // No overflow: sides have 16 bits.
      let (across, down) = (preview.width * size.height, preview.height * size.width)
      return abs(across - down) * 50 <= max(across, down)
    }

    /// The columns of the developed picture at least, which has half of the size.
    private var developedWidth: Int { (size.width + 1) / 2 - 1 }

    /// The smallest preview that has a pixel for each of the region's, or no fewer than half-size development.
    private func enough(for region: ScaledRegion) -> EncodedImage? {
      // Cameras compress small previews more, which averaging hides.
      let small = smallPreviews.first { $0.size.width >= 2 * region.whole.width }
      return small ?? preview.flatMap { $0.size.width >= min(region.whole.width, developedWidth) ? $0 : nil }
    }

    func memory(for region: ScaledRegion) -> Int {
      enough(for: region)?.decodingBytes(of: region) ?? samplesMemory(for: region)
    }

    func decode(_ region: ScaledRegion, _ deadline: DecodeDeadline) throws(ImageError) -> DecodedPicture {
      if let preview = enough(for: region) {
        let picture = try preview.picture(of: region)
        return DecodedPicture(picture.bitmap, defect: picture.defect, rendition: .preview)
      }
      let (pixels, isDamaged): (DecodedPixels, Bool)
      do throws(ImageError) { (pixels, isDamaged) = try file.developed(deadline) } catch {
        // A small preview shows more than a card.
        guard let preview, error.isDamage else { throw error }
        return DecodedPicture(try preview.picture(of: region).bitmap, defect: .damaged, rendition: .preview)
      }
      return DecodedPicture(
        try pixels.scaled(to: region, deadline), defect: isDamaged ? .damaged : nil, rendition: .developed)
    }

    // A preview is decoded at the scale of the region. Development takes seconds.
    var keepsSamples: Bool { preview.map { $0.size.width < developedWidth } ?? true }

    /// The sensor's samples, four colors at half the size, and the result with 16 bits.
    func samplesMemory(for region: ScaledRegion) -> Int { size.width * size.height * 8 + (32 << 20) }

    func samples(for target: PixelSize, _ deadline: DecodeDeadline) throws(ImageError) -> WholeSamples? {
      let (pixels, isDamaged) = try file.developed(deadline)
      return (pixels, isDamaged ? .damaged : nil)
    }
  }

  extension ImageError {
    /// Whether data are missing or wrong.
    fileprivate var isDamage: Bool {
      switch self {
      case .truncated, .corrupt: true
      case .notAPicture, .empty, .unsupported, .tooLarge, .tooLong, .outOfMemory, .needsMemory, .tookTooLong, .crashed,
        .noDecoder, .cancelled:
        false
      }
    }
  }
#endif

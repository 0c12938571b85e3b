#if HEIF
  import Bitmaps
  import Imaging

  /// AVIF or HEIC: each has its name.
  protocol HEIFKind {
    static var format: LibraryFormat { get }
  }

  enum AVIFKind: HEIFKind { static let format = LibraryFormat.avif }
  enum HEICKind: HEIFKind { static let format = LibraryFormat.heic }

  /// AVIF and HEIC, decoded by libheif: the primary picture. Thumbnails, depth maps and other auxiliary pictures are never shown.
  struct HEIFCodec<Kind: HEIFKind>: LibraryCodec {
    static var library: LibraryFormat { Kind.format }
    // The same library for both.
    static var libraries: [String] { Kind.self == HEICKind.self ? ["libheif \(HEIFLibrary.version)"] : [] }

    private let file: HEIFFile
    let size: PixelSize
    let metadata: ImageMetadata
    let heldBytes: Int

    init(_ file: InMemorySource, limits: DecodingLimits) throws(ImageError) {
      self.file = try HEIFFile(file.all, format: Self.format.name)
      size = self.file.size
      heldBytes = file.count
      var metadata = ImageMetadata { offset, count in Array(file.bytes(at: offset, count: count)) }
      // libheif turns pictures as the file's own properties say. Exif repeats that.
      metadata.orientation = .upright
      metadata.profile = self.file.profile.flatMap(ICCProfileName.of)
      self.metadata = metadata
    }

    func memory(for region: ScaledRegion) -> Int { file.decodingBytes }

    func decode(_ region: ScaledRegion, _ deadline: DecodeDeadline) throws(ImageError) -> DecodedPicture {
      DecodedPicture(try file.decoded(deadline).scaled(to: region, deadline))
    }

    func samples(
      for target: PixelSize, _ deadline: DecodeDeadline
    ) throws(ImageError) -> (samples: any CodecSamples, defect: PictureDefect?)? {
      (try file.decoded(deadline), nil)
    }
  }
#endif

/// A picture file's bytes with the header parsed: its format and size, known before anything is decoded.
package struct EncodedImage: Sendable {
  /// The formats decoded here, by their content, never by a file's name.
  package enum Format: String, Sendable { case jpeg = "JPEG", png = "PNG", webp = "WebP", gif = "GIF" }

  /// The parsed header of each format.
  enum Header: Sendable {
    case jpeg(JPEGHeader)
    case png(PNGHeader, APNGHeader?)
    case streamedPNG(StreamedPNG)
    case webp(WebPHeader)
    case gif(any ByteSource, GIFHeader)

    var format: Format {
      switch self {
      case .jpeg: .jpeg
      case .png, .streamedPNG: .png
      case .webp: .webp
      case .gif: .gif
      }
    }

    func metadata(in bytes: [UInt8]) -> ImageMetadata {
      func metadata(_ exif: Range<Int>?, _ profile: [UInt8]?) -> ImageMetadata {
        var metadata = exif.map { ImageMetadata(exif: bytes[$0]) } ?? ImageMetadata()
        metadata.profile = profile.flatMap(ICCProfileName.of)
        return metadata
      }
      return switch self {
      case .jpeg(let header): metadata(header.exif, header.profile(in: bytes))
      case .png: ImageMetadata(png: bytes)
      case .streamedPNG(let file): ImageMetadata(png: file.outline.bytes)
      case .webp:
        metadata(
          WebPHeader.content(of: .exif, in: bytes),
          WebPHeader.content(of: .profile, in: bytes).map { Array(bytes[$0].prefix(ICCProfile.maxBytes)) })
      case .gif(_, let header): metadata(nil, header.encodings.first?.profile)
      }
    }
  }

  /// The picture's size in pixels, as declared, stood upright, and within the limits.
  package let size: PixelSize
  /// What the file says of the picture beside the pixels.
  package let metadata: ImageMetadata

  /// The file's; none where it is not held.
  let bytes: [UInt8]
  let header: Header
  let limits: DecodingLimits
  let clock: any Clock<Duration>

  /// What the bytes are.
  package var format: Format { header.format }

  /// Sniffs the bytes and reads the header.
  ///
  /// - Parameters:
  ///   - isUpright: that the pixels are upright already; the file's orientation is ignored.
  ///   - clock: What tells how long a decode takes, for `limits.maxDuration`.
  /// - Throws: `ImageError` when this is no picture, damaged, or declared larger than `limits` allow.
  package init(
    _ bytes: [UInt8], limits: DecodingLimits = DecodingLimits(), isUpright: Bool = false,
    clock: any Clock<Duration> = ContinuousClock()
  ) throws(ImageError) {
    guard !bytes.isEmpty else { throw .empty }
    let storedSize: PixelSize
    if JPEGHeader.begins(bytes) {
      let header = try EncodedImage.jpegHeader(bytes)
      self.header = .jpeg(header)
      storedSize = header.size
    } else if bytes.starts(with: PNGHeader.signature) {
      let header = try PNGHeader(bytes)
      self.header = .png(header, APNGHeader(bytes, header: header))
      storedSize = header.size
    } else if WebPHeader.begins(bytes) {
      let header = try WebPHeader(bytes)
      self.header = .webp(header)
      storedSize = header.features.size
    } else if GIFHeader.begins(bytes) {
      let source = InMemorySource(bytes)
      let header = try GIFHeader(source)
      self.header = .gif(source, header)
      storedSize = header.size
    } else {
      throw EncodedImage.reason(bytes)
    }
    self.bytes = bytes
    self.limits = limits
    self.clock = clock
    try limits.check(storedSize)
    guard bytes.count <= limits.maxFileBytes else { throw .outOfMemory(format: header.format.rawValue) }
    var metadata = header.metadata(in: bytes)
    if isUpright { metadata.orientation = .upright }
    self.metadata = metadata
    size = metadata.orientation.applied(to: storedSize)
  }

  /// A picture whose file is not held: it is read in pieces, now and for each decode. Nil where it had better be read whole,
  /// being short (`maxHeldBytes`), or neither a GIF nor a PNG that stands still.
  ///
  /// - Parameters:
  ///   - source: The file's bytes.
  ///   - clock: What tells how long a decode takes, for `limits.maxDuration`.
  /// - Throws: As the other; `.cancelled` when the task is cancelled.
  package init?(
    streaming source: some ByteSource, limits: DecodingLimits = DecodingLimits(),
    clock: any Clock<Duration> = ContinuousClock()
  ) throws(ImageError) {
    let storedSize: PixelSize
    if let file = try StreamedPNG(source, limits: limits) {
      header = .streamedPNG(file)
      storedSize = file.header.size
    } else if source.count > limits.maxHeldBytes, let file = try GIFHeader(streaming: source, limits: limits) {
      header = .gif(source, file)
      storedSize = file.size
    } else {
      return nil
    }
    bytes = []
    self.limits = limits
    self.clock = clock
    metadata = header.metadata(in: bytes)
    size = metadata.orientation.applied(to: storedSize)
  }

  /// The header of what begins as a JPEG does. Where no marker follows at once, other files begin so, too: those are none.
  private static func jpegHeader(_ bytes: [UInt8]) throws(ImageError) -> JPEGHeader {
    if bytes.count < 3 || bytes[2] == 0xFF { return try JPEGHeader(bytes) }
    guard let header = try? JPEGHeader(bytes) else { throw .notAPicture }
    return header
  }

  /// Why bytes that begin as no picture does are none.
  private static func reason(_ bytes: [UInt8]) -> ImageError {
    if bytes.count >= 2, PNGHeader.signature.starts(with: bytes) { return .truncated(format: "PNG") }
    // The signature is made so that transfers which change line ends or drop the eighth bit break it.
    if bytes.dropFirst().starts(with: "PNG".utf8) {
      return .corrupt(format: "PNG", reason: "its signature was changed")
    }
    return .notAPicture
  }

  /// Decodes and scales to exactly `target` (each side 1…65535), upright and in linear light; the cheapest decode that
  /// covers it is used, and only the scaled picture is turned.
  ///
  /// Of a file that ends too soon what there is is shown, if that is a row of pixels at least; `defect` says so. Cancelling the
  /// task ends a decode early where it can.
  ///
  /// - Throws: `ImageError` when the bytes are damaged beyond showing, when memory or time would exceed the limits, or
  ///   `.cancelled`.
  package func picture(scaledTo target: PixelSize) throws(ImageError) -> DecodedPicture {
    try picture(of: ScaledRegion(whole: target))
  }

  /// Decodes a region of the picture, scaled, as the whole picture would have it; what lies outside is decoded only as far as
  /// the format makes that necessary.
  ///
  /// - Throws: As `picture(scaledTo:)`.
  package func picture(of region: ScaledRegion) throws(ImageError) -> DecodedPicture {
    let orientation = metadata.orientation
    let stored = try decodeStored(scaledTo: region.stored(orientation))
    return DecodedPicture(stored.bitmap.oriented(orientation), defect: stored.defect)
  }

  /// The bitmap alone, as `picture(scaledTo:)` has it.
  ///
  /// - Throws: As `picture(scaledTo:)`.
  package func decode(scaledTo target: PixelSize) throws(ImageError) -> Bitmap { try picture(scaledTo: target).bitmap }

  /// The picture as it is stored, not yet stood upright.
  private func decodeStored(scaledTo target: ScaledRegion) throws(ImageError) -> DecodedPicture {
    let deadline = DecodeDeadline(clock, limit: limits.maxDuration)
    switch header {
    case .jpeg(let header):
      return try JPEGDecoder(bytes, header: header, limits: limits).decode(scaledTo: target, deadline)
    case .png(let header, let animation):
      // The picture that other programs show may be none of the animation's.
      if let animation, !animation.beginsWithStill, limits.allowsCanvas(size) {
        return DecodedPicture(try firstFrame(APNGFrames(bytes, header: header, limits: limits), scaledTo: target))
      }
      return try PNGDecoder(bytes, header: header, isAnimated: animation != nil, limits: limits)
        .decode(scaledTo: target, deadline)
    case .streamedPNG(let file): return try PNGDecoder(file, limits: limits).decode(scaledTo: target, deadline)
    case .webp(let header):
      // An animation has no picture but its frames.
      guard header.features.isAnimated else {
        return try WebPDecoder(bytes, header: header, limits: limits).decode(scaledTo: target, deadline)
      }
      guard limits.allowsCanvas(size) else {
        return try WebPFirstFrame(bytes, header: header, limits: limits).decode(scaledTo: target, deadline)
      }
      return DecodedPicture(try firstFrame(WebPFrames(bytes, header: header, limits: limits), scaledTo: target))
    case .gif(let source, let header):
      return try GIFDecoder(source, header: header, limits: limits).decode(scaledTo: target, deadline)
    }
  }

  /// Decodes and scales to the size at which the picture fits.
  ///
  /// - Throws: As `decode(scaledTo:)`.
  package func decode(fitting fit: Fit) throws(ImageError) -> Bitmap {
    try decode(scaledTo: fit.target(for: size))
  }
}

extension EncodedImage {
  /// Whether a file that begins so is of a format that is decoded here. A few dozen bytes are enough.
  package static func begins(_ head: [UInt8]) -> Bool {
    head.starts(with: [0xFF, 0xD8, 0xFF]) || head.starts(with: PNGHeader.signature) || WebPHeader.begins(head)
      || GIFHeader.begins(head)
  }
}

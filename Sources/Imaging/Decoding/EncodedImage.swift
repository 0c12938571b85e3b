package import Bitmaps

/// A picture file's bytes with the header parsed: the format and the size are known before anything is decoded.
package struct EncodedImage: Sendable {
  /// The formats decoded by this module, detected by content and never by file name.
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
      func metadata(_ exif: Range<Int>?, _ xmp: Range<Int>?, _ profile: [UInt8]?) -> ImageMetadata {
        var metadata = ImageMetadata(exif: exif.map { bytes[$0] }, xmp: xmp.map { bytes[$0] })
        metadata.profile = profile.flatMap(ICCProfileName.of)
        return metadata
      }
      return switch self {
      case .jpeg(let header): metadata(header.exif, header.xmp, header.profile(in: bytes))
      case .png: ImageMetadata(png: bytes)
      case .streamedPNG(let file): ImageMetadata(png: file.outline.bytes)
      case .webp:
        metadata(
          WebPHeader.content(of: .exif, in: bytes), WebPHeader.content(of: .xmp, in: bytes),
          WebPHeader.content(of: .profile, in: bytes).map { Array(bytes[$0].prefix(ICCProfile.maxBytes)) })
      case .gif(_, let header): metadata(nil, nil, header.encodings.first?.profile)
      }
    }
  }

  /// The declared size of the upright picture in pixels, within the limits.
  package let size: PixelSize
  /// The file's metadata about the picture.
  package let metadata: ImageMetadata

  /// The file's bytes; empty if the file is read in pieces.
  let bytes: [UInt8]
  let header: Header
  let limits: DecodingLimits
  let clock: any Clock<Duration>

  /// The format of the bytes.
  package var format: Format { header.format }

  /// Detects the format and parses the header.
  ///
  /// - Parameters:
  ///   - fileBytes: The size of the file, if these are only its first bytes.
  ///   - isUpright: Whether the pixels are already upright, so that the file's orientation is ignored.
  ///   - clock: The clock that measures a decode against `limits.maxDuration`.
  /// - Throws: `ImageError` if the bytes are not a picture, are damaged, or declare a size beyond `limits`.
  package init(
    _ bytes: [UInt8], limits: DecodingLimits = DecodingLimits(), fileBytes: Int? = nil, isUpright: Bool = false,
    clock: any Clock<Duration> = ContinuousClock()
  ) throws(ImageError) {
    guard !bytes.isEmpty else { throw .empty }
    let bytes = ApplePNG.begins(bytes) ? try ApplePNG.ordinary(bytes, limits: limits) : bytes
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
    try limits.check(storedSize, streamed: header.streamedPixels(inFileOf: fileBytes ?? bytes.count))
    guard bytes.count <= limits.maxFileBytes else { throw .outOfMemory(format: header.format.rawValue) }
    var metadata = header.metadata(in: bytes)
    if isUpright { metadata.orientation = .upright }
    self.metadata = metadata
    size = metadata.orientation.applied(to: storedSize)
  }

  /// Parses a file that is not held in memory but read in pieces, now and for each decode.
  ///
  /// Returns nil if the file should be read whole instead: if it is neither a GIF nor a PNG shown as a still, or if it
  /// has at most `maxHeldBytes` bytes and is not a PNG that decompresses to more than `maxInflatedBytes`.
  ///
  /// - Parameters:
  ///   - source: The file's bytes.
  ///   - clock: The clock that measures a decode against `limits.maxDuration`.
  /// - Throws: As the other initializer; `.cancelled` if the task is cancelled.
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

  /// Parses the header of bytes that begin with a JPEG's first marker.
  ///
  /// If no other marker follows directly, the bytes may be of another format: then an invalid header throws
  /// `.notAPicture`.
  private static func jpegHeader(_ bytes: [UInt8]) throws(ImageError) -> JPEGHeader {
    if bytes.count < 3 || bytes[2] == 0xFF { return try JPEGHeader(bytes) }
    guard let header = try? JPEGHeader(bytes) else { throw .notAPicture }
    return header
  }

  /// Returns why bytes that begin like no supported format cannot be shown.
  private static func reason(_ bytes: [UInt8]) -> ImageError {
    if bytes.count >= 2, PNGHeader.signature.starts(with: bytes) { return .truncated(format: "PNG") }
    // The signature is designed to break in transfers that change line endings or clear the eighth bit.
    if bytes.dropFirst().starts(with: "PNG".utf8) {
      return .corrupt(format: "PNG", reason: "its signature was changed")
    }
    return .notAPicture
  }

  /// Decodes and scales to exactly `target` (each side 1…65535), upright and in linear light. Uses the cheapest decode
  /// that covers the target, and turns only the scaled picture.
  ///
  /// If a file is truncated, the part that exists is shown, provided that it is at least a row of pixels; `defect`
  /// reports this. Cancelling the task stops a decode early where possible.
  ///
  /// - Throws: `ImageError` if the bytes are too damaged to show anything, if the decode exceeds its memory or time
  ///   limit, or `.cancelled`.
  package func picture(scaledTo target: PixelSize) throws(ImageError) -> DecodedPicture {
    try picture(of: ScaledRegion(whole: target))
  }

  /// Decodes a region of the scaled picture, with the same pixels as in the whole. Parts outside it are decoded only as
  /// far as the format requires.
  ///
  /// - Throws: As `picture(scaledTo:)`.
  package func picture(of region: ScaledRegion) throws(ImageError) -> DecodedPicture {
    let orientation = metadata.orientation
    let stored = try decodeStored(scaledTo: region.stored(orientation))
    return DecodedPicture(stored.bitmap.oriented(orientation), defect: stored.defect)
  }

  /// Decodes as `picture(scaledTo:)` does, and returns only the bitmap.
  ///
  /// - Throws: As `picture(scaledTo:)`.
  package func decode(scaledTo target: PixelSize) throws(ImageError) -> Bitmap { try picture(scaledTo: target).bitmap }

  /// Decodes the picture in its stored orientation.
  private func decodeStored(scaledTo target: ScaledRegion) throws(ImageError) -> DecodedPicture {
    let deadline = DecodeDeadline(clock, limit: limits.maxDuration)
    switch header {
    case .jpeg(let header):
      return try JPEGDecoder(bytes, header: header, limits: limits).decode(scaledTo: target, deadline)
    case .png(let header, let animation):
      // The still that other programs show may not be part of the animation.
      if let animation, !animation.beginsWithStill, limits.allowsCanvas(size) {
        return DecodedPicture(try firstFrame(APNGFrames(bytes, header: header, limits: limits), scaledTo: target))
      }
      return try PNGDecoder(bytes, header: header, isAnimated: animation != nil, limits: limits)
        .decode(scaledTo: target, deadline)
    case .streamedPNG(let file): return try PNGDecoder(file, limits: limits).decode(scaledTo: target, deadline)
    case .webp(let header):
      // An animated WebP has no picture other than its frames.
      guard header.features.isAnimated else {
        return try WebPDecoder(bytes, header: header, limits: limits).decode(scaledTo: target, deadline)
      }
      guard limits.allowsCanvas(size) else {
        return try WebPFirstFrame(bytes, header: header, limits: limits).decode(scaledTo: target, deadline)
      }
      return DecodedPicture(try firstFrame(WebPFrames(bytes, header: header), scaledTo: target))
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
  /// Whether a file that begins with these bytes is in a format decoded by this module. A few dozen bytes are enough.
  package static func begins(_ head: [UInt8]) -> Bool { format(beginning: head) != nil }

  /// The format of a file that begins with these bytes, if this module decodes it. A few dozen bytes are enough.
  package static func format(beginning head: [UInt8]) -> Format? {
    if head.starts(with: [0xFF, 0xD8, 0xFF]) { return .jpeg }
    if head.starts(with: PNGHeader.signature) { return .png }
    if WebPHeader.begins(head) { return .webp }
    return GIFHeader.begins(head) ? .gif : nil
  }
}

package import Bitmaps

/// A picture file whose header has been read: the format and the size are known before anything is decoded.
package struct EncodedImage: Sendable {
  /// The declared size of the upright picture in pixels, within the limits.
  package let size: PixelSize
  /// The file's metadata about the picture.
  package let metadata: ImageMetadata

  let codec: any PictureCodec
  let limits: DecodingLimits
  let clock: any Clock<Duration>

  /// The format of the file, detected by its content and never by its name.
  package var format: PictureFormat { type(of: codec).format }

  /// Detects the format and parses the header.
  ///
  /// - Parameters:
  ///   - fileBytes: The size of the file, if these are only its first bytes.
  ///   - isUpright: Whether the pixels are already upright, so that the file's orientation is ignored.
  ///   - codecs: The codecs that may decode it.
  ///   - clock: The clock that measures a decode against `limits.maxDuration`.
  /// - Throws: `ImageError` if the bytes are not a picture, are damaged, or declare a size beyond `limits`.
  package init(
    _ bytes: [UInt8], limits: DecodingLimits = DecodingLimits(), fileBytes: Int? = nil, isUpright: Bool = false,
    codecs: Codecs = .linked, clock: any Clock<Duration> = ContinuousClock()
  ) throws(ImageError) {
    guard !bytes.isEmpty else { throw .empty }
    guard let codec = codecs.codec(beginning: bytes[...]) else { throw codecs.refusal(of: bytes[...]) }
    try self.init(
      codec.init(InMemorySource(bytes), limits: limits), fileBytes: fileBytes ?? bytes.count, isUpright: isUpright,
      limits, clock)
  }

  /// Parses a file that is not held in memory but read in pieces, now and for each decode.
  ///
  /// Returns nil if the file should be read whole instead: if its codec does not read it in pieces, or if it is small.
  ///
  /// - Parameters:
  ///   - source: The file's bytes.
  ///   - codecs: The codecs that may decode it.
  ///   - clock: The clock that measures a decode against `limits.maxDuration`.
  /// - Throws: As the other initializer; `.cancelled` if the task is cancelled.
  package init?(
    streaming source: any ByteSource, limits: DecodingLimits = DecodingLimits(), codecs: Codecs = .linked,
    clock: any Clock<Duration> = ContinuousClock()
  ) throws(ImageError) {
    let head = source.bytes(at: 0, count: EncodedImage.headBytes)
    guard let codec = EncodedImage.streamingCodec(of: source, head, limits, codecs),
      let picture = try codec.streaming(source, head: head, limits: limits)
    else { return nil }
    try self.init(picture, fileBytes: source.count, isUpright: false, limits, clock)
  }

  private init(
    _ codec: any PictureCodec, fileBytes: Int, isUpright: Bool, _ limits: DecodingLimits, _ clock: any Clock<Duration>
  ) throws(ImageError) {
    try limits.check(codec.size, streamed: codec.streamedPixels(inFileOf: fileBytes))
    guard codec.heldBytes <= limits.maxFileBytes else { throw .outOfMemory(format: type(of: codec).format.name) }
    var metadata = codec.metadata
    if isUpright { metadata.orientation = .upright }
    self.metadata = metadata
    size = metadata.orientation.applied(to: codec.size)
    (self.codec, self.limits, self.clock) = (codec, limits, clock)
  }

  /// The number of pictures in the file that are pages, of which this is the first.
  package var pageCount: Int { codec.pageCount }

  /// Returns a page of the file.
  ///
  /// - Throws: `ImageError` as `init`; `.notAPicture` if there are fewer pages.
  package func page(_ number: Int) throws(ImageError) -> EncodedImage {
    guard number != 1 else { return self }
    guard 1...pageCount ~= number, let page = try codec.page(number) else { throw .notAPicture }
    return try EncodedImage(page, fileBytes: 0, isUpright: false, limits, clock)
  }

  /// Whether a file may be read in pieces. If not, `init(streaming:)` returns nil.
  package static func mayStream(_ source: any ByteSource, limits: DecodingLimits) -> Bool {
    let head = source.bytes(at: 0, count: headBytes)
    return streamingCodec(of: source, head, limits, .linked) != nil
      || LibraryFormat(beginning: Array(head))?.isStreamed == true
  }

  /// The bytes by which a codec recognizes a file that is read in pieces.
  private static let headBytes = LibraryFormat.headBytes

  private static func streamingCodec(
    of source: any ByteSource, _ head: ArraySlice<UInt8>, _ limits: DecodingLimits, _ codecs: Codecs
  ) -> (any PictureCodec.Type)? {
    guard let codec = codecs.table.first(where: { $0.recognizes(source, head: head) }) else { return nil }
    return codec.mayStream(fileBytes: source.count, limits) ? codec : nil
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
    return DecodedPicture(stored.bitmap.oriented(orientation), defect: stored.defect, rendition: stored.rendition)
  }

  /// Decodes as `picture(scaledTo:)` does, and returns only the bitmap.
  ///
  /// - Throws: As `picture(scaledTo:)`.
  package func decode(scaledTo target: PixelSize) throws(ImageError) -> Bitmap { try picture(scaledTo: target).bitmap }

  /// Decodes the picture in its stored orientation.
  private func decodeStored(scaledTo target: ScaledRegion) throws(ImageError) -> DecodedPicture {
    if composesFirstFrame, let frames = try codec.frames() {
      return DecodedPicture(try firstFrame(frames, scaledTo: target))
    }
    return try codec.decode(target, DecodeDeadline(clock, limit: limits.maxDuration))
  }
}

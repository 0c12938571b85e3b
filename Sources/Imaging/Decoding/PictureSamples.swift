package import Bitmaps

/// The decoded samples of a whole picture, from which its regions are scaled without decoding it again.
package struct PictureSamples: Sendable {
  enum Content: Sendable {
    case jpeg(JPEGSamples, header: JPEGHeader)
    case png(PNGCanvas)
  }

  /// The size of the upright picture in pixels.
  package let size: PixelSize
  /// The file's metadata about the picture.
  package let metadata: ImageMetadata
  /// The file's format.
  package let format: EncodedImage.Format
  private let content: Content
  private let defect: PictureDefect?
  private let limits: DecodingLimits
  private let clock: any Clock<Duration>

  init(_ content: Content, of image: EncodedImage, defect: PictureDefect?) {
    (size, metadata, format) = (image.size, image.metadata, image.format)
    (limits, clock) = (image.limits, image.clock)
    self.content = content
    self.defect = defect
  }

  /// The memory that the samples take, in bytes.
  package var byteCount: Int {
    switch content {
    case .jpeg(let samples, _): samples.bytes.count
    case .png(let canvas): canvas.bytes.count
    }
  }

  /// Whether a region scaled from these samples equals the region that decoding the file would give.
  package func serves(_ region: ScaledRegion) -> Bool {
    guard !region.isWhole else { return false }
    switch content {
    case .jpeg(let samples, let header):
      return JPEGDecoder.decodedSize(of: header.size, for: region.stored(metadata.orientation).whole) == samples.size
    case .png: return true
    }
  }

  /// Whether samples that were decoded for one region serve another one of the same picture, as `serves` reports.
  ///
  /// - Parameters:
  ///   - size: The size of the upright picture.
  package static func areSame(
    for region: ScaledRegion, and other: ScaledRegion, of size: PixelSize, _ orientation: Orientation,
    format: EncodedImage.Format
  ) -> Bool {
    guard !region.isWhole, !other.isWhole else { return false }
    let stored = orientation.applied(to: size)
    func decodedSize(_ region: ScaledRegion) -> PixelSize {
      JPEGDecoder.decodedSize(of: stored, for: region.stored(orientation).whole)
    }
    switch format {
    case .jpeg: return decodedSize(region) == decodedSize(other)
    case .png, .webp, .gif: return true
    }
  }

  /// Returns an upper bound of the bytes that `picture(of:)` allocates at a time.
  package func scalingBytes(of region: ScaledRegion) -> Int {
    EncodedImage.scalingBytes(to: region, of: size, metadata.orientation)
  }

  /// Scales a region, upright and in linear light.
  ///
  /// - Precondition: `serves(region)`.
  /// - Throws: `ImageError.tookTooLong`, or `.cancelled` if the task is cancelled.
  package func picture(of region: ScaledRegion) throws(ImageError) -> DecodedPicture {
    precondition(serves(region), "the samples have the region's scale")
    let stored = region.stored(metadata.orientation)
    let bitmap =
      switch content {
      case .jpeg(let samples, _): samples.scaled(to: stored)
      case .png(let canvas): try canvas.scaled(to: stored, DecodeDeadline(clock, limit: limits.maxDuration))
      }
    return DecodedPicture(bitmap.oriented(metadata.orientation), defect: defect)
  }
}

/// A decode of a picture's samples for regions of it.
///
/// It exists for pictures of which even a small region takes the decoding of the whole file: progressive JPEGs and
/// interlaced PNGs.
package struct SampleDecode: Sendable {
  private enum Source: Sendable {
    /// The size at which the JPEG is decoded.
    case jpeg(JPEGHeader, PixelSize)
    case png(PNGHeader)
    case streamedPNG(StreamedPNG)
  }

  private let image: EncodedImage
  private let source: Source
  /// The region that the decode was made for.
  private let region: ScaledRegion

  /// Creates a decode for a region and others at the same scale; nil if the region is the whole picture, or if the
  /// picture is of another kind.
  package init?(_ image: EncodedImage, for region: ScaledRegion) {
    guard !region.isWhole, image.animation == nil else { return nil }
    let stored = region.stored(image.metadata.orientation)
    switch image.header {
    case .jpeg(let header) where header.hasManyScans:
      source = .jpeg(header, JPEGDecoder.decodedSize(of: header.size, for: stored.whole))
    case .png(let header, _) where header.isInterlaced: source = .png(header)
    case .streamedPNG(let file) where file.header.isInterlaced: source = .streamedPNG(file)
    case .jpeg, .png, .streamedPNG, .webp, .gif: return nil
    }
    self.image = image
    self.region = region
  }

  /// Whether the samples will serve a region of the same file.
  package func serves(_ region: ScaledRegion) -> Bool {
    guard !region.isWhole else { return false }
    switch source {
    case .jpeg(let header, let size):
      return JPEGDecoder.decodedSize(of: header.size, for: region.stored(image.metadata.orientation).whole) == size
    case .png, .streamedPNG: return true
    }
  }

  /// An upper bound of the bytes that `run` and then scaling the region allocate at a time, besides the file's bytes
  /// (`EncodedImage.heldBytes`).
  package var decodingBytes: Int {
    switch source {
    case .jpeg(let header, _):
      let decoder = JPEGDecoder(image.bytes, header: header, limits: image.limits)
      let whole = decoder.workingBytes(ofSamplesFor: region.stored(image.metadata.orientation).whole)
      return EncodedImage.scalingBytes(to: region, of: image.size, image.metadata.orientation) + whole
    // A region of an interlaced PNG is decoded in this way in any case.
    case .png, .streamedPNG: return image.decodingBytes(of: region)
    }
  }

  /// Decodes the samples.
  ///
  /// - Parameter isWanted: Whether the samples are still needed; checked now and then, on this thread.
  /// - Throws: As `EncodedImage.picture(of:)`; `.cancelled` if `isWanted` returns false.
  package func run(while isWanted: @escaping @Sendable () -> Bool) throws(ImageError) -> PictureSamples {
    let deadline = DecodeDeadline(image.clock, limit: image.limits.maxDuration, isWanted: isWanted)
    switch source {
    case .jpeg(let header, _):
      let decoder = JPEGDecoder(image.bytes, header: header, limits: image.limits)
      let target = region.stored(image.metadata.orientation).whole
      let (samples, defect) = try decoder.samples(scaledTo: target, deadline)
      return PictureSamples(.jpeg(samples, header: header), of: image, defect: defect)
    case .png(let header):
      return try samples(PNGDecoder(image.bytes, header: header, limits: image.limits), deadline)
    case .streamedPNG(let file): return try samples(PNGDecoder(file, limits: image.limits), deadline)
    }
  }

  private func samples(_ decoder: PNGDecoder, _ deadline: DecodeDeadline) throws(ImageError) -> PictureSamples {
    let (canvas, defect) = try decoder.samples(deadline)
    return PictureSamples(.png(canvas), of: image, defect: defect)
  }
}

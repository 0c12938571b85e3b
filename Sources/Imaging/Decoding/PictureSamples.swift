package import Bitmaps

/// The decoded samples of a whole picture, from which its regions are scaled without decoding it again.
package struct PictureSamples: Sendable {
  /// The size of the upright picture in pixels.
  package let size: PixelSize
  /// The file's metadata about the picture.
  package let metadata: ImageMetadata
  /// The file's format.
  package let format: PictureFormat
  /// Which regions the samples serve.
  private let scale: SampleScale
  private let samples: any CodecSamples
  private let defect: PictureDefect?
  private let limits: DecodingLimits
  private let clock: any Clock<Duration>

  fileprivate init(
    _ samples: any CodecSamples, at scale: SampleScale, of image: EncodedImage, defect: PictureDefect?
  ) {
    (size, metadata, format) = (image.size, image.metadata, image.format)
    (limits, clock) = (image.limits, image.clock)
    (self.samples, self.scale, self.defect) = (samples, scale, defect)
  }

  /// The memory that the samples take, in bytes.
  package var byteCount: Int { samples.byteCount }

  /// Whether a region scaled from these samples equals the region that decoding the file would give.
  package func serves(_ region: ScaledRegion) -> Bool { scale.serves(region) }

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
    let deadline = DecodeDeadline(clock, limit: limits.maxDuration)
    let bitmap = try samples.scaled(to: region.stored(metadata.orientation), deadline)
    return DecodedPicture(bitmap.oriented(metadata.orientation), defect: defect)
  }
}

/// The size at which a picture's samples are decoded, which serves some of its regions.
package struct SampleScale: Sendable {
  private let format: PictureFormat
  /// The stored picture's size, and that of the samples.
  private let stored: PixelSize, decoded: PixelSize
  private let orientation: Orientation

  /// Creates the scale of samples for a region; nil if that is the whole picture.
  ///
  /// - Parameter size: The size of the upright picture.
  package init?(for region: ScaledRegion, of size: PixelSize, _ orientation: Orientation, _ format: PictureFormat) {
    guard !region.isWhole else { return nil }
    stored = orientation.applied(to: size)
    decoded = format.sampleSize(of: stored, for: region.stored(orientation).whole)
    (self.format, self.orientation) = (format, orientation)
  }

  /// Whether samples at this scale serve another region of the picture.
  package func serves(_ region: ScaledRegion) -> Bool {
    !region.isWhole && format.sampleSize(of: stored, for: region.stored(orientation).whole) == decoded
  }
}

extension PictureFormat {
  /// The size at which samples are decoded. Libraries decode whole pictures.
  fileprivate func sampleSize(of size: PixelSize, for target: PixelSize) -> PixelSize {
    Codecs.linked.codec(of: self)?.sampleSize(of: size, for: target) ?? size
  }
}

/// A decode of a picture's samples for regions of it.
///
/// It exists for pictures of which even a small region takes the decoding of the whole file: progressive JPEGs and
/// interlaced PNGs.
package struct SampleDecode: Sendable {
  private let image: EncodedImage
  private let scale: SampleScale
  /// The region that the decode was made for.
  private let region: ScaledRegion

  /// Creates a decode for a region and others at the same scale; nil if the region is the whole picture, or if the
  /// picture is of another kind.
  package init?(_ image: EncodedImage, for region: ScaledRegion) {
    guard image.animation == nil, image.codec.keepsSamples,
      let scale = SampleScale(for: region, of: image.size, image.metadata.orientation, image.format)
    else { return nil }
    (self.image, self.scale, self.region) = (image, scale, region)
  }

  /// Whether the samples will serve a region of the same file.
  package func serves(_ region: ScaledRegion) -> Bool { scale.serves(region) }

  /// An upper bound of the bytes that `run` and then scaling the region allocate at a time, besides the file's bytes
  /// (`EncodedImage.heldBytes`).
  package var decodingBytes: Int {
    let orientation = image.metadata.orientation
    return EncodedImage.scalingBytes(to: region, of: image.size, orientation)
      + image.codec.samplesMemory(for: region.stored(orientation))
  }

  /// Decodes the samples.
  ///
  /// - Parameter isWanted: Whether the samples are still needed; checked now and then, on this thread.
  /// - Throws: As `EncodedImage.picture(of:)`; `.cancelled` if `isWanted` returns false.
  package func run(while isWanted: @escaping @Sendable () -> Bool) throws(ImageError) -> PictureSamples {
    let deadline = DecodeDeadline(image.clock, limit: image.limits.maxDuration, isWanted: isWanted)
    let target = region.stored(image.metadata.orientation).whole
    guard let (samples, defect) = try image.codec.samples(for: target, deadline) else {
      preconditionFailure("a codec that keeps samples decodes them")
    }
    return PictureSamples(samples, at: scale, of: image, defect: defect)
  }
}

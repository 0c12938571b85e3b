package import Bitmaps
package import Imaging
package import System

/// Decodes pictures in this process: in a worker, and where workers are off.
package struct InProcessDecoder: PictureDecoding {
  /// The number of first bytes in which thumbnails are found: enough for a JPEG's Exif, its other metadata and its
  /// headers.
  package static let thumbnailHeadBytes = 256 << 10

  private let codecs: Codecs

  /// A decoder of the codecs' formats.
  package init(codecs: Codecs = .linked) { self.codecs = codecs }

  package func open(
    streaming file: RegularFile, limits: DecodingLimits
  ) throws(ImageError) -> (any OpenedPicture)? {
    guard let image = try EncodedImage(streaming: file, limits: limits, codecs: codecs) else { return nil }
    return InProcessPicture(image)
  }

  package func open(
    whole file: RegularFile, limits: DecodingLimits, isUpright: Bool
  ) throws(OpenError) -> any OpenedPicture {
    InProcessPicture(try image(whole: file, limits: limits, isUpright: isUpright))
  }

  package func open(
    _ bytes: [UInt8], limits: DecodingLimits, isUpright: Bool
  ) throws(ImageError) -> any OpenedPicture {
    InProcessPicture(try EncodedImage(bytes, limits: limits, isUpright: isUpright, codecs: codecs))
  }

  package func thumbnail(in file: RegularFile, limits: DecodingLimits) -> (any OpenedThumbnail)? {
    let head = Array(file.bytes(at: 0, count: InProcessDecoder.thumbnailHeadBytes))
    if codecs.hasPreview(head) {
      guard let image = try? image(whole: file, limits: limits, isUpright: false) else { return nil }
      return EmbeddedThumbnail(in: image).map(InProcessThumbnail.init)
    }
    return EmbeddedThumbnail(head: head, fileBytes: file.count, limits: limits).map(InProcessThumbnail.init)
  }

  package func metadata(of file: RegularFile) -> ImageMetadata {
    ImageMetadata { Array(file.bytes(at: $0, count: $1)) }
  }

  package func scaler(
    of header: NetpbmHeader, profile: [UInt8], isGray: Bool, to region: ScaledRegion, limits: DecodingLimits
  ) throws(ImageError) -> (any ProfiledScaling)? {
    ProfiledScaler(header, profile: profile, isGray: isGray, region: region)
  }

  /// Reads and parses a whole file.
  func image(
    whole file: RegularFile, limits: DecodingLimits, isUpright: Bool
  ) throws(OpenError) -> EncodedImage {
    file.rewind()
    let bytes: [UInt8]
    do throws(FileError) {
      bytes = try FileBytes.read(file, limit: limits.maxFileBytes) {
        isPossiblyPicture($0, fileBytes: file.count, limits: limits)
      }
    } catch {
      throw .file(error)
    }
    do throws(ImageError) { return try EncodedImage(bytes, limits: limits, isUpright: isUpright, codecs: codecs) } catch
    {
      throw .image(error)
    }
  }

  /// Whether a large file with these first bytes may be a picture within the limits. If decoding them alone shows that
  /// it is not, the rest is not read.
  private func isPossiblyPicture(_ head: [UInt8], fileBytes: Int, limits: DecodingLimits) -> Bool {
    do throws(ImageError) {
      _ = try EncodedImage(head, limits: limits, fileBytes: fileBytes, codecs: codecs)
      return true
    } catch {
      switch error {
      case .notAPicture, .tooLarge, .tooLong: return false
      case .empty, .truncated, .corrupt, .unsupported, .outOfMemory, .needsMemory, .tookTooLong, .crashed, .noDecoder,
        .cancelled:
        return true
      }
    }
  }
}

/// A picture that is decoded in this process.
package struct InProcessPicture: OpenedPicture {
  private let image: EncodedImage

  /// A picture with a parsed header.
  package init(_ image: EncodedImage) { self.image = image }

  package var size: PixelSize { image.size }
  package var format: PictureFormat { image.format }
  package var metadata: ImageMetadata { image.metadata }
  package var animation: Animation? { image.animation }
  package var heldBytes: Int { image.heldBytes }

  package func decodingBytes(of region: ScaledRegion) -> Int { image.decodingBytes(of: region) }
  package func playingBytes(of region: ScaledRegion) -> Int { image.playingBytes(of: region) }

  package func picture(of region: ScaledRegion) throws(ImageError) -> DecodedPicture { try image.picture(of: region) }

  package func frames(of region: ScaledRegion) throws(ImageError) -> any FrameSource {
    try image.makeFrameSource(of: region)
  }

  package func sampleDecode(for region: ScaledRegion) -> (any SampleDecoding)? {
    SampleDecode(image, for: region).map(InProcessSampleDecode.init)
  }
}

/// A thumbnail that is decoded in this process.
private struct InProcessThumbnail: OpenedThumbnail {
  let thumbnail: EmbeddedThumbnail

  var pictureSize: PixelSize { thumbnail.pictureSize }
  var metadata: ImageMetadata { thumbnail.metadata }
  func decodingBytes(scaledTo target: PixelSize) -> Int? { thumbnail.decodingBytes(scaledTo: target) }
  func picture(scaledTo target: PixelSize) -> Bitmap? { (try? thumbnail.decode(scaledTo: target)) ?? nil }
}

/// Samples that are decoded in this process.
private struct InProcessSampleDecode: SampleDecoding {
  let decode: SampleDecode

  func serves(_ region: ScaledRegion) -> Bool { decode.serves(region) }
  var decodingBytes: Int { decode.decodingBytes }

  func run(while isWanted: @escaping @Sendable () -> Bool) throws(ImageError) -> any DecodedSamples {
    InProcessSamples(samples: try decode.run(while: isWanted))
  }
}

/// Samples in this process.
private struct InProcessSamples: DecodedSamples {
  let samples: PictureSamples

  var size: PixelSize { samples.size }
  var metadata: ImageMetadata { samples.metadata }
  var format: PictureFormat { samples.format }
  var byteCount: Int { samples.byteCount }
  func serves(_ region: ScaledRegion) -> Bool { samples.serves(region) }
  func scalingBytes(of region: ScaledRegion) -> Int { samples.scalingBytes(of: region) }
  func picture(of region: ScaledRegion) throws(ImageError) -> DecodedPicture { try samples.picture(of: region) }
}

extension RegularFile: ByteSource {}

extension ProfiledScaler: ProfiledScaling {}

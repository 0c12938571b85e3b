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
    try EncodedImage(streaming: file, limits: limits, codecs: codecs)
  }

  package func open(
    whole file: RegularFile, limits: DecodingLimits, isUpright: Bool
  ) throws(OpenError) -> any OpenedPicture {
    try image(whole: file, limits: limits, isUpright: isUpright)
  }

  package func open(
    _ bytes: [UInt8], limits: DecodingLimits, isUpright: Bool
  ) throws(ImageError) -> any OpenedPicture {
    try EncodedImage(bytes, limits: limits, isUpright: isUpright, codecs: codecs)
  }

  package func thumbnail(in file: RegularFile, limits: DecodingLimits) -> (any OpenedPicture)? {
    let head = Array(file.bytes(at: 0, count: InProcessDecoder.thumbnailHeadBytes))
    if codecs.hasPreview(head) {
      let streamed = try? EncodedImage(streaming: file, limits: limits, codecs: codecs)
      return (streamed ?? (try? image(whole: file, limits: limits, isUpright: false))).flatMap {
        EmbeddedThumbnail(in: $0)
      }
    }
    return EmbeddedThumbnail(head: head, fileBytes: file.count, limits: limits)
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

// What is decoded in this process.

extension EncodedImage: OpenedPicture {
  package func page(_ number: Int) throws(ImageError) -> any OpenedPicture {
    let image: EncodedImage = try page(number)
    return image
  }

  package func sampleDecode(for region: ScaledRegion) -> (any SampleDecoding)? { SampleDecode(self, for: region) }
}

/// A thumbnail stands in for its whole picture, in sizes that have the picture's shape.
extension EmbeddedThumbnail: OpenedPicture {
  package var size: PixelSize { pictureSize }
  package var format: PictureFormat { .jpeg }
  package var animation: Animation? { nil }
  package var pageCount: Int { 1 }
  package var heldBytes: Int { 0 }

  package func page(_ number: Int) throws(ImageError) -> any OpenedPicture {
    if number == 1 { self } else { throw .notAPicture }
  }

  package func playingBytes(of region: ScaledRegion) -> Int { decodingBytes(of: region) }

  package func picture(of region: ScaledRegion) throws(ImageError) -> DecodedPicture {
    guard let bitmap = try decode(scaledTo: region.size) else { throw .notAPicture }
    return DecodedPicture(bitmap)
  }

  package func frames(of region: ScaledRegion) throws(ImageError) -> any FrameSource { throw .notAPicture }

  package func sampleDecode(for region: ScaledRegion) -> (any SampleDecoding)? { nil }
}

extension SampleDecode: SampleDecoding {
  package func run(while isWanted: @escaping @Sendable () -> Bool) throws(ImageError) -> any DecodedSamples {
    let samples: PictureSamples = try run(while: isWanted)
    return samples
  }
}

extension PictureSamples: DecodedSamples {}

extension RegularFile: ByteSource {}

extension ProfiledScaler: ProfiledScaling {}

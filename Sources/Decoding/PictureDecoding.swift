package import Bitmaps
package import Imaging
package import System

/// Decodes picture files: in this process (`InProcessDecoder`), or in workers without privileges (`DecodingWorkers`).
///
/// Calls block, and respond to the cancellation of their task.
package protocol PictureDecoding: ArchiveOpening {
  /// Parses a file that is read in pieces; nil if it should be read whole instead.
  ///
  /// - Throws: `ImageError`, as `EncodedImage(streaming:)` does.
  func open(streaming file: RegularFile, limits: DecodingLimits) throws(ImageError) -> (any OpenedPicture)?

  /// Reads a whole file from its start, and parses it. A file whose beginning is no picture is not read to its end.
  ///
  /// - Parameter isUpright: whether the pixels are already upright, so that the file's orientation is ignored.
  /// - Throws: `OpenError`.
  func open(
    whole file: RegularFile, limits: DecodingLimits, isUpright: Bool
  ) throws(OpenError) -> any OpenedPicture

  /// Parses bytes.
  ///
  /// - Throws: `ImageError`.
  func open(_ bytes: [UInt8], limits: DecodingLimits, isUpright: Bool) throws(ImageError) -> any OpenedPicture

  /// The thumbnail in a photograph's Exif; nil if there is none that can be used. Only the beginning of the file is read:
  /// `InProcessDecoder.thumbnailHeadBytes`.
  func thumbnail(in file: RegularFile, limits: DecodingLimits) -> (any OpenedPicture)?

  /// The metadata in a picture's file of any format, read in a few small pieces without decoding it; empty if there are
  /// none.
  func metadata(of file: RegularFile) -> ImageMetadata

  /// A scaler for the rows of a Netpbm picture whose colors an ICC profile defines; nil if the profile is invalid or does
  /// not describe such samples.
  ///
  /// - Parameter isGray: whether red, green and blue are equal, and the profile is for grays.
  /// - Throws: `ImageError.crashed`, `.tookTooLong` or `.cancelled`.
  func scaler(
    of header: NetpbmHeader, profile: [UInt8], isGray: Bool, to region: ScaledRegion, limits: DecodingLimits
  ) throws(ImageError) -> (any ProfiledScaling)?
}

/// Scales rows of samples whose colors a profile defines.
package protocol ProfiledScaling {
  /// Scales the next row that the region depends on.
  ///
  /// - Precondition: the row has the header's `rowBytes`.
  /// - Throws: `ImageError.crashed`, `.tookTooLong` or `.cancelled`.
  mutating func push(_ row: [UInt8]) throws(ImageError)

  /// The scaled picture, once all rows have been pushed.
  ///
  /// - Throws: as `push` does.
  consuming func finish() throws(ImageError) -> Bitmap
}

/// Why a file could not be opened as a picture.
package enum OpenError: Error, Hashable, Sendable {
  case file(FileError)
  case image(ImageError)
}

/// A picture of which regions can be scaled.
package protocol ScalablePicture: Sendable {
  /// The declared size of the upright picture in pixels, within the limits.
  var size: PixelSize { get }
  var format: PictureFormat { get }
  var metadata: ImageMetadata { get }
  /// The file's animation; nil for stills.
  var animation: Animation? { get }

  /// Returns a region of the scaled picture, upright and in linear light.
  ///
  /// - Throws: `ImageError`.
  func picture(of region: ScaledRegion) throws(ImageError) -> DecodedPicture
}

/// A picture whose header has been parsed.
///
/// A read error of a file that is read in pieces is recorded in the file.
package protocol OpenedPicture: ScalablePicture {
  /// The number of pictures in the file that are pages, of which this is the first.
  var pageCount: Int { get }
  /// The bytes that this takes.
  var heldBytes: Int { get }

  /// A page of the file, from 1, which is used instead of this picture from then on.
  ///
  /// - Throws: `ImageError`; `.notAPicture` if there are fewer pages.
  func page(_ number: Int) throws(ImageError) -> any OpenedPicture

  /// An upper bound of the bytes that `picture(of:)` takes at a time, besides `heldBytes`.
  ///
  /// - Throws: `ImageError.crashed` or `.cancelled`.
  func decodingBytes(of region: ScaledRegion) throws(ImageError) -> Int

  /// An upper bound of the bytes that the frames take at a time, counted in the same way.
  ///
  /// - Throws: `ImageError.crashed` or `.cancelled`.
  func playingBytes(of region: ScaledRegion) throws(ImageError) -> Int

  /// The frames of the animation, of each only a region. The source is used instead of this picture from then on.
  ///
  /// - Throws: `ImageError`.
  func frames(of region: ScaledRegion) throws(ImageError) -> any FrameSource

  /// A decode of the samples for a region and others at the same scale; nil if the picture can be decoded in part.
  ///
  /// - Throws: `ImageError.crashed` or `.cancelled`.
  func sampleDecode(for region: ScaledRegion) throws(ImageError) -> (any SampleDecoding)?
}

/// A decode of all samples of a picture, for regions of it: see `SampleDecode`.
package protocol SampleDecoding: Sendable {
  /// Whether the samples will serve a region of the same file.
  func serves(_ region: ScaledRegion) -> Bool
  /// An upper bound of the bytes that the decode takes, besides the picture's `heldBytes`.
  var decodingBytes: Int { get }

  /// Decodes the samples. The picture is not used from then on.
  ///
  /// - Parameter isWanted: whether the samples are still needed; called now and then, on this thread.
  /// - Throws: `ImageError`; `.cancelled` if `isWanted` returns false.
  func run(while isWanted: @escaping @Sendable () -> Bool) throws(ImageError) -> any DecodedSamples
}

/// The samples of a whole picture, from which its regions are scaled without decoding it again.
///
/// Only regions for which `serves` is true are scaled.
package protocol DecodedSamples: ScalablePicture {
  /// The memory that the samples take, in bytes.
  var byteCount: Int { get }

  /// Whether a region scaled from these samples equals the region that decoding the file would give.
  func serves(_ region: ScaledRegion) -> Bool
  /// An upper bound of the bytes that `picture(of:)` takes at a time.
  func scalingBytes(of region: ScaledRegion) -> Int
}

extension DecodedSamples {
  package var animation: Animation? { nil }
}

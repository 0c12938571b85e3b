package import Bitmaps

/// A picture file in one format, whose header has been read.
///
/// A codec is a folder with a type that conforms to this protocol, and a row of a table: `Codecs.linked` or `LibraryCodecs.table`. Nothing else
/// depends on which formats there are.
///
/// Sizes and regions are those of the picture as it is stored; `EncodedImage` checks the limits and turns the result upright. A codec
/// allocates no memory by the declared size before `decode` is called.
package protocol PictureCodec: Sendable {
  /// The format.
  static var format: PictureFormat { get }

  /// The libraries that decode the format, with their versions, for `--version`.
  static var libraries: [String] { get }

  /// Whether a file that begins with these bytes is in the format. A few dozen bytes are enough.
  static func recognizes(_ head: ArraySlice<UInt8>) -> Bool

  /// Whether a file that is read in pieces is in the format: by its first bytes, unless a part elsewhere decides that.
  static func recognizes(_ file: any ByteSource, head: ArraySlice<UInt8>) -> Bool

  /// The reason why a file that no codec recognizes cannot be shown, if it is nearly in the format; otherwise nil.
  static func refusal(of head: ArraySlice<UInt8>) -> ImageError?

  /// Returns the Exif of a file in the format, read in a few small pieces; nil if there is none.
  ///
  /// - Parameter read: Returns up to `count` bytes of the file from an offset.
  static func exif(reading read: (_ offset: Int, _ count: Int) -> [UInt8]) -> [UInt8]?

  /// Reads the header of a file that is held in memory, or of its first bytes.
  ///
  /// - Throws: `ImageError` if the header is damaged, cut off or not supported.
  init(_ file: InMemorySource, limits: DecodingLimits) throws(ImageError)

  /// Whether `streaming` may read files of this many bytes.
  static func mayStream(fileBytes: Int, _ limits: DecodingLimits) -> Bool

  /// Reads the header of a file that is not held in memory, but read in pieces now and for each decode; nil if it should be held.
  ///
  /// - Parameter head: The first bytes of the file, at least 64 unless it has fewer.
  /// - Throws: As `init`; also if the file exceeds the limits, so that not all of it is read. `.cancelled` if the task is cancelled.
  static func streaming(
    _ file: any ByteSource, head: ArraySlice<UInt8>, limits: DecodingLimits
  ) throws(ImageError) -> Self?

  /// The declared size in pixels; of an animation, that of its canvas.
  var size: PixelSize { get }

  /// The file's metadata about the picture, with its orientation. Read when it is requested.
  var metadata: ImageMetadata { get }

  /// The animation; nil for a still.
  var animation: Animation? { get }

  /// The bytes that this value holds: the file's, or the retained parts of a file that is read in pieces.
  var heldBytes: Int { get }

  /// The most pixels that a file of `fileBytes` bytes can hold, if the picture is decoded row by row, in memory that does not grow with its
  /// height; otherwise 0.
  func streamedPixels(inFileOf fileBytes: Int) -> Int

  /// Returns an upper bound of the bytes that `decode` allocates at a time, besides the scaler, the result and `heldBytes`.
  func memory(for region: ScaledRegion) -> Int

  /// Decodes a region of the scaled picture, at the cheapest scale that covers it. Of an animation, the still that other programs show.
  ///
  /// If the file is truncated, the part that exists is shown, provided that it is at least a row of pixels.
  ///
  /// - Throws: `ImageError` if the file is too damaged to show anything, or if the decode exceeds its limits; and the errors of `deadline`.
  func decode(_ region: ScaledRegion, _ deadline: DecodeDeadline) throws(ImageError) -> DecodedPicture

  /// The number of pictures in the file that are pages: 1 in most formats. This value is the first of them.
  var pageCount: Int { get }

  /// Another page, from 1 to `pageCount`; nil in formats without pages.
  ///
  /// - Throws: As `init`.
  func page(_ number: Int) throws(ImageError) -> Self?

  /// A smaller picture in the file with the shape of this one, as it is stored, to show until this one is decoded; nil if there is none.
  var preview: EncodedImage? { get }

  /// Whether files in the format may have a preview.
  static var hasPreviews: Bool { get }

  /// Whether `decode` shows what the animation's first frame does. Otherwise that frame is composed instead, if the limits allow it.
  var beginsWithStill: Bool { get }

  /// An upper bound of the bytes for decoding a frame, besides the canvas and the frame's pixels.
  var frameBytes: Int { get }

  /// Returns a reader of the animation's frames, from the first one; of a file without frames, nil.
  ///
  /// - Throws: `ImageError` if the beginning of the file cannot be read.
  func frames() throws(ImageError) -> (any FrameReading)?

  /// Whether pictures in the format may keep their samples.
  static var mayKeepSamples: Bool { get }

  /// Whether even a small region takes the decoding of the whole file, so that the samples are kept for other regions.
  var keepsSamples: Bool { get }

  /// The size at which samples are decoded for regions of the picture scaled to `target`. Samples of one size serve all such regions.
  static func sampleSize(of size: PixelSize, for target: PixelSize) -> PixelSize

  /// Returns an upper bound of the bytes that `samples` allocates at a time for regions of the whole of `region`.
  func samplesMemory(for region: ScaledRegion) -> Int

  /// Decodes the samples for regions of the picture scaled to `target`; nil if they are never kept.
  ///
  /// - Throws: As `decode`.
  func samples(for target: PixelSize, _ deadline: DecodeDeadline) throws(ImageError) -> WholeSamples?
}

/// The samples of a whole picture, and what its file lacks.
package typealias WholeSamples = (samples: any CodecSamples, defect: PictureDefect?)

/// The decoded samples of a whole picture, from which its regions are scaled.
package protocol CodecSamples: Sendable {
  /// The memory that the samples take, in bytes.
  var byteCount: Int { get }

  /// Scales a region, with the same pixels as `PictureCodec.decode`.
  ///
  /// - Precondition: The samples were decoded at the size that the region needs.
  /// - Throws: The errors of `deadline`.
  func scaled(to region: ScaledRegion, _ deadline: DecodeDeadline) throws(ImageError) -> Bitmap
}

// What most formats do: stills that are held in memory, and of which a region can be decoded alone.
extension PictureCodec {
  package static func recognizes(_ file: any ByteSource, head: ArraySlice<UInt8>) -> Bool { recognizes(head) }
  package static func refusal(of head: ArraySlice<UInt8>) -> ImageError? { nil }
  package static func exif(reading read: (_ offset: Int, _ count: Int) -> [UInt8]) -> [UInt8]? { nil }

  package static func mayStream(fileBytes: Int, _ limits: DecodingLimits) -> Bool { false }
  package static func streaming(
    _ file: any ByteSource, head: ArraySlice<UInt8>, limits: DecodingLimits
  ) throws(ImageError) -> Self? { nil }

  package var animation: Animation? { nil }
  package var beginsWithStill: Bool { true }
  package var pageCount: Int { 1 }
  package func page(_ number: Int) throws(ImageError) -> Self? { nil }
  package var preview: EncodedImage? { nil }
  package static var hasPreviews: Bool { false }
  package var frameBytes: Int { 0 }
  package func frames() throws(ImageError) -> (any FrameReading)? { nil }

  package func streamedPixels(inFileOf fileBytes: Int) -> Int { 0 }

  package static var mayKeepSamples: Bool { false }
  package var keepsSamples: Bool { false }
  package static func sampleSize(of size: PixelSize, for target: PixelSize) -> PixelSize { size }
  package func samplesMemory(for region: ScaledRegion) -> Int { memory(for: region) }

  package func samples(for target: PixelSize, _ deadline: DecodeDeadline) throws(ImageError) -> WholeSamples? { nil }
}

package import Bitmaps

/// Upper limits on the cost of a decode. The size that a file declares is checked before anything is allocated.
package struct DecodingLimits: Hashable, Sendable {
  /// The default of the maximum width × height for pictures that are decoded whole: it admits 200-megapixel photos.
  package static let wholePixels = 200_000_000
  /// The default of the maximum length of a side for pictures that are decoded whole.
  package static let wholeSide = 65_535
  /// The maximum number of pictures in a file that are pages.
  package static let maxPages = 10_000
  /// The default for those decoded row by row, such as scanned logs and charts, which are long and narrow.
  package static let streamedSide = 1_000_000

  /// The maximum width × height; nil for `wholePixels`, or, if that is more, for as many pixels as the file can hold in
  /// formats that are decoded row by row.
  package var maxPixels: Int?
  /// The maximum length of either side; nil for `wholeSide`, or, in formats that are decoded row by row, for
  /// `streamedSide`.
  package var maxSide: Int?
  /// The maximum size of a file, in bytes.
  package var maxFileBytes: Int
  /// The maximum memory of a decoder in bytes, beyond the file and the result: the coefficients of a progressive JPEG,
  /// the pixels of an interlaced PNG. The default admits 200-megapixel photos.
  package var maxWorkingBytes: Int
  /// Files of up to this many bytes are held in memory while they are decoded; larger ones are read in pieces, where
  /// supported.
  package var maxHeldBytes: Int
  /// Pictures of up to this many decompressed bytes are decompressed at once, which is fastest; larger ones are
  /// decompressed row by row, which takes very little memory.
  package var maxInflatedBytes: Int
  /// The maximum width × height of an animation's canvas; a larger animation is shown as a still. A canvas takes four
  /// bytes per pixel, and up to eight more while frames are read and disposed of.
  package var maxCanvasPixels: Int
  /// The maximum number of frames of an animation, which restarts after the last of them.
  package var maxFrames: Int
  /// Animations whose scaled frames take up to this many bytes in total are decoded once; longer ones are decoded in
  /// every loop.
  package var maxKeptBytes: Int
  /// The maximum time for decoding a picture, or one frame.
  package var maxDuration: Duration

  /// Creates limits; each parameter has a default.
  package init(
    maxPixels: Int? = nil, maxSide: Int? = nil, maxFileBytes: Int = 1 << 30,
    maxWorkingBytes: Int = 640 << 20, maxHeldBytes: Int = 4 << 20, maxInflatedBytes: Int = 64 << 20,
    maxCanvasPixels: Int = 16_777_216, maxFrames: Int = 100_000, maxKeptBytes: Int = 16 << 20,
    maxDuration: Duration = .seconds(20)
  ) {
    self.maxPixels = maxPixels
    self.maxSide = maxSide
    self.maxFileBytes = maxFileBytes
    self.maxWorkingBytes = maxWorkingBytes
    self.maxHeldBytes = maxHeldBytes
    self.maxInflatedBytes = maxInflatedBytes
    self.maxCanvasPixels = maxCanvasPixels
    self.maxFrames = maxFrames
    self.maxKeptBytes = maxKeptBytes
    self.maxDuration = maxDuration
  }

  /// Returns the maximum width × height of a picture.
  ///
  /// - Parameter streamed: The most pixels that its file can hold, if it is decoded row by row; otherwise 0.
  package func pixelLimit(streamed: Int = 0) -> Int { maxPixels ?? max(DecodingLimits.wholePixels, streamed) }

  /// Checks a declared size against the limits.
  ///
  /// - Parameter streamed: As for `pixelLimit`.
  /// - Throws: `ImageError.tooLarge` or `.tooLong`.
  package func check(_ size: PixelSize, streamed: Int = 0) throws(ImageError) {
    let (pixels, overflow) = size.width.multipliedReportingOverflow(by: size.height)
    let limit = pixelLimit(streamed: streamed)
    if overflow || pixels > limit { throw .tooLarge(size, limit: limit) }
    let side = maxSide ?? (streamed > 0 ? DecodingLimits.streamedSide : DecodingLimits.wholeSide)
    if max(size.width, size.height) > side { throw .tooLong(size, limit: side) }
  }

  /// Whether an animation may be composited at a size, which must be within the other limits.
  func allowsCanvas(_ size: PixelSize) -> Bool { size.width * size.height <= maxCanvasPixels }
}

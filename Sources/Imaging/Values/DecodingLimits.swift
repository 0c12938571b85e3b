/// What a decode may cost at most; checked against what a file declares before anything is allocated.
package struct DecodingLimits: Hashable, Sendable {
  /// Width × height at most. The default admits 200-megapixel photos.
  package var maxPixels: Int
  /// Either side at most.
  package var maxSide: Int
  /// Bytes of a file at most.
  package var maxFileBytes: Int
  /// Bytes that a decoder may hold for itself at most, beyond the file and the result: the coefficients of a progressive
  /// JPEG, the pixels of an interlaced PNG. The default admits 200-megapixel photos.
  package var maxWorkingBytes: Int
  /// Files of up to this many bytes are held while they are decoded; larger ones are read in pieces, where supported.
  package var maxHeldBytes: Int
  /// Pictures of up to this many decompressed bytes are decompressed at once, which is fastest; larger ones row
  /// by row, which takes next to no memory.
  package var maxInflatedBytes: Int
  /// Width × height at most of what an animation is composed on; a larger one is shown as a still. It costs four bytes a
  /// pixel, and up to eight more while frames are read and taken back.
  package var maxCanvasPixels: Int
  /// Frames of an animation at most; at the last of them it begins again.
  package var maxFrames: Int
  /// Animations whose scaled frames take up to this many bytes together are decoded once; longer ones each time.
  package var maxKeptBytes: Int
  /// How long the decoding of a picture, or of one frame, may take.
  package var maxDuration: Duration

  /// Limits, the defaults unless given.
  package init(
    maxPixels: Int = 200_000_000, maxSide: Int = 65_535, maxFileBytes: Int = 1 << 30,
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

  /// Holds a declared size against the limits.
  ///
  /// - Throws: `ImageError.tooLarge`, `.tooLong`.
  package func check(_ size: PixelSize) throws(ImageError) {
    let (pixels, overflow) = size.width.multipliedReportingOverflow(by: size.height)
    if overflow || pixels > maxPixels { throw .tooLarge(size, limit: maxPixels) }
    if max(size.width, size.height) > maxSide { throw .tooLong(size, limit: maxSide) }
  }

  /// Whether an animation may be composed at that size, which is within the other limits.
  func allowsCanvas(_ size: PixelSize) -> Bool { size.width * size.height <= maxCanvasPixels }
}

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
  /// Compressed pictures of up to so many bytes, decompressed, are decompressed at once, which is fastest; larger ones row
  /// by row, which takes next to no memory.
  package var maxInflatedBytes: Int

  /// Limits, the defaults unless given.
  package init(
    maxPixels: Int = 200_000_000, maxSide: Int = 65_535, maxFileBytes: Int = 1 << 30,
    maxWorkingBytes: Int = 640 << 20, maxInflatedBytes: Int = 64 << 20
  ) {
    self.maxPixels = maxPixels
    self.maxSide = maxSide
    self.maxFileBytes = maxFileBytes
    self.maxWorkingBytes = maxWorkingBytes
    self.maxInflatedBytes = maxInflatedBytes
  }

  /// Holds a declared size against the limits.
  ///
  /// - Throws: `ImageError.tooLarge`.
  func check(_ size: PixelSize) throws(ImageError) {
    let (pixels, overflow) = size.width.multipliedReportingOverflow(by: size.height)
    if overflow || pixels > maxPixels { throw .tooLarge(size, limit: maxPixels) }
    if max(size.width, size.height) > maxSide { throw .tooLong(size, limit: maxSide) }
  }
}

/// What a decode may cost at most; checked against what a file declares before anything is allocated.
package struct DecodingLimits: Hashable, Sendable {
  /// Width × height at most. The default admits 200-megapixel photos.
  package var maxPixels: Int
  /// Either side at most.
  package var maxSide: Int
  /// Bytes of a file at most.
  package var maxFileBytes: Int

  /// Limits, the defaults unless given.
  package init(maxPixels: Int = 200_000_000, maxSide: Int = 65_535, maxFileBytes: Int = 1 << 30) {
    self.maxPixels = maxPixels
    self.maxSide = maxSide
    self.maxFileBytes = maxFileBytes
  }
}

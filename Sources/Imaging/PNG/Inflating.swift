/// What hands out a PNG's decompressed data, a filtered row at a time.
protocol Inflating {
  /// The next `count` bytes, followed by at least `PNGFilter.slack` readable ones; valid until the next call.
  ///
  /// - Throws: `ImageError.truncated` when there are no such bytes, `.corrupt` when they cannot be decompressed.
  mutating func next(_ count: Int) throws(ImageError) -> UnsafeRawBufferPointer

  /// Reads to the end of the stream.
  ///
  /// - Returns: Whether it came to its end, so that the data's own checksum has been compared.
  /// - Throws: `ImageError.corrupt` when that is wrong.
  mutating func finish() throws(ImageError) -> Bool
}

/// A source of a PNG's decompressed data, one filtered row at a time.
protocol Inflating {
  /// Returns the next `count` bytes, followed by at least `PNGFilter.slack` readable bytes; valid until the next call.
  ///
  /// - Throws: `ImageError.truncated` if there are fewer bytes, `.corrupt` if they cannot be decompressed.
  mutating func next(_ count: Int) throws(ImageError) -> UnsafeRawBufferPointer

  /// The `count` bytes after those that `next` returned last, if they are at hand; valid and followed by other bytes as those are.
  func upcoming(_ count: Int) -> UnsafeRawBufferPointer?

  /// Reads to the end of the stream.
  ///
  /// - Returns: Whether the stream ended, so that its checksum has been verified.
  /// - Throws: `ImageError.corrupt` if the checksum is wrong.
  mutating func finish() throws(ImageError) -> Bool
}

extension Inflating {
  func upcoming(_ count: Int) -> UnsafeRawBufferPointer? { nil }
}

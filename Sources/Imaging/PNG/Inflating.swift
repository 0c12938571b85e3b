/// What hands out a PNG's decompressed data, a filtered row at a time.
protocol Inflating {
  /// The next `count` bytes, followed by at least `PNGFilter.slack` readable ones; valid until the next call.
  ///
  /// - Throws: `ImageError.corrupt` when there are no such bytes.
  mutating func next(_ count: Int) throws(ImageError) -> UnsafeRawBufferPointer

  /// Reads to the end of the stream.
  ///
  /// - Throws: `ImageError.corrupt` when the data's own checksum is wrong.
  mutating func finish() throws(ImageError)
}

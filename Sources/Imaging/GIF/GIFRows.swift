import Bitmaps

/// Decodes the rows of one of a GIF's images, in stored order.
struct GIFRows {
  private let reader: GIFReader
  private let image: GIFImage
  /// The current row and pass of an interlaced image.
  private var row = 0
  private var pass = 0
  /// The number of rows decoded so far.
  private(set) var count = 0
  /// The palette indices of the last row.
  private(set) var indices: [UInt8]

  /// The distance between rows of the first pass.
  static let firstStep = 8

  /// The first row of each pass and the distance between its rows (GIF89a, appendix E).
  private static let interlaced: [(first: Int, step: Int)] = [(0, 8), (4, 8), (2, 4), (1, 2)]

  /// Creates a decoder of the rows of the reader's current image.
  ///
  /// - Parameter fileBytes: The size of the file if its rows are scaled as they are decoded; 0 if all are held.
  /// - Throws: `ImageError.tooLarge` or `.tooLong`.
  init(_ image: GIFImage, _ reader: GIFReader, limits: DecodingLimits, fileBytes: Int = 0) throws(ImageError) {
    try limits.check(
      image.area.size, streamed: GIFHeader.streamedPixels(isInterlaced: image.isInterlaced, inFileOf: fileBytes))
    self.reader = reader
    self.image = image
    indices = Array(repeating: 0, count: image.area.width)
  }

  /// Decodes a row into `indices` and returns its number; nil after the last row, or, unless the image is interlaced,
  /// after the last row above `end`.
  ///
  /// Data may end before the picture does, as long as their blocks are complete: the rest stays transparent.
  ///
  /// - Throws: `ImageError.truncated` if the bytes end first, `.corrupt` if there is not even one row, or what
  ///   `deadline` throws.
  mutating func next(until end: Int, _ deadline: DecodeDeadline) throws(ImageError) -> Int? {
    if count % 64 == 0 { try deadline.check() }
    guard let row = advance(), image.isInterlaced || row < end else { return nil }
    if reader.readRow(into: &indices) {
      count += 1
      return row
    }
    if !reader.finishImage() { throw .truncated(format: "GIF") }
    if count == 0 { throw .corrupt(format: "GIF", reason: "it has no image data") }
    return nil
  }

  /// Returns the number of the next row; nil after the last.
  private mutating func advance() -> Int? {
    guard image.isInterlaced else {
      guard count < image.area.height else { return nil }
      return count
    }
    if count > 0 { row += GIFRows.interlaced[pass].step }
    while row >= image.area.height {
      pass += 1
      guard pass < GIFRows.interlaced.count else { return nil }
      row = GIFRows.interlaced[pass].first
    }
    return row
  }
}

/// Decodes the rows of one of a GIF's images, in the order in which they come.
struct GIFRows {
  private let reader: GIFReader
  private let image: GIFImage
  /// The row that comes next, and how it goes on.
  private var row = 0
  private var pass = 0
  /// The rows decoded so far.
  private(set) var count = 0
  /// The last row's palette indices.
  private(set) var indices: [UInt8]

  /// The rows from one of the first pass to the next.
  static let firstStep = 8

  /// The first rows and steps of the passes (GIF89a, appendix E).
  private static let interlaced: [(first: Int, step: Int)] = [(0, 8), (4, 8), (2, 4), (1, 2)]

  /// The rows of the image at which the reader stands.
  ///
  /// - Throws: `ImageError.tooLarge` or `.tooLong`.
  init(_ image: GIFImage, _ reader: GIFReader, limits: DecodingLimits) throws(ImageError) {
    try limits.check(PixelSize(width: image.area.width, height: image.area.height))
    self.reader = reader
    self.image = image
    indices = Array(repeating: 0, count: image.area.width)
  }

  /// Decodes a row into `indices`, and tells which it is; nil when all above `end` have come.
  ///
  /// Data that end before the picture does are no error as long as their blocks are whole: the rest stays transparent.
  ///
  /// - Throws: `ImageError.truncated` when the bytes end first, `.corrupt` when there is not one row; and what `deadline` throws.
  mutating func next(until end: Int, _ deadline: DecodeDeadline) throws(ImageError) -> Int? {
    if count % 64 == 0 { try deadline.check() }
    guard let row = advance(), image.isInterlaced || row < end else { return nil }
    if reader.readRow(into: &indices, after: count) {
      count += 1
      return row
    }
    if !reader.finishImage() { throw .truncated(format: "GIF") }
    if count == 0 { throw .corrupt(format: "GIF", reason: "it has no image data") }
    return nil
  }

  /// The row that comes next; nil after the last.
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

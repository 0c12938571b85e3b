import Bitmaps

/// One of the images that a PNG's data contain one after another: the whole picture, or one of Adam7's seven passes
/// (8.2).
struct PNGPass: Equatable {
  /// The picture's column and row of the pass's first pixel.
  let firstColumn: Int, firstRow: Int
  /// The distances between the pass's pixels, in columns and rows of the picture.
  let columnStep: Int, rowStep: Int
  /// The pass's size, never empty.
  let width: Int, height: Int
  /// The bytes of one of its rows, without its filter byte.
  let rowBytes: Int

  /// Returns a picture's passes, without empty ones.
  static func all(of header: PNGHeader) -> [PNGPass] {
    let steps =
      header.isInterlaced
      ? [(0, 0, 8, 8), (4, 0, 8, 8), (0, 4, 4, 8), (2, 0, 4, 4), (0, 2, 2, 4), (1, 0, 2, 2), (0, 1, 1, 2)]
      : [(0, 0, 1, 1)]
    return steps.compactMap { column, row, columnStep, rowStep in
      guard header.size.width > column, header.size.height > row else { return nil }
      let width = (header.size.width - column - 1) / columnStep + 1
      return PNGPass(
        firstColumn: column, firstRow: row, columnStep: columnStep, rowStep: rowStep, width: width,
        height: (header.size.height - row - 1) / rowStep + 1, rowBytes: (width * header.bitsPerPixel + 7) / 8)
    }
  }
}

extension [PNGPass] {
  /// The bytes of all rows, with their filter bytes.
  var bytes: Int { reduce(0) { $0 + ($1.rowBytes + 1) * $1.height } }

  /// The bytes of the longest row, without its filter byte.
  var rowBytes: Int { reduce(0) { Swift.max($0, $1.rowBytes) } }
}

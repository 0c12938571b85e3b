/// One of the pictures that a PNG's data hold one after another: the whole, or one of Adam7's seven (8.2).
struct PNGPass: Equatable {
  /// The whole's column and row of the pass' first pixel.
  let firstColumn: Int, firstRow: Int
  /// The whole's columns and rows between the pass' pixels.
  let columnStep: Int, rowStep: Int
  /// The pass' own size; never empty.
  let width: Int, height: Int

  /// The passes that a picture has, without the empty ones.
  static func all(of header: PNGHeader) -> [PNGPass] {
    let steps =
      header.isInterlaced
      ? [(0, 0, 8, 8), (4, 0, 8, 8), (0, 4, 4, 8), (2, 0, 4, 4), (0, 2, 2, 4), (1, 0, 2, 2), (0, 1, 1, 2)]
      : [(0, 0, 1, 1)]
    return steps.compactMap { column, row, columnStep, rowStep in
      guard header.size.width > column, header.size.height > row else { return nil }
      return PNGPass(
        firstColumn: column, firstRow: row, columnStep: columnStep, rowStep: rowStep,
        width: (header.size.width - column - 1) / columnStep + 1,
        height: (header.size.height - row - 1) / rowStep + 1)
    }
  }

  /// The bytes of one of its rows, without the filter's.
  func rowBytes(_ header: PNGHeader) -> Int { (width * header.bitsPerPixel + 7) / 8 }

  /// The bytes of all its rows, with the filters'.
  func bytes(_ header: PNGHeader) -> Int { (rowBytes(header) + 1) * height }
}

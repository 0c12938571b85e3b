/// How much of an interlaced PNG was decoded before its data ended. Missing pixels are filled in from coarser passes,
/// as browsers do while a picture loads.
struct PNGPassExtent {
  private let passes: [PNGPass]
  /// The number of complete passes.
  private let count: Int
  /// The number of decoded rows of the next pass.
  private let rows: Int

  /// Creates an extent of `count` complete passes and `rows` rows of the next one.
  init(_ passes: [PNGPass], count: Int, rows: Int) {
    self.passes = passes
    self.count = count
    self.rows = rows
  }

  /// Whether all pixels were decoded.
  var isWhole: Bool { count == passes.count }

  /// Whether the first pass is complete, so that only details are missing.
  var coversPicture: Bool { count > 0 }

  /// The sizes of the blocks that pixels stand for, from the finest, after the last pass, to the coarsest, after the
  /// first (PNG specification, third edition, 8.2).
  private static let blocks = [(1, 1), (1, 2), (2, 2), (2, 4), (4, 4), (4, 8), (8, 8)]

  /// Whether the pixel at a position was decoded.
  private func has(_ column: Int, _ row: Int) -> Bool {
    for (index, pass) in passes.prefix(count + 1).enumerated() {
      guard column >= pass.firstColumn, (column - pass.firstColumn) % pass.columnStep == 0, row >= pass.firstRow,
        (row - pass.firstRow) % pass.rowStep == 0
      else { continue }
      return index < count || (row - pass.firstRow) / pass.rowStep < rows
    }
    return false
  }

  /// Returns a row's pixels in a range of columns, with each gap filled by the decoded pixel of the finest block that
  /// covers it; nil if no decoded pixel covers one of them.
  ///
  /// - Parameter canvas: Rows of `width` pixels of `stride` bytes.
  func filled(_ row: Int, _ columns: Range<Int>, of canvas: [UInt8], width: Int, stride: Int) -> [UInt8]? {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(columns.count * stride)
    for column in columns {
      let source =
        has(column, row)
        ? (column, row)
        : PNGPassExtent.blocks.lazy.map { (column / $0.0 * $0.0, row / $0.1 * $0.1) }.first { has($0.0, $0.1) }
      guard let source else { return nil }
      let start = (source.1 * width + source.0) * stride
      bytes += canvas[start..<start + stride]
    }
    return bytes
  }
}

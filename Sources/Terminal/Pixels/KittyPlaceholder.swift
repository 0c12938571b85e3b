/// Unicode placeholders of kitty's graphics protocol: cells of text in which the terminal shows the parts of an image.
///
/// U+10EEEE with three marks: the row and the column within the image, and the highest byte of the image's id. The
/// other three bytes are the cell's foreground color.
/// https://sw.kovidgoyal.net/kitty/graphics-protocol/#unicode-placeholders
package enum KittyPlaceholder {
  /// The placeholder scalar.
  package static let scalar: Unicode.Scalar = "\u{10EEEE}"
  /// The maximum number of rows and of columns of an image: the number of marks.
  package static let limit = marks.count

  /// The mark for each number: the combining marks of class 230 (above) in Unicode 6.0 that no normalization changes.
  package static let marks: [Unicode.Scalar] = ranges.flatMap { $0.compactMap { Unicode.Scalar($0) } }

  private static let ranges: [ClosedRange<UInt32>] = [
    0x0305...0x0305, 0x030D...0x030E, 0x0310...0x0310, 0x0312...0x0312, 0x033D...0x033F, 0x0346...0x0346,
    0x034A...0x034C, 0x0350...0x0352, 0x0357...0x0357, 0x035B...0x035B, 0x0363...0x036F, 0x0483...0x0487,
    0x0592...0x0595, 0x0597...0x0599, 0x059C...0x05A1, 0x05A8...0x05A9, 0x05AB...0x05AC, 0x05AF...0x05AF,
    0x05C4...0x05C4, 0x0610...0x0617, 0x0657...0x065B, 0x065D...0x065E, 0x06D6...0x06DC, 0x06DF...0x06E2,
    0x06E4...0x06E4, 0x06E7...0x06E8, 0x06EB...0x06EC, 0x0730...0x0730, 0x0732...0x0733, 0x0735...0x0736,
    0x073A...0x073A, 0x073D...0x073D, 0x073F...0x0741, 0x0743...0x0743, 0x0745...0x0745, 0x0747...0x0747,
    0x0749...0x074A, 0x07EB...0x07F1, 0x07F3...0x07F3, 0x0816...0x0819, 0x081B...0x0823, 0x0825...0x0827,
    0x0829...0x082D, 0x0951...0x0951, 0x0953...0x0954, 0x0F82...0x0F83, 0x0F86...0x0F87, 0x135D...0x135F,
    0x17DD...0x17DD, 0x193A...0x193A, 0x1A17...0x1A17, 0x1A75...0x1A7C, 0x1B6B...0x1B6B, 0x1B6D...0x1B73,
    0x1CD0...0x1CD2, 0x1CDA...0x1CDB, 0x1CE0...0x1CE0, 0x1DC0...0x1DC1, 0x1DC3...0x1DC9, 0x1DCB...0x1DCC,
    0x1DD1...0x1DE6, 0x1DFE...0x1DFE, 0x20D0...0x20D1, 0x20D4...0x20D7, 0x20DB...0x20DC, 0x20E1...0x20E1,
    0x20E7...0x20E7, 0x20E9...0x20E9, 0x20F0...0x20F0, 0x2CEF...0x2CF1, 0x2DE0...0x2DFF, 0xA66F...0xA66F,
    0xA67C...0xA67D, 0xA6F0...0xA6F1, 0xA8E0...0xA8F1, 0xAAB0...0xAAB0, 0xAAB2...0xAAB3, 0xAAB7...0xAAB8,
    0xAABE...0xAABF, 0xAAC1...0xAAC1, 0xFE20...0xFE26, 0x10A0F...0x10A0F, 0x10A38...0x10A38, 0x1D185...0x1D189,
    0x1D1AA...0x1D1AD, 0x1D242...0x1D244,
  ]

  /// Returns all cells of an image.
  ///
  /// - Parameter size: At most `limit` in each direction.
  package static func cells(of id: UInt32, over size: CellSize) -> CellBuffer {
    var buffer = CellBuffer(size: size)
    for row in 0..<size.rows {
      for column in 0..<size.columns { buffer[column, row] = cell(of: id, column: column, row: row) }
    }
    return buffer
  }

  /// Returns one cell of an image.
  ///
  /// - Parameter column: The column within the image, from 0 and below `limit`; `row` likewise.
  package static func cell(of id: UInt32, column: Int, row: Int) -> Cell {
    Cell(.placeholder(row: row, column: column, highByte: UInt8(id >> 24)), foreground: Color(hex: id))
  }
}

extension Glyph {
  /// The two highest bits, which mark a placeholder. The low bits hold 8 bits of the id, 9 of the row and 9 of the
  /// column, because four scalars would not fit.
  private static let placeholderMark: UInt64 = 3 << 62

  /// The placeholder for one cell of an image.
  package static func placeholder(row: Int, column: Int, highByte: UInt8) -> Glyph {
    precondition((0..<KittyPlaceholder.limit).contains(row) && (0..<KittyPlaceholder.limit).contains(column))
    return Glyph(marked: placeholderMark | UInt64(highByte) << 18 | UInt64(row) << 9 | UInt64(column))
  }

  /// Whether this is a placeholder for one cell of an image.
  @inline(__always)
  var isPlaceholder: Bool { rawValue >= Self.placeholderMark }

  /// The scalars of a placeholder; valid only for placeholders.
  var placeholderScalars: [Unicode.Scalar] {
    [KittyPlaceholder.scalar]
      + [rawValue >> 9 & 0x1FF, rawValue & 0x1FF, rawValue >> 18 & 0xFF].map { KittyPlaceholder.marks[Int($0)] }
  }
}

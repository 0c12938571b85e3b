extension FrameEncoder {
  /// Encodes a still for a pipe or a file: rows of cells, with their links, that end with a color reset and a newline, and
  /// nothing else.
  ///
  /// All rows are equally wide: trailing blanks are kept. Colors within `tolerance` of one in use are not set.
  package static func encodeStill(
    _ buffer: CellBuffer, isUTF8: Bool = true, tolerance: ColorTolerance = .none
  ) -> [UInt8] {
    var output: [UInt8] = []
    let columns = buffer.size.columns
    let capacity = columns * stillBytesPerCell + stillBytesPerRow + ByteSink.spill
    var rowBytes = [UInt8](repeating: 0, count: capacity + LinkPen.maximumBytes(of: buffer.links))
    for row in 0..<buffer.size.rows {
      // The sink checks that there is room for each cell.
      let length = unsafe rowBytes.withUnsafeMutableBytes { memory in
        var sink = unsafe ByteSink(over: memory)
        encodeStillRow(row, of: buffer, isUTF8: isUTF8, tolerance: tolerance, into: &sink)
        return sink.count
      }
      output.append(contentsOf: rowBytes[..<length])
    }
    return output
  }

  /// The maximum number of bytes per cell: colors and a glyph of three scalars.
  private static let stillBytesPerCell = SGRPen.maximumLength + 16
  /// The maximum number of bytes at a row's end: the reset and the newline.
  private static let stillBytesPerRow = 8

  private static func encodeStillRow(
    _ row: Int, of buffer: CellBuffer, isUTF8: Bool, tolerance: ColorTolerance, into sink: inout ByteSink
  ) {
    var pen = SGRPen(isKnown: true)
    var link = LinkPen(buffer.links.filter { $0.row == row })
    var column = 0
    while column < buffer.size.columns {
      link.change(to: column, in: &sink)
      sink.reserve(stillBytesPerCell)
      let following = column + 1 < buffer.size.columns ? buffer[column + 1, row].glyph : .blank
      let drawn = buffer[column, row].drawn(before: following)
      let width = drawn.width
      var cell = drawn.cell
      if isUTF8 {
        if !tolerance.isNone { cell = pen.nearForm(of: cell, within: tolerance) }
        cell = pen.cheapestForm(of: cell)
      }
      pen.change(for: cell, in: &sink)
      if isUTF8 {
        if cell.glyph.isSingleScalar {
          sink.append(scalar: UInt32(truncatingIfNeeded: cell.glyph.rawValue))
        } else {
          for scalar in cell.glyph.scalars { sink.append(scalar: scalar.value) }
        }
      } else {
        sink.append(cell.glyph.asciiLookalike)
        if width == 2 { sink.append(0x20) }
      }
      column += width
    }
    link.change(to: nil, in: &sink)
    sink.reserve(stillBytesPerRow)
    pen.reset(in: &sink)
    sink.append(0x0A)
  }
}

extension FrameEncoder {
  /// A still for a pipe or a file: rows of cells ended by newlines, colours reset at each row's end, nothing else.
  ///
  /// All rows are equally wide: blanks at their ends are kept. A thrifty still takes fewer bytes at the cost of differences
  /// of colour that nobody sees: for pictures that were scaled, of which no colour is exact.
  package static func encodeStill(_ still: CellBuffer, isUTF8: Bool = true, optimizesRate: Bool = false) -> [UInt8] {
    let buffer = optimizesRate && isUTF8 ? RateDistortionOptimizer.thrifty(still) : still
    var output: [UInt8] = []
    let columns = buffer.size.columns
    var rowBytes = [UInt8](repeating: 0, count: columns * stillBytesPerCell + stillBytesPerRow + ByteSink.spill)
    for row in 0..<buffer.size.rows {
      // The sink checks that it has room for each cell.
      let length = unsafe rowBytes.withUnsafeMutableBytes { memory in
        var sink = unsafe ByteSink(over: memory)
        encodeStillRow(row, of: buffer, isUTF8: isUTF8, into: &sink)
        return sink.count
      }
      output.append(contentsOf: rowBytes[..<length])
    }
    return output
  }

  /// Colours and a glyph of three scalars.
  private static let stillBytesPerCell = SGRPen.maximumLength + 16
  /// The reset and the newline.
  private static let stillBytesPerRow = 8

  private static func encodeStillRow(_ row: Int, of buffer: CellBuffer, isUTF8: Bool, into sink: inout ByteSink) {
    var pen = SGRPen(isKnown: true)
    var column = 0
    while column < buffer.size.columns {
      sink.reserve(stillBytesPerCell)
      let following = column + 1 < buffer.size.columns ? buffer[column + 1, row].glyph : .blank
      let drawn = buffer[column, row].drawn(before: following)
      let width = drawn.width
      let cell = isUTF8 ? pen.cheapestForm(of: drawn.cell) : drawn.cell
      pen.change(for: cell, in: &sink)
      if isUTF8 {
        for scalar in cell.glyph.scalars { sink.append(scalar: scalar.value) }
      } else {
        sink.append(cell.glyph.asciiLookalike)
        if width == 2 { sink.append(0x20) }
      }
      column += width
    }
    sink.reserve(stillBytesPerRow)
    pen.reset(in: &sink)
    sink.append(0x0A)
  }
}

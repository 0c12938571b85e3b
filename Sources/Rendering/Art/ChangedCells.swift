package import Bitmaps
package import Terminal

/// A picture that has been drawn in a slot, such as a frame of an animation: the next one may differ in few cells.
package struct DrawnPicture: Sendable {
  let bitmap: Bitmap
  let grid: PixelSize
  let cells: CellBuffer

  /// A picture and its cells.
  package init(_ bitmap: Bitmap, grid: PixelSize, cells: CellBuffer) {
    (self.bitmap, self.grid, self.cells) = (bitmap, grid, cells)
  }
}

extension Bitmap {
  /// The positions of the cells whose samples differ between two pictures of one size in the same place; nil if their
  /// sizes differ, or if probably most cells do.
  ///
  /// - Parameters:
  ///   - left, top: The place of the pictures in the canvas, in samples.
  func changedCells(since earlier: Bitmap, atColumn left: Int, row top: Int, in canvas: Canvas) -> [Int]? {
    guard size == earlier.size, isOpaque == earlier.isOpaque else { return nil }
    let (new, old, sides) = (pixels.span, earlier.pixels.span, canvas.samplesPerCell)
    var isChanged = [Bool](repeating: false, count: canvas.cells.count)
    let columns = max(0, -left)..<max(max(0, -left), min(size.width, canvas.width - left))
    guard !columns.isEmpty else { return [] }
    let cells = (columns.lowerBound + left) / sides.width...(columns.upperBound - 1 + left) / sides.width
    if hasMostlyChanged(since: earlier, everyColumn: sides.width, row: sides.height) { return nil }
    for row in max(0, -top)..<max(max(0, -top), min(size.height, canvas.height - top)) {
      let (start, first) = (row * size.width, (row + top) / sides.height * canvas.cells.columns)
      // Where one sample has changed, the others make no difference, and are not even read.
      for cell in cells where !isChanged[first &+ cell] {
        let from = max(columns.lowerBound, cell &* sides.width &- left)
        let end = min(columns.upperBound, (cell &+ 1) &* sides.width &- left)
        var difference = SIMD4<UInt16>.zero
        for column in from..<end { difference |= new[start &+ column] ^ old[start &+ column] }
        if difference != .zero { isChanged[first &+ cell] = true }
      }
    }
    return isChanged.indices.filter { isChanged[$0] }
  }

  /// Whether most of some samples differ, one in each cell of every fourth row of cells.
  private func hasMostlyChanged(since earlier: Bitmap, everyColumn width: Int, row height: Int) -> Bool {
    let (new, old) = (pixels.span, earlier.pixels.span)
    var (count, changed) = (0, 0)
    for row in stride(from: height / 2, to: size.height, by: 4 * height) {
      for index in stride(from: row * size.width + width / 2, to: (row + 1) * size.width, by: width) {
        count += 1
        if new[index] != old[index] { changed += 1 }
      }
    }
    return changed * 8 > count * 7
  }
}

extension Canvas {
  /// A canvas of some of this one's cells, row by row; its last row may have empty cells at its end.
  func gathered(_ positions: [Int]) -> Canvas {
    let columns = min(cells.columns, positions.count)
    let rows = columns == 0 ? 0 : (positions.count + columns - 1) / columns
    var result = Canvas(cells: CellSize(columns: columns, rows: rows), samplesPerCell: samplesPerCell)
    let (width, height) = (samplesPerCell.width, samplesPerCell.height)
    for (index, position) in positions.enumerated() {
      let source = position / cells.columns * height * self.width + position % cells.columns * width
      let target = index / columns * height * result.width + index % columns * width
      for row in 0..<height {
        for column in 0..<width {
          result.samples[target + row * result.width + column] = samples[source + row * self.width + column]
        }
      }
    }
    return result
  }
}

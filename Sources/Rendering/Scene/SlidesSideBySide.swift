import Terminal

extension CellBuffer {
  /// Buffers side by side, each as high as the window, clipped to it; nil if they overlap or leave a gap.
  ///
  /// The window is written once: to fill it first takes as long as to copy the slides.
  ///
  /// - Parameter tiles: the buffers, and the columns at which they begin.
  init?(size: CellSize, sideBySide tiles: [(column: Int, cells: CellBuffer)]) {
    var parts: [(cells: CellBuffer, columns: Range<Int>)] = []
    var column = 0
    for tile in tiles.sorted(by: { $0.column < $1.column }) {
      guard tile.cells.size.rows == size.rows else { return nil }
      let shown = (tile.column..<tile.column + tile.cells.size.columns).clamped(to: 0..<size.columns)
      if shown.isEmpty { continue }
      guard shown.lowerBound == column else { return nil }
      parts.append((tile.cells, shown.lowerBound - tile.column..<shown.upperBound - tile.column))
      column = shown.upperBound
    }
    guard column == size.columns, column > 0 else { return nil }
    var cells: [Cell] = []
    cells.reserveCapacity(size.count)
    for row in 0..<size.rows {
      for part in parts {
        let (first, start) = (cells.count, row * part.cells.size.columns)
        cells.append(contentsOf: part.cells.cells[start + part.columns.lowerBound..<start + part.columns.upperBound])
        // Half of a wide glyph cannot be drawn.
        if cells[first].glyph == .continuation { cells[first].glyph = .blank }
        if cells[cells.count - 1].glyph.width > 1 { cells[cells.count - 1].glyph = .blank }
      }
    }
    self.init(size: size, cells: cells)
  }
}

extension Scene {
  /// The slides if they only move, side by side, and fill the window; nil for any other layers.
  func sideBySide(_ layers: [PlacedLayer]) -> CellBuffer? {
    var tiles: [(column: Int, cells: CellBuffer)] = []
    for layer in layers {
      guard layer.isPlain, layer.area.row == 0, let content = contents[layer.slide] else { return nil }
      let cells = content.cells(cropped: layer.crop, style: style.slides)
      guard cells.size == layer.area.size else { return nil }
      tiles.append((layer.area.column, cells))
    }
    return CellBuffer(size: window, sideBySide: tiles)
  }
}

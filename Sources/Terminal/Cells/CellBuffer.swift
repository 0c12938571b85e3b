/// A size in character cells.
package struct CellSize: Hashable, Sendable {
  /// Cells across; at least 0.
  package var columns: Int
  /// Cells down; at least 0.
  package var rows: Int

  /// A size; negative numbers count as 0.
  package init(columns: Int, rows: Int) {
    self.columns = max(0, columns)
    self.rows = max(0, rows)
  }

  /// The number of cells.
  package var count: Int { columns * rows }
}

/// A rectangle of cells, row by row from the top left: a complete frame or a part of one.
package struct CellBuffer: Hashable, Sendable {
  /// Cells across and down.
  package let size: CellSize
  /// `size.count` cells, row-major.
  package var cells: [Cell]
  /// How parts of the frame have moved since the previous one, or nil if that is unknown. Equality and hashing ignore
  /// it.
  package var motion: CellMotion?
  /// The hyperlinks of cells, which do not overlap.
  package var links: [LinkedCells] = []

  /// A buffer filled with one cell.
  package init(size: CellSize, filledWith cell: Cell = .blank) {
    self.size = size
    cells = Array(repeating: cell, count: size.count)
  }

  /// A buffer of `size.count` cells, row by row.
  package init(size: CellSize, cells: [Cell]) {
    precondition(cells.count == size.count, "a buffer has as many cells as its size says")
    self.size = size
    self.cells = cells
  }

  /// The cell at a column and row, from 0. Outside the buffer, reads return a blank and writes do nothing.
  package subscript(column: Int, row: Int) -> Cell {
    get { contains(column, row) ? cells[row * size.columns + column] : .blank }
    set { if contains(column, row) { cells[row * size.columns + column] = newValue } }
  }

  /// Whether there is a cell at a column and row.
  package func contains(_ column: Int, _ row: Int) -> Bool {
    column >= 0 && row >= 0 && column < size.columns && row < size.rows
  }

  /// The rows as text without continuation cells, for tests.
  package var textRows: [String] {
    (0..<size.rows).map { row in
      var text = String.UnicodeScalarView()
      for column in 0..<size.columns { text.append(contentsOf: self[column, row].glyph.scalars) }
      return String(text)
    }
  }

  /// Returns cells that look like these once the terminal has reordered them.
  package func compensated(for reordering: TextReordering) -> CellBuffer {
    guard reordering != .none, cells.contains(where: \.glyph.isRightToLeft) else { return self }
    var buffer = self
    // Their columns would change.
    buffer.links = []
    for row in 0..<size.rows {
      if reordering == .words { buffer.reverseWords(inRow: row) } else { buffer.compensate(row, for: reordering) }
    }
    return buffer
  }

  /// Reverses the glyphs of each right-to-left word, whose letters take one column each.
  private mutating func reverseWords(inRow row: Int) {
    let end = (row + 1) * size.columns
    var start = row * size.columns
    while let first = cells[start..<end].firstIndex(where: \.glyph.isRightToLeft) {
      let next = cells[first..<end].firstIndex { !$0.glyph.isRightToLeft } ?? end
      let glyphs = cells[first..<next].map(\.glyph)
      for (index, glyph) in zip(first..<next, glyphs.reversed()) { cells[index].glyph = glyph }
      start = next
    }
  }

  /// Arranges a row so that a terminal that reorders it as a left-to-right paragraph shows it as it is now.
  ///
  /// Reordering twice restores the order, except around some numbers; such a row stays as it is.
  private mutating func compensate(_ row: Int, for reordering: TextReordering) {
    let start = row * size.columns
    let shown = Array(cells[start..<start + size.columns])
    guard shown.contains(where: \.glyph.isRightToLeft), !shown.contains(where: \.glyph.isPlaceholder) else { return }
    // A wide glyph moves with its right half.
    let firsts = shown.indices.filter { shown[$0].glyph != .continuation || $0 == 0 }
    let parts = firsts.enumerated().map { index, first in
      Array(shown[first..<(index + 1 < firsts.count ? firsts[index + 1] : shown.count)])
    }
    guard let sent = CellBuffer.reordered(parts, by: reordering), CellBuffer.reordered(sent, by: reordering) == parts
    else { return }
    cells.replaceSubrange(start..<start + size.columns, with: sent.joined())
  }

  /// Returns the parts of a row in the order in which such a terminal shows them.
  private static func reordered(_ parts: [[Cell]], by reordering: TextReordering) -> [[Cell]]? {
    let glyphs = parts.map { part in
      // A letter that is read from left to right separates the text before and after it.
      reordering == .segments && part[0].glyph.isPictureElement ? "x" : part[0].glyph
    }
    guard let order = VisualOrder(glyphs, direction: .leftToRight) else { return nil }
    let drawn = order.drawnBases(joinsArabic: false)
    return order.indices.map { index in
      var part = parts[index]
      if part[0].glyph == glyphs[index] { part[0].glyph = part[0].glyph.replacingBase(by: drawn[index]) }
      return part
    }
  }

  /// Whether two buffers show the same cells.
  package static func == (left: CellBuffer, right: CellBuffer) -> Bool {
    left.size == right.size && left.cells == right.cells && left.links == right.links
  }

  /// Hashes the visible content.
  package func hash(into hasher: inout Hasher) {
    hasher.combine(size)
    hasher.combine(cells)
  }

  /// Returns the buffer cropped, or padded with blanks, to a size; its top left corner stays in place.
  package func fitted(to size: CellSize) -> CellBuffer {
    if size == self.size { return self }
    var fitted = CellBuffer(size: size)
    fitted.links = links.filter { $0.row < size.rows && $0.columns.upperBound <= size.columns }
    for row in 0..<min(size.rows, self.size.rows) {
      for column in 0..<min(size.columns, self.size.columns) { fitted[column, row] = self[column, row] }
    }
    return fitted
  }

  /// Copies an area of another buffer to its place in this one.
  package mutating func copy(_ area: CellRect, of other: CellBuffer) {
    for row in area.rowRange { for column in area.columnRange { self[column, row] = other[column, row] } }
  }

  /// Fills an area with one cell.
  package mutating func fill(_ area: CellRect, with cell: Cell) {
    for row in area.rowRange { for column in area.columnRange { self[column, row] = cell } }
  }
}

extension CellSize {
  /// The maximum number of columns and rows that are drawn.
  private static let longest = CellSize(columns: 2048, rows: 1024)
  /// The maximum number of cells that are drawn: more than a 4K monitor has with 4×6 pixels each.
  private static let maxCells = 400_000

  /// The part of a window with this size that is drawn, from the top left; the rest stays empty.
  ///
  /// A terminal may claim 65,535 cells a side, and frames and pictures take hundreds of bytes per cell.
  package var drawable: CellSize {
    let columns = min(columns, CellSize.longest.columns)
    return CellSize(columns: columns, rows: min(rows, CellSize.longest.rows, CellSize.maxCells / max(1, columns)))
  }
}

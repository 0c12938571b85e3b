/// A rectangle of cells. It may lie partly or wholly outside the window.
package struct CellRect: Hashable, Sendable {
  /// The leftmost column; the window's first is 0.
  package var column: Int
  /// The top row; the window's first is 0.
  package var row: Int
  /// Cells across and down.
  package var size: CellSize

  /// A rectangle given by its top left cell and its size; negative sizes count as 0.
  package init(column: Int, row: Int, columns: Int, rows: Int) {
    self.column = column
    self.row = row
    size = CellSize(columns: columns, rows: rows)
  }

  /// The rectangle that covers a whole window.
  package init(_ window: CellSize) { self.init(column: 0, row: 0, columns: window.columns, rows: window.rows) }

  /// The columns it covers.
  package var columnRange: Range<Int> { column..<(column + size.columns) }
  /// The rows it covers.
  package var rowRange: Range<Int> { row..<(row + size.rows) }

  /// Whether the rectangle contains a cell.
  package func contains(_ column: Int, _ row: Int) -> Bool {
    columnRange.contains(column) && rowRange.contains(row)
  }

  /// Whether two rectangles share a cell.
  package func overlaps(_ other: CellRect) -> Bool {
    columnRange.overlaps(other.columnRange) && rowRange.overlaps(other.rowRange)
  }

  /// Returns the part inside a window; if there is none, an empty rectangle at a position within the window.
  package func clipped(to window: CellSize) -> CellRect {
    let columns = columnRange.clamped(to: 0..<window.columns)
    let rows = rowRange.clamped(to: 0..<window.rows)
    return CellRect(column: columns.lowerBound, row: rows.lowerBound, columns: columns.count, rows: rows.count)
  }
}

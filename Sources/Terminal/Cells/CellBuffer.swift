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

  /// How many cells there are.
  package var count: Int { columns * rows }
}

/// A rectangle of cells, row by row from the top left: a frame composed whole, or a part of one.
package struct CellBuffer: Hashable, Sendable {
  /// Cells across and down.
  package let size: CellSize
  /// `size.count` cells, row-major.
  package var cells: [Cell]
  /// How parts of it have moved since the frame before; nil: not known. Frames that look alike are equal, however they came about.
  package var motion: CellMotion?

  /// A buffer filled with one cell.
  package init(size: CellSize, filledWith cell: Cell = .blank) {
    self.size = size
    cells = Array(repeating: cell, count: size.count)
  }

  /// The cell at a column and row, from 0; outside the buffer reads give a blank and writes do nothing.
  package subscript(column: Int, row: Int) -> Cell {
    get { contains(column, row) ? cells[row * size.columns + column] : .blank }
    set { if contains(column, row) { cells[row * size.columns + column] = newValue } }
  }

  /// Whether there is a cell at a column and row.
  package func contains(_ column: Int, _ row: Int) -> Bool {
    column >= 0 && row >= 0 && column < size.columns && row < size.rows
  }

  /// The rows as text, each continuation cell left out: what tests draw.
  package var textRows: [String] {
    (0..<size.rows).map { row in
      var text = String.UnicodeScalarView()
      for column in 0..<size.columns { text.append(contentsOf: self[column, row].glyph.scalars) }
      return String(text)
    }
  }
}

extension CellBuffer {
  /// Whether the two show the same.
  package static func == (left: CellBuffer, right: CellBuffer) -> Bool {
    left.size == right.size && left.cells == right.cells
  }

  /// Hashes the visible content.
  package func hash(into hasher: inout Hasher) {
    hasher.combine(size)
    hasher.combine(cells)
  }
}

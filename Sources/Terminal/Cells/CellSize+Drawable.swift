extension CellSize {
  /// The longest sides that are drawn on.
  private static let longest = CellSize(columns: 2048, rows: 1024)
  /// The most cells that are drawn on: more than a 4K monitor has at 4×6 pixels each.
  private static let maxCells = 400_000

  /// The part of a window of this size that is drawn on, from its upper left; the rest stays empty.
  ///
  /// A window may claim 65,535 cells a side, and its frames and pictures take hundreds of bytes a cell.
  package var drawable: CellSize {
    let columns = min(columns, CellSize.longest.columns)
    return CellSize(columns: columns, rows: min(rows, CellSize.longest.rows, CellSize.maxCells / max(1, columns)))
  }
}

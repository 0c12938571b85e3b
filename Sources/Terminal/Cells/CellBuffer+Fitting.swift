extension CellBuffer {
  /// This buffer cropped, and padded with blanks, to a size; its top left stays.
  package func fitted(to size: CellSize) -> CellBuffer {
    if size == self.size { return self }
    var fitted = CellBuffer(size: size)
    for row in 0..<min(size.rows, self.size.rows) {
      for column in 0..<min(size.columns, self.size.columns) { fitted[column, row] = self[column, row] }
    }
    return fitted
  }
}

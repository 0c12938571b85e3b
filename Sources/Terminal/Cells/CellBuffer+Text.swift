extension CellBuffer {
  /// Writes text rightwards from a cell, on one row, and returns its width in columns. Right-to-left text in it is put in
  /// order.
  ///
  /// Text outside the buffer or beyond `maxColumns` is clipped; a wide glyph that is cut in half is drawn as a blank.
  /// The text must already be safe (`SafeText.visible`).
  /// - Parameters:
  ///   - column: Where the text begins; may be negative.
  ///   - background: The background, or nil to keep each cell's own.
  ///   - maxColumns: The maximum width in columns from `column`, visible or not.
  ///   - direction: The direction of the paragraph that the text is a line of.
  @discardableResult
  package mutating func write(
    _ text: String, column: Int, row: Int, foreground: Color = .terminalDefault, background: Color? = nil,
    maxColumns: Int = .max, direction: TextDirection = .natural
  ) -> Int {
    guard row >= 0, row < size.rows, maxColumns > 0 else { return 0 }
    let limit = min(size.columns - column, maxColumns)
    var parts: [VisualOrder.Part] = []
    var room = limit
    for cluster in text {
      guard room > 0 else { break }
      SafeText.forEachCell(of: cluster) { glyph, width in
        guard room > 0 else { return }
        parts.append((glyph, width))
        room -= width
      }
    }
    var used = 0
    for (glyph, width) in VisualOrder.arrange(parts, direction: direction) {
      let isWhole = column + used >= 0 && used + width <= limit
      for offset in 0..<min(width, limit - used) {
        let target = column + used + offset
        let half: Glyph = offset == 0 ? glyph : .continuation
        put(isWhole ? half : .blank, column: target, row: row, foreground: foreground, background: background)
      }
      used += min(width, limit - used)
    }
    if used > 0 { repairLead(column: column + used, row: row) }
    return used
  }

  /// Sets one cell; if that was the right half of a wide glyph, blanks the left half.
  private mutating func put(_ glyph: Glyph, column: Int, row: Int, foreground: Color, background: Color?) {
    guard contains(column, row) else { return }
    let index = row * size.columns + column
    let wasRightHalf = cells[index].glyph == .continuation && column > 0 && cells[index - 1].glyph.width == 2
    if wasRightHalf, glyph != .continuation { cells[index - 1].glyph = .blank }
    cells[index] = Cell(glyph, foreground: foreground, background: background ?? cells[index].background)
  }

  /// Blanks a right half whose left half was just overwritten.
  private mutating func repairLead(column: Int, row: Int) {
    guard contains(column, row) else { return }
    let index = row * size.columns + column
    guard cells[index].glyph == .continuation else { return }
    if column > 0, cells[index - 1].glyph.width == 2 { return }
    cells[index].glyph = .blank
  }
}

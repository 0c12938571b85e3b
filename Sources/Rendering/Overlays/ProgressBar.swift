import Terminal

/// A thin bar that grows from the left.
enum ProgressBar {
  /// Draws the bar, keeping the cells' backgrounds.
  ///
  /// - Parameter share: The filled share, 0…1.
  static func draw(
    _ share: Double, on buffer: inout CellBuffer, column: Int, row: Int, columns: Int, style: SlideStyle
  ) {
    guard columns > 0, row >= 0, row < buffer.size.rows else { return }
    let halves = Int((min(max(0, share), 1) * Double(columns * 2)).rounded(.down))
    let isMono = style.terminal.depth == .mono
    let isOnLight = style.isOnLight
    let full = isMono ? Color.terminalDefault : isOnLight ? Color(hex: 0x1967D2) : Color(hex: 0x8AB4F8)
    let rest = isMono ? Color.terminalDefault : isOnLight ? Color(hex: 0xBDC1C6) : Color(hex: 0x3C4043)
    let marks = style.terminal.marks
    for cell in max(0, -column)..<max(max(0, -column), min(columns, buffer.size.columns - column)) {
      let background = buffer[column + cell, row].background
      let isFull = cell * 2 + 1 < halves
      // Without colors, the remaining part is a thinner line.
      let restGlyph = isMono && marks.hasEllipsis ? marks.across : marks.barRest
      let isHalf = !isFull && cell * 2 < halves && marks.barHalf != nil
      buffer[column + cell, row] = Cell(
        isFull ? marks.barDone : isHalf ? marks.barHalf ?? marks.barDone : restGlyph,
        foreground: isFull || isHalf ? full : rest, background: background)
    }
  }
}

extension LoadingProgress {
  /// Draws a download's progress over a placeholder: text and a bar on a scrim, in the lower third.
  ///
  /// - Parameter textCells: A second buffer that receives only the cells of the note, for mixing.
  func draw(on cells: inout CellBuffer, text textCells: inout CellBuffer, style: SlideStyle) {
    let window = cells.size
    guard OverlayLayout.hasRoom(in: window) else { return }
    let text = SafeText.line(self.text, columns: window.columns - 4, isUnicode: style.terminal.marks.hasEllipsis)
    let columns = min(window.columns - 4, max(displayWidth(of: text), 24))
    let rows = share == nil ? 1 : 2
    let left = (window.columns - columns) / 2
    let top = min(window.rows - rows - 1, window.rows * 2 / 3)
    let area = CellRect(column: left - 2, row: top, columns: columns + 4, rows: rows)
    cells.lay(.text(alpha: 0.7, style: style), over: area, style: style)
    let color = style.terminal.depth == .mono ? Color.terminalDefault : style.themeInk.color
    cells.write(
      text, column: (window.columns - displayWidth(of: text)) / 2, row: top, foreground: color, maxColumns: columns)
    if let share {
      ProgressBar.draw(share, on: &cells, column: left, row: top + 1, columns: columns, style: style)
    }
    for row in top..<(top + rows) {
      for column in (left - 2)..<(left + columns + 2) { textCells[column, row] = cells[column, row] }
    }
  }
}

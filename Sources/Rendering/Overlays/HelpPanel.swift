import Terminal

/// The keys, on a panel in the middle.
package struct HelpPanel: Hashable, Sendable {
  /// A key and what it does.
  package struct Row: Hashable, Sendable {
    package var keys: String
    package var action: String

    /// A row.
    package init(_ keys: String, _ action: String) {
      self.keys = keys
      self.action = action
    }
  }

  package var rows: [Row]

  /// A panel of rows.
  package init(rows: [Row]) { self.rows = rows }

  /// Draws the panel; where the window is too small for all of it, the first rows that fit.
  ///
  /// - Parameter slides: what shows through it: the window without dots and words, which would be blots under it.
  func draw(on buffer: inout CellBuffer, over slides: CellBuffer, style: SceneStyle) {
    guard buffer.size.columns >= 8, buffer.size.rows >= 4 else { return }
    let keyColumns = rows.map { displayWidth(of: $0.keys) }.max() ?? 0
    let actionColumns = rows.map { displayWidth(of: $0.action) }.max() ?? 0
    let columns = min(buffer.size.columns, keyColumns + actionColumns + 8)
    let shown = rows.prefix(max(1, buffer.size.rows - 2))
    let height = min(buffer.size.rows, shown.count + 2)
    let (left, top) = ((buffer.size.columns - columns) / 2, (buffer.size.rows - height) / 2)
    for row in top..<(top + height) {
      for column in left..<(left + columns) {
        let background = Underlay.ground(over: slides[column, row], alpha: 0.75, style: style)
        buffer[column, row] = Cell(.blank, background: background)
      }
    }
    let grey = style.depth == .mono ? Color.terminalDefault : Color(red: 0x80, green: 0x86, blue: 0x8B)
    FrameLine(style: style).draw(on: &buffer, left: left, top: top, columns: columns, rows: height, color: grey)
    let bright = style.depth == .mono ? Color.terminalDefault : .white
    for (index, row) in shown.enumerated() {
      let room = max(0, columns - 4)
      let action = SafeText.line(row.action, columns: room - keyColumns - 3, isUnicode: style.isUnicode)
      buffer.write(
        row.keys, column: left + 3, row: top + 1 + index, foreground: bright, background: nil,
        maxColumns: max(0, room - 1))
      buffer.write(
        action, column: left + 5 + keyColumns, row: top + 1 + index,
        foreground: style.depth == .mono ? .terminalDefault : Color(red: 0xBD, green: 0xC1, blue: 0xC6),
        background: nil, maxColumns: max(0, room - keyColumns - 3))
    }
  }
}

package import Terminal

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
}

/// The panel of keys in the middle of a window; where the window is too small for all of it, the first rows that fit.
package struct PlacedHelp: Hashable, Sendable {
  /// The cells that the panel and its frame cover.
  package let area: CellRect
  private let shown: [HelpPanel.Row]
  private let keyColumns: Int

  init(_ panel: HelpPanel, in window: CellSize) {
    keyColumns = panel.rows.map { displayWidth(of: $0.keys) }.max() ?? 0
    let actionColumns = panel.rows.map { displayWidth(of: $0.action) }.max() ?? 0
    let columns = min(window.columns, keyColumns + actionColumns + 8)
    shown = Array(panel.rows.prefix(max(1, window.rows - 2)))
    let rows = min(window.rows, shown.count + 2)
    area = CellRect(
      column: (window.columns - columns) / 2, row: (window.rows - rows) / 2, columns: columns, rows: rows)
  }

  /// Draws the panel.
  ///
  /// - Parameter slides: what shows through it: the window without dots and words, which would be blots under it.
  func draw(on buffer: inout CellBuffer, over slides: CellBuffer, style: SceneStyle) {
    for row in area.rowRange {
      for column in area.columnRange {
        let background = Underlay.ground(over: slides[column, row], alpha: 0.75, style: style)
        buffer[column, row] = Cell(.blank, background: background)
      }
    }
    let (left, top) = (area.column, area.row)
    let grey = style.depth == .mono ? Color.terminalDefault : Color(red: 0x80, green: 0x86, blue: 0x8B)
    FrameLine(style: style).draw(
      on: &buffer, left: left, top: top, columns: area.size.columns, rows: area.size.rows, color: grey)
    let bright = style.depth == .mono ? Color.terminalDefault : .white
    for (index, row) in shown.enumerated() {
      let room = max(0, area.size.columns - 4)
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

package import Terminal

/// The panel of keys placed in a window: the visible lines, and the number of lines hidden above and below.
///
/// A row takes one line. In a window that is too narrow for keys and actions beside each other, actions take as many
/// lines as they need, below their keys unless all keys are short.
package struct PlacedHelp: Hashable, Sendable {
  private struct Line: Hashable, Sendable {
    var row: Int
    var keys = ""
    var action = ""
    var isHeading = false
    /// The column of the action, from the left edge of the text.
    var actionColumn: Int
    /// The link of the action's text.
    var link: Hyperlink?
    /// The direction of the action's text, of which this is a line.
    var direction = TextDirection.leftToRight
  }

  /// The cells that the panel and its frame cover.
  package let area: CellRect
  /// The number of lines shown at once.
  package let visibleRows: Int
  /// The largest first line that leaves the panel full: 0 if everything fits.
  package let lastFirstRow: Int
  private let shown: [Line]
  /// The index of the selected row.
  private let selected: Int?
  private let hiddenAbove: Int
  private let hiddenBelow: Int
  /// Blank columns between the frame and the text.
  private let padding: Int

  /// Columns between a key and its action.
  private static let gap = 2
  /// The columns of an action that are legible beside its keys; fewer only if it has no more.
  private static let legibleColumns = 16
  /// The columns by which actions below their keys are indented.
  private static let indentation = 2

  /// Places a panel in a window.
  ///
  /// - Parameter end: the row above which a panel in the corner ends if there is room for it; nil: the window's end.
  package init(_ panel: HelpPanel, in window: CellSize, endingAt end: Int? = nil) {
    let actionColumns = panel.rows.map { displayWidth(of: $0.action) }.max() ?? 0
    let keyColumns = panel.rows.map { $0.isHeading ? 0 : displayWidth(of: $0.keys) }.max() ?? 0
    let actionStart = keyColumns + PlacedHelp.gap
    let textColumns = actionStart + actionColumns
    padding = textColumns + 6 <= window.columns ? 2 : 1
    let columns = min(window.columns, textColumns + 2 * padding + 2)
    let room = columns - 2 - 2 * padding
    let isStacked = room < actionStart + min(actionColumns, PlacedHelp.legibleColumns)
    let lines = panel.rows.enumerated().flatMap { index, row in
      row.isHeading
        ? [Line(row: index, keys: row.keys, isHeading: true, actionColumn: actionStart)]
        : PlacedHelp.wrapped(row, index, actionStart: actionStart, columns: room, mayBeBelow: isStacked)
    }
    visibleRows = max(1, min(lines.count, window.rows - 2))
    lastFirstRow = max(0, lines.count - visibleRows)
    selected = panel.selectedRow
    var first = panel.firstRow
    if let row = selected, let start = lines.firstIndex(where: { $0.row == row }),
      let end = lines.lastIndex(where: { $0.row == row })
    {
      first = min(max(first, end - visibleRows + 1), start)
    }
    hiddenAbove = min(max(0, first), lastFirstRow)
    hiddenBelow = lastFirstRow - hiddenAbove
    shown = Array(lines.dropFirst(hiddenAbove).prefix(visibleRows))
    let rows = min(window.rows, visibleRows + 2)
    let end = end.map { $0 < rows ? window.rows : $0 } ?? window.rows
    area =
      panel.isInCorner
      ? CellRect(column: 0, row: end - rows, columns: columns, rows: rows)
      : CellRect(column: (window.columns - columns) / 2, row: (window.rows - rows) / 2, columns: columns, rows: rows)
  }

  /// The lines of a row: its action is beside the keys, or below them if these take more than a third of the columns.
  private static func wrapped(
    _ row: HelpPanel.Row, _ index: Int, actionStart: Int, columns: Int, mayBeBelow: Bool
  ) -> [Line] {
    let isBeside = !mayBeBelow || actionStart * 3 <= columns
    let start = isBeside ? actionStart : indentation
    let direction = TextDirection(of: row.action)
    var lines = SafeText.lines(row.action, columns: max(1, columns - start), rows: 8)
      .map { Line(row: index, action: $0, actionColumn: start, link: row.link, direction: direction) }
    if isBeside, !lines.isEmpty {
      lines[0].keys = row.keys
    } else if !row.keys.isEmpty {
      lines.insert(Line(row: index, keys: row.keys, actionColumn: start), at: 0)
    }
    return lines
  }

  /// The panel's uniform backing: the mean light of the cells that it covers under a dense scrim, so that no bright
  /// spot shines through.
  func backing(over buffer: CellBuffer, style: SlideStyle) -> Color {
    if style.terminal.depth == .mono { return .terminalDefault }
    var sum = SIMD3<Float>(repeating: 0)
    for row in area.rowRange {
      for column in area.columnRange { sum += Underlay.light(of: buffer[column, row], style: style).channels }
    }
    let mean = LinearColor(sum / Float(max(1, area.size.count)))
    return Scrim.text(alpha: PlacedHelp.density, style: style).backing(over: mean, style: style).color
  }

  /// The opacity of the panel's scrim.
  private static let density = 0.85

  func draw(on buffer: inout CellBuffer, on backing: Color, style: SlideStyle) {
    for row in area.rowRange {
      for column in area.columnRange { buffer[column, row] = Cell(.blank, background: backing) }
    }
    let (left, top) = (area.column, area.row)
    let (strong, soft, frame) = inks(on: backing, style: style)
    buffer.drawFrame(area, color: frame, style: style)
    sign(style.terminal.marks.above, hiddenAbove, row: top, color: soft, on: &buffer)
    sign(style.terminal.marks.below, hiddenBelow, row: area.rowRange.upperBound - 1, color: soft, on: &buffer)
    for (index, line) in shown.enumerated() {
      let (start, row) = (left + 1 + padding, top + 1 + index)
      let isSelected = line.row == selected
      if isSelected { select(row, color: strong, backing, on: &buffer, style: style) }
      let (strong, soft) = isSelected && hasInverse(style) ? (backing, backing) : (strong, soft)
      let ink = line.isHeading ? soft : strong
      buffer.write(line.keys, column: start, row: row, foreground: ink, maxColumns: room)
      let actionRoom = room - line.actionColumn
      guard actionRoom > 0 else { continue }
      let action = SafeText.line(line.action, columns: actionRoom, isUnicode: style.terminal.marks.hasEllipsis)
      // Right-to-left text begins at the right.
      let indentation = line.direction == .rightToLeft ? max(0, actionRoom - displayWidth(of: action)) : 0
      buffer.write(
        action, column: start + line.actionColumn + indentation, row: row, foreground: soft,
        maxColumns: actionRoom - indentation, direction: line.direction)
    }
  }

  /// The columns for text.
  private var room: Int { max(0, area.size.columns - 2 - 2 * padding) }

  /// The links of actions, as far as these are visible.
  var links: [LinkedCells] {
    shown.enumerated().compactMap { index, line in
      guard let link = line.link, line.actionColumn < room else { return nil }
      let start = area.column + 1 + padding + line.actionColumn
      let columns = min(displayWidth(of: line.action), room - line.actionColumn)
      return LinkedCells(row: area.row + 1 + index, columns: start..<start + columns, link: link)
    }
  }

  /// A part of the panel.
  package enum Spot: Hashable, Sendable {
    /// A row of the panel, from 0.
    case line(Int)
    /// The frame, and the space between it and the rows.
    case frame
  }

  /// The part of the panel at a cell of its window; nil outside the panel.
  package func spot(atColumn column: Int, row: Int) -> Spot? {
    guard area.contains(column, row) else { return nil }
    let index = row - area.row - 1
    let isWithin = column > area.column && column < area.columnRange.upperBound - 1
    return isWithin && shown.indices.contains(index) ? .line(shown[index].row) : .frame
  }

  /// Highlights the selected row: swaps its ink and backing or, without colors, puts a `>` before it.
  private func select(_ row: Int, color: Color, _ backing: Color, on buffer: inout CellBuffer, style: SlideStyle) {
    if hasInverse(style) {
      for column in area.columnRange.dropFirst().dropLast() {
        buffer[column, row] = Cell(.blank, background: color)
      }
    } else {
      buffer[area.column + 1, row] = Cell(">")
    }
  }

  private func hasInverse(_ style: SlideStyle) -> Bool { style.terminal.depth != .mono }

  /// Indicates on the frame how many rows are hidden, if any.
  private func sign(_ arrow: String, _ hidden: Int, row: Int, color: Color, on buffer: inout CellBuffer) {
    guard hidden > 0 else { return }
    let room = area.size.columns - 4
    let text = [" \(arrow) \(hidden) more ", " \(arrow) "].first { displayWidth(of: $0) <= room } ?? arrow
    buffer.write(text, column: area.column + 2, row: row, foreground: color, maxColumns: max(1, room))
  }

  /// The colors of keys, actions and frame.
  private func inks(on backing: Color, style: SlideStyle) -> (strong: Color, soft: Color, frame: Color) {
    if style.terminal.depth == .mono { return (.terminalDefault, .terminalDefault, .terminalDefault) }
    let behind = LinearColor(backing)
    let soft = LinearColor(style.isOnLight ? Color(hex: 0x3C4043) : Color(hex: 0xBDC1C6))
    return (
      style.readable(style.themeInk, on: behind).color, style.readable(soft, on: behind).color,
      style.isOnLight ? Color(hex: 0x80868B) : Color(hex: 0x9AA0A6)
    )
  }
}

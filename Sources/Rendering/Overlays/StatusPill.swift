import Terminal

/// A few words in a corner: what just changed, and whether the carousel stands still.
struct StatusPill {
  /// Draws the words at the top, on the right, or on the left where the dots are on the right; a row lower where they
  /// would cover dots all the same.
  static func draw(_ words: StatusWords, on buffer: inout CellBuffer, besides dots: PageDots?, style: SceneStyle) {
    guard buffer.size.columns >= 8, buffer.size.rows >= 4, !words.isEmpty else { return }
    let text = words.fitted(columns: buffer.size.columns - 4, isUnicode: style.isUnicode)
    let shown = " " + SafeText.line(text, columns: buffer.size.columns - 4, isUnicode: style.isUnicode) + " "
    let columns = displayWidth(of: shown)
    let start = style.pagePosition == .topRight ? 1 : buffer.size.columns - columns - 1
    let row = dots?.overlaps(columns: start..<(start + columns), row: 0) == true ? 1 : 0
    for column in start..<(start + columns) {
      let background = Underlay.ground(over: buffer[column, row], alpha: 0.6, style: style)
      buffer[column, row] = Cell(.blank, background: background)
    }
    buffer.write(
      shown, column: start, row: row, foreground: style.depth == .mono ? .terminalDefault : .white, background: nil,
      maxColumns: columns)
  }
}

/// Auto-advance's countdown: a thin line along the top that grows until the next slide comes.
struct CountdownLine {
  /// How many columns it is long when so much of the dwell has passed.
  static func columns(_ share: Double, in window: CellSize) -> Int { Int(share * Double(window.columns)) }

  /// Draws the line, behind the dots where they are at the top: they lie over the picture, not over its light.
  static func draw(_ share: Double, on buffer: inout CellBuffer, besides dots: PageDots?, style: SceneStyle) {
    guard buffer.size.columns >= 8, buffer.size.rows >= 4 else { return }
    let ink = Light(style.currentDotColor, assuming: .text)
    for column in 0..<columns(share, in: buffer.size) {
      if dots?.overlaps(columns: column..<(column + 1), row: 0) == true { continue }
      // As behind the dots: a white line is seen on snow.
      let background = Underlay.ground(for: ink, over: buffer[column, 0], style: style)
      buffer[column, 0] = Cell(
        style.isUnicode ? "▔" : "-", foreground: style.depth == .mono ? .terminalDefault : style.currentDotColor,
        background: background)
    }
  }
}

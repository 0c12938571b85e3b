package import Terminal

/// Auto-advance's countdown: a thin line along the top that grows until the next slide comes.
package struct CountdownLine: Hashable, Sendable {
  /// The cells of the part that has grown.
  package let area: CellRect

  /// The line when a share of the dwell has passed, 0…1; nil where it is off, or nothing counts.
  init?(_ share: Double?, in window: CellSize, style: SceneStyle) {
    guard style.showsCountdown, let share else { return nil }
    area = CellRect(column: 0, row: 0, columns: Int(share * Double(window.columns)), rows: 1)
  }

  /// Draws the line, behind the dots where they are at the top: they lie over the picture, not over its light.
  func draw(on buffer: inout CellBuffer, besides dots: PageDots?, style: SceneStyle) {
    let ink = Light(style.currentDotColor, assuming: .text)
    for column in area.columnRange {
      if dots?.backing.contains(column, area.row) == true { continue }
      // As behind the dots: a white line is seen on snow.
      let background = Underlay.ground(for: ink, over: buffer[column, 0], style: style)
      buffer[column, 0] = Cell(
        style.isUnicode ? "▔" : "-", foreground: style.depth == .mono ? .terminalDefault : style.currentDotColor,
        background: background)
    }
  }
}

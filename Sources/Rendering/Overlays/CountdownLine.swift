package import Terminal

/// The countdown of auto-advance: a thin line along an edge of the window that grows until the next slide.
///
/// It is at the top, or, if the dots are there, at the bottom, on the upper edge of the description bar. The picture
/// shows through the rest of its cells. The line is light on dark and dark on light.
package struct CountdownLine: Hashable, Sendable {
  /// The cells of the part grown so far.
  package let area: CellRect
  private let isAtTop: Bool

  /// Whether a line would take the window's top row.
  static func isAtTop(style: SceneStyle) -> Bool { style.overlays.showsCountdown && !style.overlays.pagePosition.isTop }

  /// Creates the line for the elapsed share of the dwell time, 0…1; nil if the line is off or no countdown is running.
  init?(_ share: Double?, in window: CellSize, above bar: DescriptionBar?, style: SceneStyle) {
    guard style.overlays.showsCountdown, let share else { return nil }
    isAtTop = CountdownLine.isAtTop(style: style)
    let columns = Int(min(max(0, share), 1) * Double(window.columns))
    let row = isAtTop ? 0 : (bar?.area.row ?? window.rows) - 1
    area = CellRect(column: 0, row: row, columns: columns, rows: 1)
  }

  /// The minimum contrast of the line with its cells (WCAG 2.2, for non-text content).
  private static let minimumContrast: Float = 3

  func draw(on buffer: inout CellBuffer, style: SceneStyle) {
    let glyph = isAtTop ? style.terminal.marks.lineAtTop : style.terminal.marks.lineAtBottom
    // The ink changes only where it would be illegible: always taking the better one would break up the line on mottled
    // backgrounds.
    var ink = style.currentDotInk
    for column in area.columnRange {
      let background = Underlay.rest(of: buffer[column, area.row], style: style.slides)
      guard style.terminal.depth != .mono else {
        buffer[column, area.row] = Cell(glyph)
        continue
      }
      let behind = style.slides.shown(
        LinearColor(background, assuming: style.picture.backdrop.assumedLight, palette: style.terminal.palette))
      if style.slides.shown(ink).contrast(to: behind) < CountdownLine.minimumContrast {
        ink = LinearColor.white.contrast(to: behind) >= LinearColor.black.contrast(to: behind) ? .white : .black
      }
      buffer[column, area.row] = Cell(glyph, foreground: ink.color, background: background)
    }
  }
}

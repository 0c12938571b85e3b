package import Terminal

/// Auto-advance's countdown: a thin line along an edge of the window that grows until the next slide comes.
///
/// It is at the top; where the dots are there, it is at the bottom, on the description bar's upper edge. The picture shows in
/// the rest of its cells as it is, and the line is light on dark and dark on light.
package struct CountdownLine: Hashable, Sendable {
  /// The cells of the part that has grown.
  package let area: CellRect
  private let isAtTop: Bool

  /// Whether a line, while there is one, takes the window's top row.
  static func isAtTop(style: SceneStyle) -> Bool { style.overlays.showsCountdown && !style.overlays.pagePosition.isTop }

  /// The line when a share of the dwell has passed, 0…1; nil where it is off, or nothing counts.
  init?(_ share: Double?, in window: CellSize, above bar: DescriptionBar?, style: SceneStyle) {
    guard style.overlays.showsCountdown, let share else { return nil }
    isAtTop = CountdownLine.isAtTop(style: style)
    let columns = Int(min(max(0, share), 1) * Double(window.columns))
    let row = isAtTop ? 0 : (bar?.area.row ?? window.rows) - 1
    area = CellRect(column: 0, row: row, columns: columns, rows: 1)
  }

  /// The contrast (WCAG 2.2, for what is no text) that the line has with its cells at least.
  private static let minimumContrast: Float = 3

  /// Draws the line.
  func draw(on buffer: inout CellBuffer, style: SceneStyle) {
    let glyph = isAtTop ? style.terminal.marks.lineAtTop : style.terminal.marks.lineAtBottom
    // It keeps its colour as far as it is seen: on mottled ground it would be in pieces if it always took the better one.
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

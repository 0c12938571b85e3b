package import Terminal

/// A short text in a corner: the last message, and whether the carousel is paused.
package struct StatusPill: Hashable, Sendable {
  /// The cells it covers.
  package let area: CellRect
  /// The text, with a blank on either side.
  private let text: String
  /// The opacity, 0…1.
  let strength: Double

  /// Places the status at the top right, or at the top left if the dots are at the top right; one row lower if it would
  /// cover the dots. Nil if there is nothing to show.
  ///
  /// - Parameter avoided: An area for which it moves to the bottom, unless it would cover that there, too.
  init?(
    _ status: StatusText, in window: CellSize, besides dots: PageDots?, avoiding avoided: CellRect? = nil,
    style: SceneStyle
  ) {
    guard !status.isEmpty, status.strength >= 0.5 || style.terminal.hasBlends else { return nil }
    strength = style.terminal.hasBlends ? status.strength : 1
    let room = window.columns - 4
    let shown = status.fitted(columns: room, marks: style.terminal.marks)
    text = " " + SafeText.line(shown, columns: room, isUnicode: style.terminal.marks.hasEllipsis) + " "
    let columns = displayWidth(of: text)
    let column = style.overlays.pagePosition == .topRight ? 1 : window.columns - columns - 1
    var area = CellRect(column: column, row: 0, columns: columns, rows: 1)
    // The status must not interrupt the countdown's line either, or jump when that ends.
    if dots?.backing.overlaps(area) == true || CountdownLine.isAtTop(style: style) { area.row = 1 }
    if let avoided, avoided.overlaps(area) {
      var bottom = area
      bottom.row = window.rows - 1
      if !avoided.overlaps(bottom) { area = bottom }
    }
    self.area = area
  }

  static func scrim(style: SceneStyle) -> Scrim { .text(alpha: 0.6, style: style.slides) }

  /// Draws the status; during a fade, mixed with the cells under it.
  func draw(on buffer: inout CellBuffer, style: SceneStyle) {
    let under = strength < 1 ? area.columnRange.map { buffer[$0, area.row] } : []
    buffer.lay(StatusPill.scrim(style: style), over: area, style: style.slides)
    buffer.write(
      text, column: area.column, row: area.row,
      foreground: style.terminal.depth == .mono ? .terminalDefault : style.slides.themeInk.color,
      maxColumns: area.size.columns, direction: .leftToRight)
    for (column, cell) in zip(area.columnRange, under) {
      let shown = buffer[column, area.row]
      let behind = Underlay.light(of: cell, style: style.slides)
      let backing = behind.mixed(with: LinearColor(shown.background), strength)
      buffer[column, area.row].background = backing.color
      buffer[column, area.row].foreground = backing.mixed(with: style.slides.themeInk, strength).color
    }
  }
}

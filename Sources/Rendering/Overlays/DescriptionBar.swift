import Carousel
package import Terminal

/// The bar over the picture's bottom rows: the description of the slide, below the dots if those are at the bottom.
///
/// It shows the nearer slide's text, which fades out until halfway between two slides and then in again. If only one of
/// the slides has a text, the bar itself fades with it.
package struct DescriptionBar: Hashable, Sendable {
  /// The cells it covers.
  package let area: CellRect
  /// The opacity of the bar, 0…1.
  let presence: Double
  private let text: String
  /// The opacity of the text, 0…1.
  private let strength: Double

  private static let textRows = 1

  /// The number of rows that the dots move up for the bar: 0 if the nearer slide has no text.
  static func rowsBelowDots(frame: CarouselMachine.Frame, captions: [Int: String], style: SceneStyle) -> Int {
    let text = frame.nearestSlide.flatMap { captions[$0] } ?? ""
    return style.overlays.showsCaptions && !text.isEmpty ? textRows : 0
  }

  /// Creates the bar between two slides' texts; nil if neither has one, or the bar is off.
  init?(in window: CellSize, frame: CarouselMachine.Frame, captions: [Int: String], dots: PageDots?, style: SceneStyle)
  {
    guard style.overlays.showsCaptions, let current = frame.current else { return nil }
    let other = frame.progress.to ?? current
    let share = min(1, abs(frame.progress.value))
    let texts = (captions[current] ?? "", captions[other] ?? "")
    presence = (texts.0.isEmpty ? 0 : 1 - share) + (texts.1.isEmpty ? 0 : share)
    guard presence > 0 else { return nil }
    // Dots above the text use the bar as their backing: a separate backing would form a step at its edge.
    let rows = DescriptionBar.textRows + (dots != nil && !style.overlays.pagePosition.isTop ? 1 : 0)
    area = CellRect(column: 0, row: window.rows - rows, columns: window.columns, rows: rows)
    text = share < 0.5 ? texts.0 : texts.1
    strength = abs(1 - 2 * share)
  }

  func draw(on buffer: inout CellBuffer, style: SceneStyle) {
    let scrim = Scrim.caption(style: style)
    let textRow = area.rowRange.upperBound - 1
    for row in area.rowRange {
      for column in area.columnRange {
        let cell = buffer[column, row]
        let full = scrim.cover(of: Underlay.light(of: cell, style: style.slides), style: style.slides)
        let cover = style.terminal.hasBlends ? full * presence : scrim.alpha * presence >= 0.25 ? full : 0
        var covered = Underlay.covered(cell, by: scrim.color, cover: cover, style: style.slides)
        // Letters take whole cells, so the cells beside them are evened out as well.
        if row == textRow, style.terminal.hasBlends {
          covered = Cell(.blank, background: Underlay.light(of: covered, style: style.slides).color)
        }
        buffer[column, row] = covered
      }
    }
    write(on: &buffer, row: textRow, scrim: scrim, style: style)
  }

  func linked(to link: Hyperlink, style: SceneStyle) -> LinkedCells {
    let (text, start, _) = placedText(style)
    return LinkedCells(
      row: area.rowRange.upperBound - 1, columns: start..<start + displayWidth(of: text), link: link)
  }

  /// The text that fits, its first column, and the columns that there are for it.
  private func placedText(_ style: SceneStyle) -> (text: String, start: Int, room: Int) {
    let room = area.size.columns - 2
    let shown = SafeText.line(text, columns: room, isUnicode: style.terminal.marks.hasEllipsis)
    return (shown, max(1, (area.size.columns - displayWidth(of: shown)) / 2), room)
  }

  private func write(on buffer: inout CellBuffer, row: Int, scrim: Scrim, style: SceneStyle) {
    let (shown, start, room) = placedText(style)
    // Only the row: a copy of the whole buffer would make it write to new memory.
    let before = (0..<buffer.size.columns).map { buffer[$0, row] }
    let ink = style.captionInk
    buffer.write(
      shown, column: start, row: row, foreground: style.terminal.depth == .mono ? .terminalDefault : ink.color,
      background: nil, maxColumns: room)
    if style.terminal.depth == .mono { return }
    // Behind each letter: the mean light of the cell that it replaces.
    for column in 0..<buffer.size.columns where buffer[column, row] != before[column] {
      var behind = Underlay.light(of: before[column], style: style.slides)
      // The mean of covered halves is not quite the covered mean.
      if presence == 1 { behind = scrim.backing(over: behind, atLeast: 0, style: style.slides) }
      buffer[column, row].background = behind.color
      buffer[column, row].foreground = Underlay.ink(ink, on: behind, strength: strength, style: style.slides).color
    }
  }
}

import Carousel
package import Terminal

/// The bar over the picture's bottom row: the description of the slide.
///
/// The text in view is the nearer slide's; it fades out towards half-way and in again. Where only one of the slides has
/// a text, the bar itself comes and goes with it.
package struct DescriptionBar: Hashable, Sendable {
  /// The cells it covers.
  package let area: CellRect
  /// Rows that the dots move up: 0 where the nearer slide has no text.
  let rowsBelowDots: Int
  /// How much of the bar is there, 0…1.
  private let presence: Double
  private let text: String
  /// How much of the text is there, 0…1.
  private let strength: Double

  /// The bar between two slides' texts; nil where neither has any, or it is off.
  init?(in window: CellSize, frame: Frame, captions: [Int: String], style: SceneStyle) {
    guard style.showsCaptions, let current = frame.current else { return nil }
    let other = frame.neighborInView ?? current
    let share = min(1, abs(frame.offset))
    let texts = (captions[current] ?? "", captions[other] ?? "")
    presence = (texts.0.isEmpty ? 0 : 1 - share) + (texts.1.isEmpty ? 0 : share)
    let pageText = frame.currentPage.flatMap { captions[$0] } ?? ""
    guard presence > 0 || !pageText.isEmpty else { return nil }
    area = CellRect(column: 0, row: window.rows - 1, columns: window.columns, rows: 1)
    rowsBelowDots = pageText.isEmpty ? 0 : area.size.rows
    text = share < 0.5 ? texts.0 : texts.1
    strength = abs(1 - 2 * share)
  }

  /// Draws the bar and its text.
  func draw(on buffer: inout CellBuffer, style: SceneStyle) {
    guard presence > 0 else { return }
    let bar = Light(style.captionBackground, assuming: style.backdrop.assumedLight)
    for row in area.rowRange {
      for column in area.columnRange {
        buffer[column, row] = Underlay.veiled(
          buffer[column, row], by: bar, alpha: style.captionAlpha * presence, style: style)
      }
    }
    write(on: &buffer, row: area.rowRange.upperBound - 1, style: style)
  }

  private func write(on buffer: inout CellBuffer, row: Int, style: SceneStyle) {
    let room = buffer.size.columns - 2
    let shown = SafeText.line(text, columns: room, isUnicode: style.isUnicode)
    let start = max(1, (buffer.size.columns - displayWidth(of: shown)) / 2)
    let before = buffer
    buffer.write(shown, column: start, row: row, foreground: style.captionColor, background: nil, maxColumns: room)
    if style.depth == .mono { return }
    // Behind each letter: the light of the whole cell that it takes the place of.
    let ink = Light(style.captionColor, assuming: .text)
    for column in 0..<buffer.size.columns where buffer[column, row] != before[column, row] {
      let behind = Underlay.light(of: before[column, row], style: style)
      buffer[column, row].background = behind.color
      buffer[column, row].foreground = Underlay.ink(ink, on: behind, strength: strength, style: style).color
    }
  }
}

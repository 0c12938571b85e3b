import Carousel
import Terminal

/// The bar over the picture's bottom row: what there is to say of the slide.
struct DescriptionBar {
  /// Rows that it takes in a window; 0 where it has no room.
  static func rows(in window: CellSize) -> Int { window.columns >= 8 && window.rows >= 4 ? 1 : 0 }

  /// Draws the bar between two slides' texts.
  ///
  /// The text in view is the nearer slide's; it fades out towards half-way and in again. Where only one of the slides
  /// has a text, the bar itself comes and goes with it.
  static func draw(on buffer: inout CellBuffer, frame: Frame, captions: [Int: String], style: SceneStyle) {
    let rows = rows(in: buffer.size)
    guard rows > 0, style.showsCaptions, let current = frame.current else { return }
    let other = frame.neighborInView ?? current
    let share = min(1, abs(frame.offset))
    let texts = (captions[current] ?? "", captions[other] ?? "")
    let presence = (texts.0.isEmpty ? 0 : 1 - share) + (texts.1.isEmpty ? 0 : share)
    guard presence > 0 else { return }
    let bar = Light(style.captionBackground, assuming: style.backdrop.assumedLight)
    for row in (buffer.size.rows - rows)..<buffer.size.rows {
      for column in 0..<buffer.size.columns {
        buffer[column, row] = Underlay.veiled(
          buffer[column, row], by: bar, alpha: style.captionAlpha * presence, style: style)
      }
    }
    let text = share < 0.5 ? texts.0 : texts.1
    write(text, strength: abs(1 - 2 * share), on: &buffer, row: buffer.size.rows - 1, style: style)
  }

  private static func write(
    _ text: String, strength: Double, on buffer: inout CellBuffer, row: Int, style: SceneStyle
  ) {
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

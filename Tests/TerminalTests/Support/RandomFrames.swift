import Terminal
import TestSupport

/// Random frames with everything that can occur in one: narrow, wide, joined and ambiguous glyphs, and all kinds of
/// colors.
struct RandomFrames {
  var random: SplitMix64
  private static let texts = [
    "a", "Z", " ", "▀", "▄", "█", "─", "日", "本", "한", "e\u{301}", "🇫🇷", "👍🏽", "😀", "●", "○", "א", "é", "Ж", "⣿",
    "1\u{20E3}",
  ]
  private static let colors: [Color] =
    [.terminalDefault, .black, .white] + [0, 7, 8, 15, 16, 99, 231, 255].map { Color(index: $0) }
    + [1, 2].map { Color(red: 9 * $0, green: 99, blue: 200) }

  init(seed: UInt64) { random = SplitMix64(seed: seed) }

  /// Changes some cells. Wide glyphs stay whole unless `hasHalves` is true.
  mutating func change(_ frame: inout CellBuffer, cells: Int, hasHalves: Bool = false) {
    for _ in 0..<cells {
      let column = Int.random(in: 0..<max(1, frame.size.columns), using: &random)
      let row = Int.random(in: 0..<max(1, frame.size.rows), using: &random)
      let foreground = Self.colors.randomElement(using: &random) ?? .white
      let background = Self.colors.randomElement(using: &random) ?? .black
      let text = Self.texts.randomElement(using: &random) ?? "x"
      if hasHalves {
        let glyph = Glyph(cluster: Character(text))
        let half = Bool.random(using: &random) ? glyph : .continuation
        frame[column, row] = Cell(half, foreground: foreground, background: background)
      } else {
        frame.write(text, column: column, row: row, foreground: foreground, background: background)
      }
    }
  }
}

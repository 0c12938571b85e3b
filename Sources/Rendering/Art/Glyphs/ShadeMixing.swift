import Terminal

/// How a terminal shows the two colours of ░ ▒ ▓, which cover a quarter, half and three quarters of a cell.
///
/// A console and bitmap fonts stipple them, so their two colours mix as light. An outline font's stipple is smoothed at
/// small sizes, and some terminals fill the cell with a half-transparent colour: both blend encoded values, which is darker.
package struct ShadeMixing: Hashable, Sendable {
  /// How much of the mixture is by encoded values, 0…1; the rest is by light.
  let encodedShare: Float

  /// Fonts that nothing is known of. Measured for white on black: DejaVu Sans Mono in xterm at 9 to 12 points gives 0.11,
  /// 0.32 and 0.69 of the light, a share of 0.6; bitmap fonts 0. This costs little with either.
  package static let fonts = ShadeMixing(encodedShare: 0.12)
  /// By light alone.
  package static let stippled = ShadeMixing(encodedShare: 0)
  /// By encoded values alone.
  package static let blended = ShadeMixing(encodedShare: 1)

  /// The light of a shade, of which the front colour covers some quarters.
  func light(_ front: LinearColor, over back: LinearColor, quarters: Int) -> LinearColor {
    let share = Double(quarters) / 4
    return back.mixed(with: front, share).mixed(with: back.covered(by: front, share), Double(encodedShare))
  }

  /// How many quarters of a cell a glyph covers, if it is a shade.
  static func quarters(of glyph: Glyph) -> Int? { glyphs.firstIndex(of: glyph).map { $0 + 1 } }

  /// The shades, a quarter more each.
  static let glyphs: [Glyph] = ["░", "▒", "▓"]
}

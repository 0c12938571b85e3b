import Terminal

/// How a terminal shows the two colors of ░ ▒ ▓, which cover a quarter, half and three quarters of a cell.
///
/// Consoles and bitmap fonts stipple them, so that their two colors mix in linear light. Outline fonts antialias the
/// stipple at small sizes, and some terminals fill the cell with a half-transparent color: both blend encoded values,
/// which is darker.
package struct ShadeMixing: Hashable, Sendable {
  /// The share of the mixture that blends encoded values, 0…1; the rest blends linear light.
  let encodedShare: Float

  /// An unknown font; see `assumed(at:)`.
  package static let fonts = ShadeMixing(encodedShare: 0.12)
  /// Blends linear light only.
  package static let stippled = ShadeMixing(encodedShare: 0)
  /// Blends encoded values only.
  package static let blended = ShadeMixing(encodedShare: 1)

  /// What is assumed of the terminal in a drawing of some depth.
  ///
  /// Measured for white on black, DejaVu Sans Mono in xterm at 9 to 12 points gives 0.11, 0.32 and 0.69 of the light, a
  /// share of 0.6; bitmap fonts give 0. The fewer colors, the more of a picture is drawn in shades. Without colors, a
  /// wrong guess changes brightness and contrast rather than the picture: if a font turns out to be a bitmap, hardly
  /// anything is lost.
  func assumed(at depth: ColorDepth) -> ShadeMixing {
    switch (self, depth) {
    // Between two of so many colors it makes no difference, and a picture is the same on the console.
    case (.stippled, .palette256): .fonts
    case (.fonts, .palette16), (.fonts, .palette8): ShadeMixing(encodedShare: 0.3)
    case (.fonts, .mono): ShadeMixing(encodedShare: 0.6)
    default: self
    }
  }

  /// The linear color of a shade whose front color covers some quarters of the cell.
  func light(_ front: LinearColor, over back: LinearColor, quarters: Int) -> LinearColor {
    let share = Double(quarters) / 4
    return back.mixed(with: front, share).mixed(with: back.covered(by: front, share), Double(encodedShare))
  }

  /// The number of quarters of a cell that a glyph covers, or nil if it is not a shade.
  static func quarters(of glyph: Glyph) -> Int? { glyphs.firstIndex(of: glyph).map { $0 + 1 } }

  /// The shades, from one quarter to three.
  static let glyphs: [Glyph] = ["░", "▒", "▓"]
}

/// The colors that a terminal's cells can have, in descending order of their number.
package enum ColorDepth: String, CaseIterable, Hashable, Sendable {
  /// 24-bit sRGB.
  case truecolor
  /// The xterm palette: 16 named colors, a 6×6×6 cube, 24 grays.
  case palette256 = "256"
  /// The eight ANSI colors and their bright versions.
  case palette16 = "16"
  /// The eight ANSI colors.
  case palette8 = "8"
  /// Only the terminal's own two colors.
  case mono

  /// Whether a terminal of this depth has more colors than one of another.
  package func exceeds(_ other: ColorDepth) -> Bool {
    guard let own = Self.allCases.firstIndex(of: self), let others = Self.allCases.firstIndex(of: other) else {
      return false
    }
    return own < others
  }
}

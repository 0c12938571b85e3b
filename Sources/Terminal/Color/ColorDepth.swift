/// The colours that a terminal's cells can have.
package enum ColorDepth: String, CaseIterable, Hashable, Sendable {
  /// 24-bit sRGB.
  case truecolor
  /// The xterm palette: 16 named colours, a 6×6×6 cube, 24 greys.
  case palette256 = "256"
  /// The eight ANSI colours and their bright versions.
  case palette16 = "16"
  /// The eight ANSI colours.
  case palette8 = "8"
  /// Only the terminal's own two colours.
  case mono
}

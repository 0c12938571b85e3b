/// Which screen draws, as people choose it (`--screen`).
package enum ScreenChoice: String, CaseIterable, Hashable, Sendable {
  /// Truecolor where the terminal has it, else curses.
  case auto
  /// Cells through ncurses, up to 256 colours.
  case curses
  /// Bytes encoded by ourselves, in as many colours as the depth says.
  case truecolor
}

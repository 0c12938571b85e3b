import CTerminalRestore
package import Terminal

/// The colors of a Linux console, which answers no query for them.
package enum ConsoleColors {
  /// The number of bytes that the kernel writes: red, green and blue of sixteen colors.
  private static let byteCount = 48

  /// Returns the palette of the first of several descriptors that is a Linux console. If none is, as over ssh or in a
  /// pipe, nobody can be asked, and the kernel's default palette is returned.
  package static func palette(ofFirst descriptors: [Int32]) -> TerminalPalette {
    var bytes = [UInt8](repeating: 0, count: byteCount)
    for descriptor in descriptors where unsafe tui_console_colors(descriptor, &bytes) != 0 {
      return palette(bytes)
    }
    return .console
  }

  /// Returns the palette with the colors that the kernel has written: in ANSI's order, not in VGA's, which begins with
  /// blue.
  static func palette(_ bytes: [UInt8]) -> TerminalPalette {
    TerminalPalette(
      reported: stride(from: 0, to: bytes.count - 2, by: 3).map {
        Color(red: bytes[$0], green: bytes[$0 + 1], blue: bytes[$0 + 2])
      })
  }
}

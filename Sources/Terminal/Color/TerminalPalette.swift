/// A terminal's palette: its own sixteen named colors, which users change, and xterm's for the others, which users
/// rarely change.
package struct TerminalPalette: Hashable, Sendable {
  /// 24-bit sRGB, entries 0…15.
  private let named: [Color]

  /// The default palette of xterm.
  package static let xterm = TerminalPalette(reported: [])

  /// The default palette of the Linux console: VGA's, with a brown instead of a dark yellow (`default_red`, `default_grn` and
  /// `default_blu` in the kernel's `drivers/tty/vt/vt.c`).
  package static let console = TerminalPalette(
    reported: (0..<16).map { index in
      let (low, high): (UInt8, UInt8) = index < 8 ? (0, 0xAA) : (0x55, 0xFF)
      func level(_ bit: Int) -> UInt8 { index & bit == 0 ? low : high }
      return Color(red: level(1), green: index == 3 ? 0x55 : level(2), blue: level(4))
    })

  /// A palette as reported by the terminal, from entry 0; missing entries are xterm's.
  package init(reported: [Color?]) {
    named = (0..<16).map { index in
      (index < reported.count ? reported[index] : nil) ?? Palette.rgb(of: UInt8(index))
    }
  }

  /// An entry as 24-bit sRGB.
  package func rgb(of index: UInt8) -> Color { index < 16 ? named[Int(index)] : Palette.rgb(of: index) }

  /// Returns the palette indices that pictures are drawn with at a color depth, in order. With 256 colors, the first
  /// sixteen are excluded, because users change them.
  package func entries(at depth: ColorDepth) -> [UInt8] {
    switch depth {
    case .truecolor, .mono: []
    case .palette256: Array(16...255)
    case .palette16: Array(0...15)
    case .palette8: Array(0...7)
    }
  }
}

extension TerminalFacts {
  /// The palette, once all sixteen entries are reported, or some are and DA1 has been answered; nil otherwise.
  package var knownPalette: TerminalPalette? {
    if palette.allSatisfy({ $0 != nil }) { return TerminalPalette(reported: palette) }
    guard attributes != nil, palette.contains(where: { $0 != nil }) else { return nil }
    return TerminalPalette(reported: palette)
  }
}

/// The default 256 colors of xterm.
package enum Palette {
  /// An entry as 24-bit sRGB: 0…15 the named colors, 16…231 the 6×6×6 cube, 232…255 the grays.
  package static func rgb(of index: UInt8) -> Color { colors[Int(index)] }

  /// All entries as 24-bit sRGB.
  private static let colors: [Color] = (0..<256).map { index in
    if index < 16 { return named[index] }
    if index >= 232 {
      let gray = UInt8(8 + 10 * (index - 232))
      return Color(red: gray, green: gray, blue: gray)
    }
    let cube = index - 16
    return Color(red: levels[cube / 36], green: levels[cube / 6 % 6], blue: levels[cube % 6])
  }

  /// The channel levels of the cube.
  private static let levels: [UInt8] = [0, 95, 135, 175, 215, 255]

  /// The sixteen named colors (xterm's `XTerm-col.ad`).
  private static let named: [Color] = [
    0x000000, 0xCD0000, 0x00CD00, 0xCDCD00, 0x0000EE, 0xCD00CD, 0x00CDCD, 0xE5E5E5, 0x7F7F7F, 0xFF0000, 0x00FF00,
    0xFFFF00, 0x5C5CFF, 0xFF00FF, 0x00FFFF, 0xFFFFFF,
  ].map { Color(hex: $0) }
}

extension Color {
  /// The color as 24-bit sRGB channels, with xterm's values for palette entries; nil for the terminal's own colors.
  package var channels: (red: UInt8, green: UInt8, blue: UInt8)? {
    switch kind {
    case .terminalDefault: nil
    case .rgb(let red, let green, let blue): (red: red, green: green, blue: blue)
    case .indexed(let index): Palette.rgb(of: index).channels
    }
  }
}

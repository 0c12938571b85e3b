/// A cell's color: the terminal's default, one of its 256 palette entries, or 24-bit sRGB.
///
/// Packed into 32 bits, with the kind in the top byte, so that a cell is plain data and comparisons are fast.
package struct Color: Hashable, Sendable {
  /// 0 for the default, `0x01RRGGBB` for sRGB, `0x020000II` for a palette index.
  package let rawValue: UInt32

  private init(rawValue: UInt32) { self.rawValue = rawValue }

  /// The terminal's own foreground or background.
  package static let terminalDefault = Color(rawValue: 0)
  /// Opaque sRGB black.
  package static let black = Color(red: 0, green: 0, blue: 0)
  /// Opaque sRGB white.
  package static let white = Color(red: 255, green: 255, blue: 255)

  /// A 24-bit sRGB color, 0…255 per channel.
  package init(red: UInt8, green: UInt8, blue: UInt8) {
    self.init(rawValue: 0x0100_0000 | UInt32(red) << 16 | UInt32(green) << 8 | UInt32(blue))
  }

  /// A 24-bit sRGB color as designers write it: `0xRRGGBB`; higher bits are ignored.
  package init(hex: UInt32) { self.init(rawValue: 0x0100_0000 | hex & 0xFF_FFFF) }

  /// An entry of the terminal's palette: 0…15 the named colors, 16…231 the 6×6×6 cube, 232…255 grays.
  package init(index: UInt8) { self.init(rawValue: 0x0200_0000 | UInt32(index)) }

  /// The kind of a color, with its value.
  package enum Kind: Hashable, Sendable {
    case terminalDefault
    case rgb(red: UInt8, green: UInt8, blue: UInt8)
    case indexed(UInt8)
  }

  /// The color unpacked.
  @inline(__always)
  package var kind: Kind {
    switch rawValue >> 24 {
    case 1:
      .rgb(
        red: UInt8(truncatingIfNeeded: rawValue >> 16), green: UInt8(truncatingIfNeeded: rawValue >> 8),
        blue: UInt8(truncatingIfNeeded: rawValue))
    case 2: .indexed(UInt8(truncatingIfNeeded: rawValue))
    default: .terminalDefault
    }
  }
}

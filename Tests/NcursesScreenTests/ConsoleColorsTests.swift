import Foundation
import Terminal
import TestSupport
import Testing

@testable import NcursesScreen

/// The palette of a Linux console, as the kernel writes it.
struct ConsoleColorsTests {
  @Test func `the kernel's colors are in the order of ANSI's`() {
    // What GIO_CMAP writes for a console whose colors nobody has changed.
    let bytes: [UInt8] = [
      0, 0, 0, 0xAA, 0, 0, 0, 0xAA, 0, 0xAA, 0x55, 0, 0, 0, 0xAA, 0xAA, 0, 0xAA, 0, 0xAA, 0xAA, 0xAA, 0xAA, 0xAA,
      0x55, 0x55, 0x55, 0xFF, 0x55, 0x55, 0x55, 0xFF, 0x55, 0xFF, 0xFF, 0x55, 0x55, 0x55, 0xFF, 0xFF, 0x55, 0xFF,
      0x55, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF,
    ]
    let palette = ConsoleColors.palette(bytes)
    expect(palette, equals: .console)
    expect(palette.rgb(of: 1), equals: Color(hex: 0xAA0000))
    expect(palette.rgb(of: 3), equals: Color(hex: 0xAA5500))
    expect(palette.rgb(of: 4), equals: Color(hex: 0x0000AA))
    expect(palette.rgb(of: 14), equals: Color(hex: 0x55FFFF))
    expect(palette.rgb(of: 15), equals: Color(hex: 0xFFFFFF))
    expect(palette.rgb(of: 16), equals: TerminalPalette.xterm.rgb(of: 16))
  }

  @Test func `without a console, the kernel's default palette is assumed`() throws {
    let terminal = unsafe open("/dev/ptmx", O_RDWR | O_NOCTTY)
    let file = unsafe open("/dev/null", O_RDWR)
    defer {
      close(terminal)
      close(file)
    }
    try #require(terminal >= 0 && file >= 0)
    expect(ConsoleColors.palette(ofFirst: [terminal, file, -1]), equals: .console)
  }
}

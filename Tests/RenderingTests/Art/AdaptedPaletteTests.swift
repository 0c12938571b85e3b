import Terminal
import TestSupport
import Testing

@testable import Rendering

/// Pictures in eight colors are drawn for eyes that have adapted to the terminal's white.
struct AdaptedPaletteTests {
  /// The colors of a Linux console that nobody has changed.
  private static let console = TerminalPalette(
    reported: [
      0x000000, 0xAA0000, 0x00AA00, 0xAA5500, 0x0000AA, 0xAA00AA, 0x00AAAA, 0xAAAAAA, 0x555555, 0xFF5555, 0x55FF55,
      0xFFFF55, 0x5555FF, 0xFF55FF, 0x55FFFF, 0xFFFFFF,
    ].map { Color(hex: $0) })

  @Test func `the console's white is taken for xterm's, and its other colors get lighter with it`() {
    let adapted = Self.console.adapted(at: .palette8)
    expect(adapted.rgb(of: 7), equals: TerminalPalette.xterm.rgb(of: 7))
    expect(adapted.rgb(of: 0), equals: Color(hex: 0x000000))
    expect(adapted.rgb(of: 1), equals: Color(hex: 0xE50000))
    // Brown remains brown: half of its green is a quarter of the light.
    let brown = LinearColor(Color(index: 3), palette: adapted).channels
    let before = LinearColor(Color(index: 3), palette: Self.console).channels
    #expect(abs(brown.y / brown.x - before.y / before.x) < 0.01)
  }

  @Test(arguments: [ColorDepth.palette16, .palette256, .truecolor])
  func `with more colors none is changed`(depth: ColorDepth) {
    expect(Self.console.adapted(at: depth), equals: Self.console)
  }

  @Test func `xterm's palette and those with a lighter white are not changed`() {
    expect(TerminalPalette.xterm.adapted(at: .palette8), equals: .xterm)
    let light = TerminalPalette(reported: (0..<8).map { $0 == 7 ? .white : .black })
    expect(light.adapted(at: .palette8), equals: light)
  }

  @Test func `the light parts of a picture keep their differences on a console`() {
    func drawn(_ palette: TerminalPalette) -> Set<Cell> {
      var terminal = TerminalProfile(depth: .palette8)
      terminal.palette = palette
      let options = SlideStyle(PictureStyle(art: .half), on: terminal).options
      // From light gray to white, most of it lighter than the console's white.
      var canvas = Canvas(cells: CellSize(columns: 32, rows: 8), samplesPerCell: ArtMode.half.samplesPerCell)
      for index in canvas.samples.indices {
        let light = UInt16(30_000 + index % 32 * 1100)
        canvas.samples[index] = SIMD4(light, light, light, .max)
      }
      return Set(ArtMode.half.draw(canvas, options).cells)
    }
    #expect(drawn(Self.console).count >= drawn(.xterm).count)
  }
}

import Terminal
import TestSupport
import Testing

@testable import Rendering

/// Pictures in eight colors are drawn for eyes that have adapted to the terminal's white.
struct AdaptedPaletteTests {
  @Test func `the console's colors become lighter by a share of what its white lacks of xterm's light`() {
    let adapted = TerminalPalette.console.adapted(at: .palette8)
    func luminance(_ palette: TerminalPalette) -> Float { LinearColor(Color(index: 7), palette: palette).luminance }
    let (own, full) = (luminance(.console), luminance(.xterm))
    #expect(abs((luminance(adapted) - own) / (full - own) - 0.15) < 0.01)
    expect(adapted.rgb(of: 0), equals: Color(hex: 0x000000))
    // Brown remains brown: half of its green is a quarter of the light.
    let brown = LinearColor(Color(index: 3), palette: adapted).channels
    let before = LinearColor(Color(index: 3), palette: .console).channels
    #expect(abs(brown.y / brown.x - before.y / before.x) < 0.01)
  }

  @Test(arguments: [ColorDepth.palette16, .palette256, .truecolor])
  func `with more colors none is changed`(depth: ColorDepth) {
    expect(TerminalPalette.console.adapted(at: depth), equals: .console)
  }

  @Test func `xterm's palette and those with a lighter white are not changed`() {
    expect(TerminalPalette.xterm.adapted(at: .palette8), equals: .xterm)
    let light = TerminalPalette(reported: (0..<8).map { $0 == 7 ? .white : .black })
    expect(light.adapted(at: .palette8), equals: light)
  }

  @Test func `grays that are a little lighter than the console's white are drawn as its white and as others`() {
    var terminal = TerminalProfile(depth: .palette8)
    terminal.palette = .console
    let options = SlideStyle(PictureStyle(art: .half), on: terminal).options
    var canvas = Canvas(cells: CellSize(columns: 32, rows: 8), samplesPerCell: ArtMode.half.samplesPerCell)
    for index in canvas.samples.indices {
      // The console's white is 0.4 of the range.
      let light = UInt16(26_500 + index % canvas.width * 6000 / canvas.width)
      canvas.samples[index] = SIMD4(light, light, light, .max)
    }
    #expect(Set(ArtMode.half.draw(canvas, options).cells).count > 1)
  }
}

import Bitmaps
import Terminal
import TestSupport
import Testing

@testable import Rendering

/// Fine lines of drawings on white paper, in few colors.
struct PaperTests {
  /// White paper of 40×10 cells with a line from corner to corner that covers 0.6 samples.
  private static func plot(_ ink: SIMD3<Float>) -> Canvas {
    var canvas = Canvas(cells: CellSize(columns: 40, rows: 10), samplesPerCell: ArtMode.block.samplesPerCell)
    let slope = Float(canvas.height) / Float(canvas.width)
    for index in canvas.samples.indices {
      let (x, y) = (Float(index % canvas.width), Float(index / canvas.width))
      let share = 0.6 * min(max(1 - abs(y - x * slope) / (1 + slope * slope).squareRoot(), 0), 1)
      canvas.samples[index] = LinearColor.pixel(LinearColor(1 - share * (1 - ink)))
    }
    return canvas
  }

  @Test(arguments: [
    (ColorDepth.palette8, TerminalPalette.xterm), (.palette8, .console), (.palette16, .xterm), (.palette16, .console),
  ])
  func `a fine blue line is blue`(depth: ColorDepth, palette: TerminalPalette) {
    #expect(drawn(in: [4, 12], Self.plot([0, 0, 1]), depth, palette) >= 16)
  }

  @Test(arguments: [TerminalPalette.xterm, .console])
  func `a fine red line is red in 8 colors`(palette: TerminalPalette) {
    // The console's yellow is brown.
    #expect(drawn(in: [1, 3], Self.plot([1, 0, 0]), .palette8, palette) >= 24)
  }

  /// The number of the 40 cells on the line that have one of some palette entries.
  private func drawn(
    in entries: [UInt8], _ canvas: Canvas, _ depth: ColorDepth, _ palette: TerminalPalette
  ) -> Int {
    var terminal = TerminalProfile(depth: depth)
    terminal.palette = palette
    let options = SlideStyle(PictureStyle(art: .block), on: terminal).options
    let cells = ArtMode.block.draw(canvas, options).cells
    let colors = entries.map { Color(index: $0) }
    return (0..<40).count { column in
      let cell = cells[column / 4 * 40 + column]
      return colors.contains(cell.foreground) || colors.contains(cell.background)
    }
  }
}

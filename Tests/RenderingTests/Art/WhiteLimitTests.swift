import Bitmaps
import Terminal
import TestSupport
import Testing

@testable import Rendering

/// Cells are no lighter than the palette's white.
struct WhiteLimitTests {
  /// White paper of 40×10 cells with a blue line from corner to corner, as wide as a sample.
  private static let plot: Canvas = {
    var canvas = Canvas(cells: CellSize(columns: 40, rows: 10), samplesPerCell: ArtMode.best.samplesPerCell)
    let slope = Float(canvas.height) / Float(canvas.width)
    for index in canvas.samples.indices {
      let (x, y) = (Float(index % canvas.width), Float(index / canvas.width))
      let share = min(max(1 - abs(y - x * slope) / (1 + slope * slope).squareRoot(), 0), 1)
      let ink = share * (1 - SIMD3(0.014, 0.184, 0.456))
      canvas.samples[index] = LinearColor.pixel(LinearColor(SIMD3(repeating: 1) - ink))
    }
    return canvas
  }()

  @Test(arguments: [TerminalPalette.console, .xterm], [ArtMode.block, .best])
  func `fine dark lines stay visible on white`(palette: TerminalPalette, art: ArtMode) {
    var terminal = TerminalProfile(depth: .palette8)
    terminal.palette = palette
    let options = SlideStyle(PictureStyle(art: art), on: terminal).options
    let cells = art.draw(Self.plot, options).cells
    let lines = (0..<40).filter { cells[$0 / 4 * 40 + $0] != cells[39] }
    // Some cells have only the end of the line.
    #expect(lines.count >= 20)
  }

  @Test func `samples below white are not changed, and those above lose chroma`() throws {
    let limit = try #require(WhiteLimit([0, 0.4]))
    func tone(_ light: SIMD3<Float>) -> SIMD3<Float>? {
      let cell = [SIMD4<UInt16>](repeating: LinearColor.pixel(LinearColor(light)), count: 32)
      return unsafe cell.withUnsafeBufferPointer { unsafe limit.tone(of: $0.baseAddress!)?.mean }
    }
    expect(tone([0.3, 0.15, 0]), equals: nil)
    #expect(abs((try #require(tone([1, 1, 1])) - 0.4).max()) < 0.001)
    // Luminance 0.772: half the light, and a quarter of what differs from gray.
    let orange = try #require(tone([1, 0.75, 0.32]))
    let expected: SIMD3<Float> = [0.432, 0.397, 0.337]
    #expect(abs((orange - expected).max()) < 0.002 && abs((orange - expected).min()) < 0.002)
  }

  @Test func `the luminance at points is limited`() throws {
    var cell = [SIMD4<UInt16>](repeating: SIMD4(repeating: .max), count: 32)
    for index in [0, 1, 4, 5] { cell[index] = SIMD4(0, 0, 0, .max) }
    let limit = try #require(WhiteLimit([0, 0.4]))
    let points = unsafe try #require(cell.withUnsafeBufferPointer { unsafe limit.tone(of: $0.baseAddress!)?.points })
    expect(points[0], equals: 0)
    #expect(abs(points[1] - 0.4) < 0.001 && abs(points[7] - 0.4) < 0.001)
  }

  @Test func `a palette with the lightest white has no limit`() {
    #expect(WhiteLimit([0, 1]) == nil)
    #expect(WhiteLimit([0, 0]) == nil)
  }
}

import Bitmaps
import Terminal
import TestSupport
import Testing

@testable import Rendering

@Suite("Gray cells in few colors")
struct GrayCellTests {
  /// The colors of cells that are not gray.
  private func hues(_ cells: CellBuffer, _ palette: TerminalPalette = .xterm) -> [Color] {
    cells.cells.flatMap { $0.glyph == .blank ? [$0.background] : [$0.foreground, $0.background] }.filter { color in
      let light = LinearColor(color, palette: palette)
      let lab = LMS.lab(LMS.responses(to: light.channels))
      return lab.y * lab.y + lab.z * lab.z > 0.05 * 0.05
    }
  }

  /// Stripes across a gradient, with as much color as the noise of a gray JPEG.
  private func noisyStripes(for art: ArtMode, tint: SIMD3<Float> = .zero) -> Canvas {
    var random = SplitMix64(seed: 7)
    return Canvas(CellSize(columns: 32, rows: 16), for: art) { x, y in
      let gray = y * 0.9 + (Int(x * 37).isMultiple(of: 3) ? 0.1 : 0)
      func noise() -> Float { Float.random(in: -0.02...0.02, using: &random) }
      return SIMD3(gray + noise(), gray + noise(), gray + noise()) + tint
    }
  }

  @Test(arguments: [ColorDepth.palette16, .palette8], [Dithering.diffusion, .ordered])
  func `a gray picture has only grays`(depth: ColorDepth, dithering: Dithering) {
    for art in [ArtMode.half, .block] {
      var options = ArtOptions(depth: depth)
      options.dithering = dithering
      let found = hues(art.draw(noisyStripes(for: art), options))
      #expect(found.isEmpty, "\(art.name): \(found.count) of \(Set(found))")
    }
  }

  @Test func `a picture with a distinct hue has it`() {
    let reddish = noisyStripes(for: .block, tint: SIMD3(0.1, 0, -0.05))
    #expect(hues(ArtMode.block.draw(reddish, ArtOptions(depth: .palette16))).count > 50)
  }

  @Test func `hues appear gradually where gray turns into color`() {
    // Gray at the left, red at the right.
    let canvas = Canvas(CellSize(columns: 40, rows: 20), for: .block) { x, _ in SIMD3(0.5 + 0.3 * x, 0.5, 0.5) }
    let cells = ArtMode.block.draw(canvas, ArtOptions(depth: .palette16))
    let counts = (0..<5).map { part in
      (0..<20).reduce(0) { count, row in
        count
          + (part * 8..<part * 8 + 8).count { column in
            var one = CellBuffer(size: CellSize(columns: 1, rows: 1))
            one.cells = [cells[column, row]]
            return !hues(one).isEmpty
          }
      }
    }
    expect(counts[0], equals: 0)
    #expect(counts[4] > 100)
    #expect(counts[1] < 80 && counts[1] < counts[3], "\(counts)")
  }

  @Test func `a palette without grays draws gray pictures in its hues`() throws {
    // Sixteen reds and blues.
    let colors = (0..<16).map { index in
      let red = UInt8(80 + 10 * index)
      return Color(red: red, green: 20, blue: 255 - red)
    }
    let palette = TerminalPalette(reported: colors)
    let table = try #require(PaletteTable.shared(palette, at: .palette16, shades: .fonts))
    expect(table.hues, equals: 0)
    expect(table.neighborhoods.grays, equals: nil)
  }

  @Test func `a faint contour is drawn with a glyph, not as even shades`() {
    // Between black and xterm's dark gray there is no tone, so the contrast drawn is three times the picture's.
    let canvas = Canvas(CellSize(columns: 16, rows: 8), for: .block) { x, _ in
      SIMD3(repeating: x * 16 - (x * 16).rounded(.down) < 0.5 ? 0.22 : 0.42)
    }
    let cells = ArtMode.block.draw(canvas, ArtOptions(depth: .palette16))
    let halves: Set<Glyph> = ["▌", "▐"]
    #expect(cells.cells.count { halves.contains($0.glyph) } > cells.cells.count / 2)
  }
}

import Bitmaps
import Glibc
@testable import Rendering
import Terminal
import TestSupport
import Testing

@Suite("Hues in few colors")
struct HueTests {
  /// A night sky, darker at the top.
  private func sky(for art: ArtMode) -> Canvas {
    var canvas = Canvas(cells: CellSize(columns: 24, rows: 12), samplesPerCell: art.samplesPerCell)
    for index in canvas.samples.indices {
      let row = index / canvas.width
      let share = 0.5 + 0.5 * Double(row) / Double(canvas.height)
      let color = Color(red: UInt8(30 * share), green: UInt8(52 * share), blue: UInt8(96 * share))
      canvas.samples[index] = LinearColor.pixel(LinearColor(color))
    }
    return canvas
  }

  @Test(arguments: [ArtMode.half, .block])
  func `in 256 colors a dark sky is blue everywhere`(art: ArtMode) {
    let canvas = sky(for: art)
    let shown = BlurredView(art.draw(canvas, ArtOptions(depth: .palette256))).lights
    for (light, wanted) in zip(shown, BlurredView(canvas).lights) {
      let (color, own) = (LMS.lab(LMS.responses(to: light)), LMS.lab(LMS.responses(to: wanted)))
      #expect(color.z < -0.02, "not blue: \(color), of \(own)")
      #expect(abs(atan2f(color.z, color.y) - atan2f(own.z, own.y)) < 0.8)
    }
  }

  @Test(arguments: [ArtMode.half, .block])
  func `in 16 colors a dark sky is blue, not gray`(art: ArtMode) {
    let cells = art.draw(sky(for: art), ArtOptions(depth: .palette16))
    let blue = cells.cells.count { cell in
      [cell.foreground, cell.background].contains { [Color(index: 4), Color(index: 12)].contains($0) }
    }
    #expect(blue > cells.cells.count / 2)
  }

  @Test(arguments: [ColorDepth.palette16, .palette8])
  func `a white line on black has no colored fringe`(depth: ColorDepth) {
    for offset in 0..<4 {
      var canvas = Canvas(cells: CellSize(columns: 12, rows: 6), samplesPerCell: ArtMode.block.samplesPerCell)
      for index in canvas.samples.indices {
        let isLine = (20 + offset..<23 + offset).contains(index % canvas.width)
        canvas.samples[index] = LinearColor.pixel(isLine ? .white : .black)
      }
      for cell in ArtMode.block.draw(canvas, ArtOptions(depth: depth)).cells {
        for color in [cell.foreground, cell.background] where color != .terminalDefault {
          let light = LinearColor(color, palette: .xterm).channels
          expect(light.x, equals: light.y, "\(cell)")
          expect(light.y, equals: light.z, "\(cell)")
        }
      }
    }
  }

  /// The entries of red and magenta, and of blue.
  private static let strange = [1, 5, 4, 9, 13, 12].map { Color(index: $0) }

  @Test(arguments: [ColorDepth.palette8, .palette16], [ArtMode.half, .block])
  func `in few colors edges of dull green have no cells in red or blue`(depth: ColorDepth, art: ArtMode) {
    // Where cells end at the edge, and where they do not.
    for (offset, shades) in [ShadeMixing.fonts, .stippled].flatMap({ shades in (0..<8).map { ($0, shades) } }) {
      var canvas = Canvas(cells: CellSize(columns: 24, rows: 8), samplesPerCell: art.samplesPerCell)
      for index in canvas.samples.indices {
        let (x, y) = (index % canvas.width, index / canvas.width)
        let isLight = y * 16 / canvas.height < 6 + offset / 4 && x * 16 / canvas.width < 12 + offset % 4
        let tone = 0.8 + 0.2 * Double(x) / Double(canvas.width)
        let color = isLight ? SIMD3(150, 225, 180) * tone : SIMD3(25, 85, 90) * tone
        canvas.samples[index] = LinearColor.pixel(
          LinearColor(Color(red: UInt8(color.x), green: UInt8(color.y), blue: UInt8(color.z))))
      }
      for cell in art.draw(canvas, ArtOptions(depth: depth, shades: shades)).cells
      where ShadeMixing.quarters(of: cell.glyph) == nil {
        #expect(!Self.strange.contains(cell.foreground) && !Self.strange.contains(cell.background), "\(cell)")
      }
    }
  }

  @Test func `without colors an even slope of tones has no bars`() {
    let cells = ArtMode.block.draw(.gradient(for: .block), ArtOptions(depth: .mono)).cells
    let even: Set<Glyph> = [.blank, "░", "▒", "▓", .fullBlock]
    let others = cells.filter { !even.contains($0.glyph) }
    #expect(others.count < cells.count / 10)
  }
}

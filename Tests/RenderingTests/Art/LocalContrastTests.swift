import Bitmaps
@testable import Rendering
import Terminal
import TestSupport
import Testing

@Suite("Local contrast for few colors")
struct LocalContrastTests {
  /// Columns of gray, each one sample wide and given as a lightness in OKLab.
  private func canvas(_ lightness: (Int) -> Float) -> Canvas {
    var canvas = Canvas(cells: CellSize(columns: 12, rows: 4), samplesPerCell: PixelSize(width: 4, height: 8))
    for index in canvas.samples.indices {
      let value = lightness(index % canvas.width)
      canvas.samples[index] = LinearColor.pixel(LinearColor(SIMD3(repeating: value * value * value)))
    }
    return canvas
  }

  private func lightness(_ canvas: Canvas, _ column: Int) -> Float {
    LMS.cubeRoot(Float(canvas.samples[16 * canvas.width + column].x) / 65_535)
  }

  @Test func `a flat area stays as it is`() {
    let flat = canvas { _ in 0.5 }
    let shown = flat.contrasted(.mono)
    for column in 0..<flat.width { #expect(abs(lightness(shown, column) - 0.5) < 0.002) }
  }

  @Test(arguments: [(ColorDepth.palette16, Float(1.9)), (.palette8, 1.9), (.mono, 3)])
  func `faint detail is multiplied`(depth: ColorDepth, minimum: Float) {
    let stripes = canvas { $0 / 4 % 2 == 0 ? 0.5 : 0.54 }
    let shown = stripes.contrasted(depth)
    #expect(lightness(shown, 22) - lightness(shown, 26) > 0.04 * minimum)
  }

  @Test func `a strong edge gets hardly any halo`() {
    let edge = canvas { $0 < 24 ? 0.15 : 0.9 }
    let shown = edge.contrasted(.palette16)
    // If edges were detail, 1.2 times the difference to the mean would be added, and nothing would be left of it.
    #expect(lightness(shown, 22) > 0.06)
    #expect(lightness(shown, 4) > 0.1)
    #expect(lightness(shown, 26) < 0.97)
  }

  @Test func `colors keep their hue, and empty samples stay empty`() {
    var canvas = Canvas(cells: CellSize(columns: 8, rows: 4), samplesPerCell: PixelSize(width: 4, height: 8))
    for index in canvas.samples.indices where index % canvas.width < 24 {
      canvas.samples[index] = index % 8 < 4 ? SIMD4(20_000, 8000, 4000, 65_535) : SIMD4(15_000, 6000, 3000, 65_535)
    }
    let shown = canvas.contrasted(.palette16)
    for (before, after) in zip(canvas.samples, shown.samples) {
      expect(before.w, equals: after.w)
      #expect(abs(Int(after.x) * 2 - Int(after.y) * 5) < 10)
      #expect(abs(Int(after.y) - Int(after.z) * 2) < 5)
    }
  }

  @Test(arguments: [ColorDepth.truecolor, .palette256])
  func `pictures in many colors stay as they are`(depth: ColorDepth) {
    let stripes = canvas { $0 / 4 % 2 == 0 ? 0.5 : 0.54 }
    expect(stripes.contrasted(depth), equals: stripes)
  }
}

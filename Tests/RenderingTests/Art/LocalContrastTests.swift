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

  /// The greatest difference of two colors in a channel.
  private func distance(_ one: SIMD3<Float>, _ other: SIMD3<Float>) -> Float {
    max((one - other).max(), (other - one).max())
  }

  private func lightness(_ canvas: Canvas, _ column: Int) -> Float {
    LMS.cubeRoot(Float(canvas.samples[16 * canvas.width + column].x) / 65_535)
  }

  @Test func `a flat area stays as it is`() {
    let flat = canvas { _ in 0.5 }
    let shown = flat.contrasted(.mono)
    for column in 0..<flat.width { #expect(abs(lightness(shown, column) - 0.5) < 0.002) }
  }

  @Test(arguments: [(ColorDepth.palette16, Float(1.25)), (.palette8, 1.7), (.mono, 2)])
  func `faint detail is multiplied`(depth: ColorDepth, minimum: Float) {
    let stripes = canvas { $0 / 4 % 2 == 0 ? 0.5 : 0.54 }
    let shown = stripes.contrasted(depth)
    #expect(lightness(shown, 22) - lightness(shown, 26) > 0.04 * minimum)
  }

  @Test(arguments: [(false, Float(0.95)), (true, 0.5)])
  func `in sparse glyphs, detail is raised most in the middle of the picture`(isSparse: Bool, maximum: Float) {
    // The picture starts in the second column of cells.
    let stripes = canvas { $0 / 2 % 2 == 0 ? 0.5 : 0.54 }
    var window = Canvas(cells: CellSize(columns: 13, rows: 4), samplesPerCell: stripes.samplesPerCell)
    for index in stripes.samples.indices {
      window.samples[index / stripes.width * window.width + index % stripes.width + 4] = stripes.samples[index]
    }
    let shown = LocalContrast(.mono, isSparse: isSparse, cells: 48)?.applied(to: window) ?? window
    func raised(_ column: Int) -> Float { lightness(shown, column) - lightness(shown, column + 2) - 0.04 }
    let (middle, edge) = (raised(30), raised(10))
    #expect(middle > 0.02)
    #expect(isSparse ? edge < maximum * middle : edge > maximum * middle)
    // The other edge is as far from the middle.
    #expect(abs(raised(42) - edge) < 0.2 * middle)
  }

  @Test func `the light of a few cells together changes little in 8 colors, and hardly in 16`() {
    let stripes = canvas { $0 / 2 % 2 == 0 ? 0.3 : 0.5 }
    func ratio(_ depth: ColorDepth) -> Double {
      func light(_ canvas: Canvas) -> Double {
        (8..<40).reduce(0) { $0 + Double(canvas.samples[16 * canvas.width + $1].x) }
      }
      return light(stripes.contrasted(depth)) / light(stripes)
    }
    // Otherwise, raised detail would make it lighter by 15 percent in 8 colors.
    #expect((1...1.1).contains(ratio(.palette8)))
    #expect((0.98...1.02).contains(ratio(.palette16)))
  }

  @Test(arguments: [0, 8])
  func `the light is kept the same wherever the picture is`(offset: Int) {
    // A picture of 5 columns with a column of empty cells on one side or both.
    func shown(at start: Int) -> [SIMD4<UInt16>] {
      var canvas = Canvas(cells: CellSize(columns: 9, rows: 4), samplesPerCell: PixelSize(width: 4, height: 8))
      for row in 0..<canvas.height {
        for column in 0..<20 {
          let value = UInt16(truncatingIfNeeded: 9000 + column * column * 71 + row * 311)
          canvas.samples[row * canvas.width + start + column] = SIMD4(value, value / 2, value / 3, 65_535)
        }
      }
      let shown = canvas.contrasted(.palette16)
      return (0..<canvas.height).flatMap { row in
        (0..<20).map { shown.samples[row * canvas.width + start + $0] }
      }
    }
    for (one, other) in zip(shown(at: offset), shown(at: 16)) {
      let difference = (0..<4).map { abs(Int(one[$0]) - Int(other[$0])) }.max() ?? 0
      #expect(difference <= 2)
    }
  }

  @Test func `both sides of an edge get more contrast near it, and none far from it`() {
    let edge = canvas { $0 < 24 ? 0.4 : 0.6 }
    let shown = edge.contrasted(.palette16)
    #expect(lightness(shown, 22) < 0.37)
    #expect(lightness(shown, 26) > 0.61)
    #expect(abs(lightness(shown, 0) - 0.4) < 0.002)
    #expect(abs(lightness(shown, 47) - 0.6) < 0.002)
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

  /// White paper with a line of ink, two samples wide, in a column; `share` of it covers them.
  private func paper(_ ink: SIMD3<Float>, share: Float, white: Float = 1) -> Canvas {
    var canvas = canvas { _ in white }
    for index in canvas.samples.indices where (24..<26).contains(index % canvas.width) {
      canvas.samples[index] = LinearColor.pixel(LinearColor(1 - share * (1 - ink)))
    }
    return canvas
  }

  @Test(arguments: [ColorDepth.palette256, .palette16, .palette8], [SIMD3<Float>(1, 0, 0), [0, 0, 1], [1, 0.5, 0]])
  func `a fine line on white paper gets more of its own color`(depth: ColorDepth, ink: SIMD3<Float>) {
    let shown = paper(ink, share: 0.3).contrasted(depth)
    let light = LinearColor(shown.samples[16 * shown.width + 24]).channels
    let share = (1 - light.min()) / (1 - ink.min())
    #expect(share > 0.5)
    #expect(distance(light, 1 - share * (1 - ink)) < 0.001)
    expect(shown.samples[16 * shown.width + 4], equals: SIMD4(repeating: .max))
  }

  @Test func `ink ends where a channel is full, and keeps its hue`() {
    let shown = paper([1, 0.5, 0], share: 0.9).contrasted(.palette8)
    let light = LinearColor(shown.samples[16 * shown.width + 24]).channels
    #expect(distance(light, [1, 0.5, 0]) < 0.001)
  }

  @Test func `a picture is a drawing on paper if half of it is white`() {
    #expect(paper([1, 0, 0], share: 1).isOnPaper)
    #expect(canvas { $0 < 26 ? 0.96 : 0.3 }.isOnPaper)
    #expect(!canvas { $0 < 22 ? 0.96 : 0.3 }.isOnPaper)
    #expect(!paper([1, 0, 0], share: 1, white: 0.9).isOnPaper)
  }

  @Test(arguments: [ColorDepth.truecolor, .palette256])
  func `pictures in many colors stay as they are`(depth: ColorDepth) {
    let stripes = canvas { $0 / 4 % 2 == 0 ? 0.5 : 0.54 }
    expect(stripes.contrasted(depth), equals: stripes)
  }
}

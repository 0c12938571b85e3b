import Bitmaps
import Parallelism
@testable import Rendering
import Terminal
import TestSupport
import Testing

@Suite("Cells in palette colors are chosen together")
struct PaletteDrawingTests {
  @Test func `the error of a cell's light is that of the blurred difference`() {
    let bank = GlyphBank(sets: .block)
    let shapes = BlurredShapes(bank)
    var random = SplitMix64(seed: 4)
    let points = (0..<15).map { _ in SIMD8<Float>((0..<8).map { _ in Float.random(in: 0.05...1, using: &random) }) }
    func squares(_ change: (inout BlurredLight) -> Void) -> Float {
      var light = BlurredLight(points, columns: 5, shapes)
      change(&light)
      return light.squares
    }
    let blurred = BlurredLight(points, columns: 5, shapes)
    let entries = SIMD4<Int32>(1, 2, 3, 4)
    let error = blurred.error(around: 2, 1, entries, light: 1.0 / 27)
    // A third of the cube root's inverse square is 3, and is squared; errors are those of one point.
    let scale = 9 / shapes.squares[0]
    let before = squares { _ in }
    let lights = SIMD8<Float>(0, 0.1, 0.2, 0.3, 0.5, 0.7, 0.9, 1)
    for lane in 0..<4 {
      let entry = Int(entries[lane])
      let plain = error.errors(of: lights)
      let shaped = plain + error.added(by: 0.8, over: lights, lane)
      for index in 0..<8 {
        let back = lights[index]
        let filled = squares { $0.add(back, in: 0, column: 2, row: 1) }
        #expect(abs(plain[index] - (filled - before) * scale) < 0.02)
        let drawn = squares {
          $0.add(back, in: 0, column: 2, row: 1)
          $0.add(0.8 - back, in: entry, column: 2, row: 1)
        }
        #expect(abs(shaped[index] - (drawn - before) * scale) < 0.02)
      }
    }
  }

  @Test(arguments: [ArtMode.half, .block])
  func `choosing all cells again brings their light nearer to the picture's`(art: ArtMode) throws {
    let table = try #require(PaletteTable.shared(.xterm, at: .palette16, shades: .fonts))
    let bank = GlyphBank(sets: art == .half ? .half : .block)
    let fit = PaletteFit(
      bank: bank, table: table, candidates: { unsafe GlyphSearch.candidates($0.samples, in: $0.bank) },
      hasShades: true, fillsParts: false)
    let canvas = Canvas.scene(for: art)
    func difference(rounds: Int) -> Float {
      let cells = fit.diffused(
        canvas, behind: SIMD4(0, 0, 0, 65_535), firstRow: 0, table.neighborhoods, rounds: rounds)
      var buffer = CellBuffer(size: canvas.cells)
      buffer.cells = cells
      let pairs = zip(BlurredView(buffer).tones, BlurredView(canvas).tones)
      return pairs.reduce(0) { $0 + abs($1.0 - $1.1) } / Float(canvas.cells.count)
    }
    let (once, again) = (difference(rounds: 0), difference(rounds: 2))
    #expect(again < 0.8 * once)
  }

  @Test(arguments: [ColorDepth.palette256, .palette16, .palette8], [Dithering.diffusion, .ordered])
  func `longer vectors choose the same cells`(depth: ColorDepth, dithering: Dithering) throws {
    let table = try #require(PaletteTable.shared(.xterm, at: depth, shades: .fonts))
    var fit = PaletteFit(
      bank: GlyphBank(sets: .legacy), table: table,
      candidates: { unsafe GlyphSearch.candidates($0.samples, in: $0.bank) }, hasShades: true, fillsParts: false)
    var canvas = Canvas.scene(for: .legacy)
    // Cells that are empty in part.
    for index in stride(from: 0, to: canvas.samples.count, by: 97) { canvas.samples[index] = .zero }
    let options = ArtOptions(depth: depth)
    fit.isWide = false
    let cells = fit.draw(canvas, options, dithering, workers: .shared)
    fit.isWide = Vectors.areWide
    expect(fit.draw(canvas, options, dithering, workers: .shared), equals: cells)
  }
}

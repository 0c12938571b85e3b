import Bitmaps
import Glibc
import Parallelism
@testable import Rendering
import Terminal
import TestSupport
import Testing

@Suite("Glyphs without colors")
struct HalftoneTests {
  @Test(arguments: [ArtMode.half, .block], [false, true])
  func `blocks are chosen together, so that a tone between those of two shades is mixed of them`(
    art: ArtMode, isLight: Bool
  ) {
    let (front, back): (LinearColor, LinearColor) = isLight ? (.black, .white) : (.white, .black)
    var options = ArtOptions(depth: .mono, assumedBackground: back, shades: .stippled)
    // Black and white are present elsewhere, so nothing is stretched.
    options.stretch = ToneStretch(.gradient(for: art), inksDark: isLight)
    let canvas = Canvas(CellSize(columns: 24, rows: 12), for: art) { _, _ in SIMD3(repeating: 0.6) }
    let wanted = LinearColor(options.stretch(for: canvas).applied(to: canvas, for: .solid).samples[0]).luminance
    func difference(_ dithering: Dithering) -> Float {
      options.dithering = dithering
      let shown = BlurredView(art.draw(canvas, options), foreground: front, background: back, shades: .stippled).lights
      return abs(shown.reduce(0) { $0 + $1.x } / Float(shown.count) - wanted)
    }
    #expect(difference(.none) > 0.05)
    #expect(difference(.diffusion) < 0.025)
  }

  @Test(arguments: [false, true])
  func `blocks are drawn the same wherever the picture is, up to its edges`(isLight: Bool) {
    let options = ArtOptions(depth: .mono, assumedBackground: isLight ? .white : .black)
    // Full ink: what is missing beyond the edges must not be made up for, nor be missing.
    let ink: UInt16 = isLight ? 0 : 65_535
    var window = Canvas(cells: CellSize(columns: 12, rows: 8), samplesPerCell: ArtMode.block.samplesPerCell)
    for row in 16..<48 {
      for column in 8..<40 { window.samples[row * window.width + column] = SIMD4(ink, ink, ink, 65_535) }
    }
    let cells = ArtMode.block.draw(window, options)
    for row in 0..<8 {
      for column in 0..<12 {
        let isInside = (2..<10).contains(column) && (2..<6).contains(row)
        expect(cells[column, row], equals: isInside ? Cell(.fullBlock) : .blank)
      }
    }
  }

  @Test func `a fade of characters is drawn like a picture at rest`() {
    let (one, other) = (Canvas.scene(for: .ascii), Canvas.gradient(for: .ascii))
    let options = ArtOptions(depth: .mono)
    let ends = [one, other].map { ArtMode.ascii.draw($0, options) }
    #expect(ends[0] != ends[1])
    expect(ArtMode.ascii.draw(mix: one, of: ends[0], and: ends[1], options), equals: ends[0])
  }

  @Test(arguments: [false, true])
  func `a picture is drawn the same wherever it is, and around it there is nothing`(isLight: Bool) {
    let options = ArtOptions(depth: .mono, assumedBackground: isLight ? .white : .black)
    let picture = Canvas.scene(for: .ascii)
    let alone = ArtMode.ascii.draw(picture, options)
    var window = Canvas(cells: CellSize(columns: 41, rows: 21), samplesPerCell: ArtMode.ascii.samplesPerCell)
    for row in 0..<picture.height {
      let target = (row + 3 * 8) * window.width + 5 * 4
      window.samples.replaceSubrange(
        target..<target + picture.width, with: picture.samples[row * picture.width..<(row + 1) * picture.width])
    }
    let within = ArtMode.ascii.draw(window, options)
    for row in 0..<21 {
      for column in 0..<41 {
        let isInside = (5..<37).contains(column) && (3..<19).contains(row)
        expect(within[column, row], equals: (isInside ? alone[column - 5, row - 3] : .blank))
      }
    }
  }

  @Test func `a canvas of one cell, and one of nothing, are drawn`() {
    let options = ArtOptions(depth: .mono)
    var canvas = Canvas(cells: CellSize(columns: 1, rows: 1), samplesPerCell: ArtMode.ascii.samplesPerCell)
    expect(ArtMode.ascii.draw(canvas, options).cells, equals: [.blank])
    canvas.samples = Array(repeating: SIMD4(repeating: 65_535), count: canvas.samples.count)
    #expect(ArtMode.ascii.draw(canvas, options).cells != [.blank])
    let none = Canvas(cells: CellSize(columns: 0, rows: 0), samplesPerCell: ArtMode.ascii.samplesPerCell)
    #expect(ArtMode.ascii.draw(none, options).cells.isEmpty)
  }

  @Test(arguments: [false, true])
  func `longer vectors choose the same blocks`(isLight: Bool) {
    let shades = [(glyph: Glyph("▒"), ink: Float(0.3))]
    var search = HalftoneSearch(solid: GlyphBank(sets: .legacy), shades: shades, inksDark: isLight, workers: .alone)
    var random = SplitMix64(seed: 32)
    for _ in 0..<Rounds.count(12) {
      var canvas = Canvas(cells: CellSize(columns: 13, rows: 9), samplesPerCell: ArtMode.ascii.samplesPerCell)
      let slope = SIMD2(random.unit(), random.unit()) * 3000
      for index in canvas.samples.indices where random.next() % 100 > 0 {
        let place = SIMD2(Double(index % canvas.width), Double(index / canvas.width))
        let light = UInt16(min((place * slope).sum() * random.unit(), 65_535))
        canvas.samples[index] = SIMD4(light, light, light, .max)
      }
      search.isWide = false
      let cells = search.draw(canvas)
      search.isWide = Vectors.areWide
      expect(search.draw(canvas), equals: cells)
    }
  }

  @Test(arguments: [(1, 1), (3, 2), (17, 9)])
  func `longer vectors blur a plane alike`(columns: Int, rows: Int) {
    var random = SplitMix64(seed: 33)
    var plane = HalftonePlane(cells: (columns, rows))
    for index in plane.values.indices { plane.values[index] = Float(random.unit()) }
    var same = plane
    plane.blur(isWide: false)
    same.blur(isWide: Vectors.areWide)
    expect(same.values, equals: plane.values)
  }
}

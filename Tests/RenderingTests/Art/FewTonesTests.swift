import Bitmaps
@testable import Rendering
import Terminal
import TestSupport
import Testing

@Suite("Few colors from a little way off")
struct FewTonesTests {
  private static let shades: [Glyph] = ["░", "▒", "▓"]

  private func mean(_ lights: [SIMD3<Float>]) -> SIMD3<Float> { lights.reduce(.zero, +) / Float(lights.count) }

  private func flat(_ light: SIMD3<Float>, for art: ArtMode) -> Canvas {
    var canvas = Canvas(cells: CellSize(columns: 24, rows: 12), samplesPerCell: art.samplesPerCell)
    canvas.samples = Array(repeating: LinearColor.pixel(LinearColor(light)), count: canvas.samples.count)
    return canvas
  }

  @Test(arguments: [1, 2, 3])
  func `the two colors of a shade mix as light does`(quarters: Int) {
    // Black and xterm's white of 229: mixing encoded values would result in a gray of 57, 115 or 172.
    let white = LinearColor(Color(index: 7)).channels
    let wanted = white * (Float(quarters) / 4)
    let cells = ArtMode.half.draw(flat(wanted, for: .half), ArtOptions(depth: .palette8, shades: .stippled))
    expect(Set(cells.cells).count, equals: 1)
    #expect(Self.shades.contains(cells[0, 0].glyph))
    expect(Set([cells[0, 0].foreground, cells[0, 0].background]), equals: [Color(index: 0), Color(index: 7)])
    let shown = BlurredView(cells, shades: .stippled).lights[0]
    #expect(abs(shown.x - wanted.x) < 0.001)
  }

  @Test func `a terminal that blends shades by encoded values is drawn on as such`() {
    // Half of 229 in encoded values, which is a fifth of its light.
    let wanted = LinearColor(Color(red: 115, green: 115, blue: 115)).channels
    let options = ArtOptions(depth: .palette8, shades: .blended)
    let cells = ArtMode.half.draw(flat(wanted, for: .half), options)
    expect(cells[0, 0].glyph, equals: "▒")
    expect(Set([cells[0, 0].foreground, cells[0, 0].background]), equals: [Color(index: 0), Color(index: 7)])
    for (environment, shades) in [
      (["TERM": "foot"], ShadeMixing.blended), (["TERM": "linux"], .stippled), (["TERM": "xterm-256color"], .fonts),
      (["TERM": "xterm-256color", "VTE_VERSION": "7006"], .blended),
      (["TERM": "screen", "VTE_VERSION": "7006"], .fonts),
    ] { expect(GlyphSupport.shades(environment: environment), equals: shades) }
    expect(GlyphSupport.shades(environment: ["TERM": "xterm-256color"], version: "VTE(7802)"), equals: .blended)
  }

  @Test func `of an unknown font, shades are assumed to be darker, the fewer colors there are`() {
    func light(_ shades: ShadeMixing, _ depth: ColorDepth) -> Float {
      shades.assumed(at: depth).light(.white, over: .black, quarters: 2).luminance
    }
    #expect(light(.fonts, .palette256) > light(.fonts, .palette16))
    #expect(light(.fonts, .palette16) > light(.fonts, .mono))
    // What is known of a terminal is not changed.
    for depth in [ColorDepth.palette16, .mono] {
      expect(ShadeMixing.stippled.assumed(at: depth), equals: .stippled)
      expect(ShadeMixing.blended.assumed(at: depth), equals: .blended)
    }
  }

  @Test(arguments: [ColorDepth.palette256, .palette16, .palette8])
  func `what a cell is off is handed on, so that each region has its color`(depth: ColorDepth) {
    var (diffused, alone): (Float, Float) = (0, 0)
    for color in [SIMD3<Float>(0.5, 0.2, 0.1), SIMD3(0.1, 0.15, 0.3), SIMD3(0.3, 0.3, 0.25), SIMD3(0.7, 0.5, 0.6)] {
      let canvas = flat(color, for: .half)
      let cells = ArtMode.half.draw(canvas, ArtOptions(depth: depth, dithering: .diffusion))
      let plain = ArtMode.half.draw(canvas, ArtOptions(depth: depth, dithering: Dithering.none))
      func off(_ cells: CellBuffer) -> Float {
        let shown = LMS.lab(LMS.responses(to: mean(BlurredView(cells, drawnWith: ArtOptions(depth: depth)).lights)))
        let difference = shown - LMS.lab(LMS.responses(to: color))
        return (difference * difference).sum().squareRoot()
      }
      diffused += off(cells) / 4
      alone += off(plain) / 4
    }
    #expect(diffused < 0.035)
    #expect(diffused < 0.6 * alone)
  }

  @Test(arguments: [ColorDepth.palette16, .palette8, .mono])
  func `the console is drawn on with the glyphs of its font alone`(depth: ColorDepth) {
    let sets = GlyphSupport.sets(environment: ["TERM": "linux"], isUTF8: true)
    let art = ArtMode.shared(sets)
    // All block glyphs in code page 437.
    let font: Set<Glyph> = [" ", "▀", "▄", "▌", "▐", "█", "░", "▒", "▓"]
    var drawn: Set<Glyph> = []
    for canvas in [Canvas.scene(for: art), .gradient(for: art)] {
      drawn.formUnion(art.draw(canvas, ArtOptions(depth: depth)).cells.map(\.glyph))
    }
    #expect(drawn.isSubset(of: font))
    #expect(!drawn.isDisjoint(with: Self.shades))
  }

  @Test func `shades join what fills cells, where there are few colors and they are not forbidden`() throws {
    let gradient = Canvas.gradient(for: .block)
    let options = ArtOptions(depth: .palette16)
    func hasShades(_ art: ArtMode, _ options: ArtOptions) -> Bool {
      art.draw(gradient, options).cells.contains { Self.shades.contains($0.glyph) }
    }
    #expect(hasShades(.block, options) && hasShades(ArtMode(.quadrant), options) && hasShades(.best, options))
    #expect(!hasShades(.block, ArtOptions(depth: .truecolor)))
    #expect(!hasShades(.block, ArtOptions(depth: .palette16, dithering: Dithering.none)))
    #expect(!hasShades(.ascii, options) && !hasShades(ArtMode(.braille), options))
    #expect(!hasShades(ArtMode(.block, try GlyphFile([UInt8]("only ▀▄".utf8))), options))
    #expect(hasShades(ArtMode(.block, try GlyphFile([UInt8]("only ▀▄░▒▓".utf8))), options))
  }

  /// A gray canvas with blots differs by 10 or more; without shades, 16 colors differ by 10.1 on photographs.
  @Test(arguments: [(ColorDepth.palette256, Float(2)), (.palette16, 4), (.palette8, 5)])
  func `in few colors a picture keeps its tones and colors`(depth: ColorDepth, maximum: Float) {
    for art in [ArtMode.half, .block, .legacy] {
      for canvas in [Canvas.scene(for: art), .gradient(for: art)] {
        let options = ArtOptions(depth: depth)
        let drawn = BlurredView(art.draw(canvas, options), drawnWith: options)
        let wanted = BlurredView(canvas.contrasted(depth))
        #expect(drawn.difference(from: wanted) < maximum, "\(art.name)")
        // Fades are drawn without diffusion.
        let steady = BlurredView(art.draw(canvas, options.steady), drawnWith: options)
        #expect(steady.difference(from: wanted) < maximum * 1.5, "\(art.name)")
      }
    }
  }

  @Test(arguments: [false, true])
  func `without colors tones rise with the picture's, from none to all that there is`(isLight: Bool) {
    let (front, back): (LinearColor, LinearColor) = isLight ? (.black, .white) : (.white, .black)
    let options = ArtOptions(depth: .mono, assumedBackground: back)
    // The most that a glyph covers of a cell: a quarter with all Braille dots, less than half with letters.
    for (art, fullest) in [(ArtMode.half, Float(1)), (.block, 1), (ArtMode(.braille), 0.25), (.ascii, 0.26)] {
      let gradient = Canvas.gradient(for: art)
      let drawn = BlurredView(art.draw(gradient, options), foreground: front, background: back)
      #expect(drawn.correlation(with: BlurredView(gradient)) > 0.93, "\(art.name)")
      let inks = drawn.lights.map { isLight ? 1 - $0.x : $0.x }
      #expect((inks.min() ?? 1) < 0.02 && (inks.max() ?? 0) > 0.9 * fullest, "\(art.name)")
      let scene = Canvas.scene(for: art)
      let seen = BlurredView(art.draw(scene, options), foreground: front, background: back)
      #expect(seen.correlation(with: BlurredView(scene)) > 0.85, "\(art.name)")
    }
  }

  @Test(arguments: [ColorDepth.palette16, .palette8])
  func `where a picture ends within a cell, no color is seen that it has not`(depth: ColorDepth) {
    func drawn(_ light: SIMD3<Float>) -> CellBuffer {
      var canvas = flat(light, for: .half)
      // The picture ends in the middle of the last row of cells.
      for index in canvas.samples.indices.suffix(canvas.width * 2) { canvas.samples[index] = SIMD4(repeating: 0) }
      return ArtMode.half.draw(canvas, ArtOptions(depth: depth))
    }
    for gray in [Float(0.1), 0.3, 0.5] {
      let cells = drawn(SIMD3(repeating: gray))
      let seen = LMS.lab(
        LMS.responses(to: mean(Array(BlurredView(cells, drawnWith: ArtOptions(depth: depth)).lights.suffix(24)))))
      #expect(abs(seen.y) < 0.035 && abs(seen.z) < 0.035, "\(gray)")
      let halves = cells.cells.suffix(24).filter { $0.glyph == .upperHalf }.map(\.foreground)
      #expect(Set(halves).isSubset(of: [Color(index: 7), Color(index: 8), Color(index: 15)]), "\(gray)")
    }
    // A color in the palette can be drawn in half a cell.
    let white = drawn(LinearColor(Color(index: depth == .palette8 ? 7 : 15)).channels).cells.suffix(24)
    expect(Set(white), equals: [Cell(.upperHalf, foreground: Color(index: depth == .palette8 ? 7 : 15))])
  }

  @Test func `near-black is drawn as plain black in eight colors`() {
    let canvas = flat(SIMD3(0.003, 0.003, 0.005), for: .half)
    #expect(Set(ArtMode.half.draw(canvas, ArtOptions(depth: .palette8)).cells.map(\.foreground)).count <= 1)
  }

  @Test func `without colors, low contrast is stretched, but a flat picture is not`() {
    func inks(_ from: Float, _ to: Float) -> [Float] {
      let canvas = Canvas(CellSize(columns: 32, rows: 4), for: .block) { x, _ in
        SIMD3(repeating: from + (to - from) * x)
      }
      return BlurredView(ArtMode.block.draw(canvas, ArtOptions(depth: .mono))).lights.map(\.x)
    }
    let dull = inks(0.35, 0.65)
    #expect((dull.min() ?? 1) < 0.02 && (dull.max() ?? 0) > 0.9)
    #expect(inks(1, 1).allSatisfy { $0 == 1 })
    #expect(inks(0, 0).allSatisfy { $0 == 0 })
    let even = inks(0.5, 0.52)
    #expect((even.min() ?? 0) > 0.1 && (even.max() ?? 1) < 0.7)
  }

  @Test func `transparent samples do not affect tone stretching`() {
    var canvas = Canvas(CellSize(columns: 8, rows: 2), for: .block) { x, _ in SIMD3(repeating: 0.4 + 0.3 * x) }
    let alone = ArtMode.block.draw(canvas, ArtOptions(depth: .mono))
    let picture = canvas
    canvas = Canvas(cells: CellSize(columns: 8, rows: 6), samplesPerCell: ArtMode.block.samplesPerCell)
    canvas.samples.replaceSubrange(picture.samples.count..<(2 * picture.samples.count), with: picture.samples)
    let within = ArtMode.block.draw(canvas, ArtOptions(depth: .mono))
    for row in 0..<2 { for column in 0..<8 { expect(within[column, row + 2], equals: alone[column, row]) } }
  }

  @Test(arguments: [false, true])
  func `characters without backgrounds show tones by their density and by their colors`(isLight: Bool) {
    let (front, back): (LinearColor, LinearColor) = isLight ? (.black, .white) : (.white, .black)
    let options = ArtOptions(depth: .truecolor, assumedBackground: back, usesBackgrounds: false)
    let cells = ArtMode.ascii.draw(.gradient(for: .ascii), options)
    #expect(Set(cells.cells.map(\.glyph)).count > 6)
    #expect(Set(cells.cells.map(\.foreground)).count > 8)
    let drawn = BlurredView(cells, foreground: front, background: back)
    #expect(drawn.correlation(with: BlurredView(.gradient(for: .ascii))) > 0.97)
  }

  @Test func `what lies under an overlay is a shade's mixture, and a scrim over it keeps the shade`() {
    var style = style(.block, depth: .palette16)
    style.terminal.shades = .stippled
    let cell = Cell("░", foreground: Color(index: 15), background: Color(index: 0))
    #expect(abs(Underlay.light(of: cell, style: style.slides).luminance - 0.25) < 0.001)
    let covered = Underlay.covered(cell, by: .black, cover: 0.5, style: style.slides)
    expect(covered.glyph, equals: "░")
    #expect(abs(Underlay.light(of: covered, style: style.slides).luminance - 0.054) < 0.001)
  }
}

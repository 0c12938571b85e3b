import Bitmaps
import Glibc
@testable import Rendering
import Terminal
import TestSupport
import Testing

@Suite("Glyphs on the terminal's own background")
struct MonoTests {
  private let halves = Array(repeating: "WWWW", count: 4) + Array(repeating: "KKKK", count: 4)

  private func drawn(_ rows: [String], _ art: ArtMode, _ options: ArtOptions) -> CellBuffer {
    let picture = bitmap(rows, letters)
    var canvas = Canvas(
      cells: CellSize(columns: picture.size.width / 4, rows: picture.size.height / 8),
      samplesPerCell: art.samplesPerCell)
    canvas.draw(picture, atColumn: 0, row: 0, over: .terminal(assumed: .black))
    return art.draw(canvas, options)
  }

  @Test
  func `on a dark background what is light is drawn, on a light one what is dark, and inverted the other way round`() {
    let dark = ArtOptions(depth: .mono)
    let light = ArtOptions(depth: .mono, assumedBackground: .white)
    expect(drawn(halves, .block, dark).textRows, equals: ["▀"])
    expect(drawn(halves, .block, light).textRows, equals: ["▄"])
    expect(drawn(halves, .block, ArtOptions(depth: .mono, isInverted: true)).textRows, equals: ["▄"])
    expect(
      drawn(halves, .block, ArtOptions(depth: .mono, assumedBackground: .white, isInverted: true)).textRows,
      equals: ["▀"])
    let bar = ["KKWWKKKK", "KKWWKKKK", "KKWWKKKK", "KKWWKKKK", "KKWWKKKK", "KKWWKKKK", "KKWWKKKK", "KKWWKKKK"]
      .map { String($0.prefix(4)) }
    #expect(drawn(bar, .ascii, light).textRows != drawn(bar, .ascii, dark).textRows)
  }

  @Test(arguments: [false, true])
  func `what is nothing has no ink`(isLight: Bool) {
    let options = ArtOptions(depth: .mono, assumedBackground: isLight ? .white : .black)
    let nothing = Array(repeating: "....", count: 8)
    for art in [ArtMode.block, .ascii] { expect(drawn(nothing, art, options).cells, equals: [.blank]) }
    let ink = isLight ? "K" : "W"
    let part = Array(repeating: "....", count: 4) + Array(repeating: String(repeating: ink, count: 4), count: 4)
    expect(drawn(part, .block, options).textRows, equals: ["▄"])
  }

  @Test func `no other glyph's ink is nearer to the picture's`() {
    var random = SplitMix64(seed: 5)
    let options = ArtOptions(depth: .mono, shades: .stippled, dithering: Dithering.none)
    let shapes = (GlyphTable.shapes(in: .legacy) + GlyphTable.shades).map { shape in
      (shape.glyph, shape.outline.coverage(columns: 4, rows: 8).map { Double($0) })
    }
    for round in 0..<60 {
      var canvas = Canvas(cells: CellSize(columns: 1, rows: 1), samplesPerCell: PixelSize(width: 4, height: 8))
      // Black and white are present, so nothing is stretched.
      var ink: [Double] = [0, 1]
      for color in RandomCell.colors(round, &random).dropFirst(2) { ink.append(Double(UInt8(color.x)) / 255) }
      for (index, value) in ink.enumerated() {
        let gray = UInt8(value * 255)
        canvas.samples[index] = LinearColor.pixel(LinearColor(Color(red: gray, green: gray, blue: gray)))
      }
      let stretched = ToneStretch(canvas, inksDark: false).applied(to: canvas.contrasted(.mono), for: .solid)
      ink = stretched.samples.map { Double(SRGB.encoded($0.x)) / 255 }
      let light = stretched.samples.map { Double($0.x) / 65_535 }.reduce(0, +) / 32
      let drawn = ArtMode.legacy.draw(canvas, options)[0, 0].glyph
      let errors =
        shapes.map { ($0.0, error(of: $0.1, ink, light)) }
        + [(.fullBlock, error(of: .init(repeating: 1, count: 32), ink, light))]
      let minimum = errors.map(\.1).min() ?? 0
      #expect((errors.first { $0.0 == drawn }?.1 ?? 1e9) < minimum + 0.001, "round \(round)")
    }
  }

  /// The error as documented at `MonoFit`.
  private func error(of coverage: [Double], _ ink: [Double], _ light: Double) -> Double {
    let (tone, mean) = (ink.reduce(0, +) / 32, coverage.reduce(0, +) / 32)
    let off = cbrt(light) - cbrt(mean)
    let isShade = coverage.allSatisfy { $0 == mean } && mean > 0 && mean < 1
    let shape = zip(ink, coverage).map { ink, coverage in
      let (wanted, shown) = (ink - tone, coverage - mean)
      return (wanted - shown) * (wanted - shown) - wanted * wanted
    }
    return off * off + 3 / 32 * shape.reduce(0, +) + (isShade ? 0.005 * mean * (1 - mean) : 0)
  }

  @Test func `without backgrounds each cell has one color, that which is nearest to the picture`() {
    let options = ArtOptions(depth: .truecolor, usesBackgrounds: false)
    let red = Array(repeating: "RRRR", count: 4) + Array(repeating: "KKKK", count: 4)
    expect(drawn(red, .block, options).cells, equals: [Cell(.upperHalf, foreground: rgb("R"))])
    let light = ArtOptions(depth: .truecolor, assumedBackground: .white, usesBackgrounds: false)
    // Black below: of two colors, the one further from the background is drawn unchanged.
    expect(drawn(halves, .block, light).cells, equals: [Cell(.lowerHalf, foreground: rgb("K"))])
    expect(drawn(Array(repeating: "WWWW", count: 8), .block, light).cells, equals: [.blank])
    expect(
      drawn(Array(repeating: "GGGG", count: 8), .block, light).cells, equals: [Cell(.fullBlock, foreground: rgb("G"))])
    let half = Array(repeating: "GGGG", count: 2) + Array(repeating: "KKKK", count: 2)
    #expect(drawn(half + half, .half, options).cells.allSatisfy { $0.background == .terminalDefault })
  }

  @Test func `characters without backgrounds are full where the picture is far from it`() {
    let options = ArtOptions(depth: .truecolor, usesBackgrounds: false)
    let cell = drawn(Array(repeating: "WWWW", count: 8), .ascii, options)[0, 0]
    expect(cell.foreground, equals: .white)
    expect(cell.background, equals: .terminalDefault)
    #expect("@#MWBQ&$%8NgRO".contains(Character(cell.glyph.scalars[0])))
    expect(drawn(Array(repeating: "KKKK", count: 8), .ascii, options).cells, equals: [.blank])
    let light = ArtOptions(depth: .truecolor, assumedBackground: .white, usesBackgrounds: false)
    let dark = drawn(Array(repeating: "KKKK", count: 8), .ascii, light)[0, 0]
    #expect(dark.foreground == .black && dark.glyph != .blank)
  }
}

import Bitmaps
@testable import Rendering
import Terminal
import TestSupport
import Testing

/// A window with a picture of gradients and edges at a cell position.
private func window(_ picture: CellSize, atColumn column: Int, row: Int, in size: CellSize, samples: PixelSize)
  -> Canvas
{
  var canvas = Canvas(cells: size, samplesPerCell: samples)
  for down in 0..<picture.rows * samples.height {
    for across in 0..<picture.columns * samples.width {
      let red = UInt16(across * 65_535 / (picture.columns * samples.width))
      let green = UInt16(down * 65_535 / (picture.rows * samples.height))
      let index = (row * samples.height + down) * canvas.width + column * samples.width + across
      canvas.samples[index] = SIMD4(red, green, (across / 5 + down / 7) % 2 == 0 ? 9000 : 41_000, 65_535)
    }
  }
  return canvas
}

@Suite("Few colors")
struct FewColorsTests {
  private static let few: [ColorDepth] = [.palette256, .palette16, .palette8, .mono]

  private func drawn(_ rows: [String], _ art: ArtMode, _ options: ArtOptions) -> CellBuffer {
    let picture = bitmap(rows, letters)
    let samples = art.samplesPerCell
    var canvas = Canvas(
      cells: CellSize(columns: picture.size.width / samples.width, rows: picture.size.height / samples.height),
      samplesPerCell: samples)
    canvas.draw(picture, atColumn: 0, row: 0, over: .terminal(assumed: .black))
    return art.draw(canvas, options)
  }

  @Test(arguments: few, Dithering.allCases)
  func `a picture elsewhere in the window has the same cells there`(depth: ColorDepth, dithering: Dithering) {
    let picture = CellSize(columns: 11, rows: 5)
    let options = ArtOptions(depth: depth, dithering: dithering)
    for art in [ArtMode.half, .legacy, .ascii] {
      let size = CellSize(columns: 20, rows: 9)
      let first = art.draw(window(picture, atColumn: 0, row: 0, in: size, samples: art.samplesPerCell), options)
      for (column, row) in [(1, 0), (0, 1), (4, 3), (9, 4)] {
        let other = art.draw(
          window(picture, atColumn: column, row: row, in: size, samples: art.samplesPerCell), options)
        for y in 0..<picture.rows {
          for x in 0..<picture.columns { expect(other[x + column, y + row], equals: first[x, y]) }
        }
        #expect(other.cells.count { $0 == .blank } >= size.count - picture.count)
      }
    }
  }

  @Test(arguments: few, Dithering.allCases)
  func `nothing but the palette's colors is drawn`(depth: ColorDepth, dithering: Dithering) {
    let allowed = Set(TerminalPalette.xterm.entries(at: depth).map { Color(index: $0) } + [.terminalDefault])
    for art in ArtMode.all {
      let size = CellSize(columns: 9, rows: 4)
      let canvas = window(size, atColumn: 0, row: 0, in: size, samples: art.samplesPerCell)
      for usesBackgrounds in [true, false] {
        let options = ArtOptions(depth: depth, dithering: dithering, usesBackgrounds: usesBackgrounds)
        for cell in art.draw(canvas, options).cells {
          #expect(allowed.contains(cell.foreground) && allowed.contains(cell.background))
          if !usesBackgrounds { expect(cell.background, equals: .terminalDefault) }
        }
      }
    }
  }

  @Test(arguments: [Dithering.ordered, .diffusion])
  func `a tone between two colors is mixed of them`(dithering: Dithering) {
    // xterm has no gray between 127 and 229.
    let level: UInt8 = 178
    let canvas = Canvas(gray: level, cells: CellSize(columns: 24, rows: 12), samples: ArtMode.half.samplesPerCell)
    let options = ArtOptions(depth: .palette16, dithering: dithering)
    let lights = BlurredView(ArtMode.half.draw(canvas, options), drawnWith: options).lights
    let mean = LinearColor(lights.reduce(.zero, +) / Float(lights.count)).color
    #expect(abs(tone(mean) - Double(level)) < 6)
    let plain = ArtMode.half.draw(canvas, ArtOptions(depth: .palette16, dithering: Dithering.none)).cells
    expect(Set(plain).count, equals: 1)
  }

  @Test func `without dithering each color is the nearest one, by the terminal's own palette`() {
    let rows = ["RRRR", "RRRR", "GGGG", "GGGG"]
    let options = ArtOptions(depth: .palette16, dithering: Dithering.none)
    expect(
      drawn(rows, .half, options).cells,
      equals: [Cell(.upperHalf, foreground: Color(index: 9), background: Color(index: 10))])
    var told: [Color?] = Array(repeating: nil, count: 16)
    (told[9], told[4], told[10]) = (.black, Color(red: 250, green: 5, blue: 0), Color(red: 0, green: 90, blue: 90))
    let own = ArtOptions(depth: .palette16, palette: TerminalPalette(reported: told), dithering: Dithering.none)
    expect(
      drawn(rows, .half, own).cells,
      equals: [Cell(.upperHalf, foreground: Color(index: 4), background: Color(index: 2))])
  }

  @Test func `a mixture is dithered by thresholds, which stay, where what rests is diffused`() {
    let size = CellSize(columns: 16, rows: 6)
    for art in [ArtMode.half, .legacy] {
      let canvas = window(size, atColumn: 0, row: 0, in: size, samples: art.samplesPerCell)
      let options = ArtOptions(depth: .palette16, dithering: .diffusion)
      let cells = art.draw(canvas, options)
      let ordered = ArtOptions(depth: .palette16, dithering: .ordered)
      expect(
        art.draw(mix: canvas, of: cells, and: cells, options),
        equals: art.draw(mix: canvas, of: cells, and: cells, ordered))
    }
  }

  private func tone(_ color: Color) -> Double {
    let (red, green, blue) = color.channels ?? (0, 0, 0)
    return 0.2126 * Double(red) + 0.7152 * Double(green) + 0.0722 * Double(blue)
  }
}

extension Canvas {
  /// Creates a canvas of a single gray.
  init(gray level: UInt8, cells: CellSize, samples: PixelSize) {
    self.init(cells: cells, samplesPerCell: samples)
    let light = LinearColor(Color(red: level, green: level, blue: level))
    self.samples = Array(repeating: LinearColor.pixel(light), count: self.samples.count)
  }
}

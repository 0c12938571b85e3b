import Bitmaps
import CarouselValues
import Terminal
import TestSupport
import Testing

@testable import Rendering

@Suite("Frames of an animation in few colors")
struct SteadyFrameTests {
  private static let window = CellSize(columns: 32, rows: 16)
  /// The cells that the moving square touches in any frame, and those whose contrast it affects.
  private static func moving(_ depth: ColorDepth, _ art: ArtMode) -> CellRect {
    let contrast = LocalContrast(depth, isSparse: art == .ascii, cells: window.count)
    let reach = art == .ascii && depth == .mono ? MonoAscii.reach : contrast?.reach ?? CellSize(columns: 0, rows: 0)
    return CellRect(
      column: 2 - reach.columns, row: 2 - reach.rows, columns: 12 + 2 * reach.columns, rows: 4 + 2 * reach.rows)
  }

  /// A still scene with a square that moves over it.
  private func frame(_ step: Int, for art: ArtMode) -> Bitmap {
    let scene = Canvas.scene(for: art)
    var pixels = scene.samples
    let samples = art.samplesPerCell
    for y in (2 * samples.height)..<(6 * samples.height) {
      for x in ((2 + 4 * step) * samples.width)..<((6 + 4 * step) * samples.width) {
        pixels[y * scene.width + x] = step.isMultiple(of: 2) ? SIMD4(repeating: .max) : SIMD4(0, 0, 0, .max)
      }
    }
    return Bitmap(size: PixelSize(width: scene.width, height: scene.height), pixels: pixels, isOpaque: true)
  }

  /// The number of cells that differ between two frames outside the square's area and what its contrast reaches.
  private func changes(_ style: SlideStyle, asFrames: Bool) -> Int {
    let grid = PixelSize(width: 32, height: 32)
    let first = frame(0, for: style.picture.art)
    let drawn = (0..<2).map { step in
      SlideContent(
        picture: frame(step, for: style.picture.art), grid: grid, firstFrame: asFrames ? first : nil, in: Self.window,
        style: style
      ).cells
    }
    // Stills also differ close to the square.
    let moving = Self.moving(asFrames ? style.terminal.depth : .truecolor, style.picture.art)
    return (0..<Self.window.count).count { index in
      let (column, row) = (index % Self.window.columns, index / Self.window.columns)
      return !moving.contains(column, row) && drawn[0][column, row] != drawn[1][column, row]
    }
  }

  @Test(arguments: [ColorDepth.palette256, .palette16, .palette8, .mono])
  func `cells outside the moving area do not change`(depth: ColorDepth) {
    for art in [ArtMode.half, .block, .legacy, .ascii, ArtMode(.braille)] {
      let style = SlideStyle(PictureStyle(art: art), on: TerminalProfile(depth: depth))
      expect(changes(style, asFrames: true), equals: 0, "\(art.name)")
      // Stills are diffused, and each has separate tones.
      #expect(changes(style, asFrames: false) > 0, "\(art.name)")
    }
  }

  @Test func `without backgrounds, characters keep their tones from frame to frame`() {
    var style = SlideStyle(PictureStyle(art: .ascii), on: TerminalProfile(depth: .truecolor))
    style.picture.usesBackgrounds = false
    expect(changes(style, asFrames: true), equals: 0)
  }

  @Test(arguments: [ColorDepth.palette256, .palette16, .palette8, .mono])
  func `uniform areas of a drifting slide keep the same cells`(depth: ColorDepth) {
    for art in [ArtMode.half, .block, .ascii, ArtMode(.braille)] {
      let style = SlideStyle(PictureStyle(art: art), on: TerminalProfile(depth: depth))
      let scene = Canvas.scene(for: art)
      var pixels = scene.samples
      // The lower half has a single color.
      for index in pixels.count / 2..<pixels.count { pixels[index] = SIMD4(20_000, 12_000, 9000, .max) }
      let content = SlideContent(
        picture: Bitmap(size: PixelSize(width: scene.width, height: scene.height), pixels: pixels, isOpaque: true),
        grid: PixelSize(width: 32, height: 32), in: Self.window, style: style)
      let parts = [0.04, 0.1].map { x in
        content.cells(cropped: SlideBox(x: x, y: 0, width: 0.9, height: 1), style: style)
      }
      #expect(parts[0] != parts[1], "\(art.name)")
      for row in 9..<16 {
        for column in 0..<32 {
          expect(parts[0][column, row], equals: parts[1][column, row], "\(art.name) \(column) \(row)")
        }
      }
    }
  }
}

extension LocalContrast {
  /// The distance, in cells, over which a sample has an effect: the filter averages once, and the kept light twice.
  fileprivate var reach: CellSize {
    let points = radius + 2 * (light?.radius ?? 0)
    return CellSize(
      columns: (points + ContrastPoints.across - 1) / ContrastPoints.across,
      rows: (points + ContrastPoints.down - 1) / ContrastPoints.down)
  }
}

import Bitmaps
import Terminal
import TestSupport
import Testing

@testable import Rendering

/// Pictures that are drawn from their own samples, without a canvas of the whole window.
@Suite struct PictureCellsTests {
  private static let window = CellSize(columns: 24, rows: 9)

  @Test(arguments: [ArtMode.half, .block, .legacy, .best])
  func `a picture has exactly the cells of a canvas of the whole window`(art: ArtMode) {
    var dice = SplitMix64(seed: 3)
    let samples = art.samplesPerHalfCell
    for backdrop in [Backdrop.terminal(assumed: .black), .checkerboard, .color(LinearColor(SIMD3(0.1, 0.5, 0.2)))] {
      var picture = PictureStyle(art: art)
      picture.backdrop = backdrop
      let style = SlideStyle(picture, on: TerminalProfile(depth: .truecolor))
      for (grid, left, top) in [
        (PixelSize(width: 24, height: 18), 0, 0), (PixelSize(width: 20, height: 18), 2, 0),
        (PixelSize(width: 24, height: 14), 0, 2), (PixelSize(width: 22, height: 16), 1, 1),
      ] {
        let size = PixelSize(width: grid.width * samples.width, height: grid.height * samples.height)
        let pixels = (0..<size.width * size.height).map { _ in
          let bits = dice.next()
          return SIMD4<UInt16>(
            UInt16(truncatingIfNeeded: bits), UInt16(truncatingIfNeeded: bits >> 16),
            UInt16(truncatingIfNeeded: bits >> 32), .max)
        }
        let bitmap = Bitmap(size: size, pixels: pixels, isOpaque: true)
        var canvas = Canvas(cells: Self.window, samplesPerCell: art.samplesPerCell, over: backdrop)
        canvas.draw(bitmap, atColumn: left * samples.width, row: top * samples.height, over: backdrop)
        let content = SlideContent(picture: bitmap, grid: grid, in: Self.window, style: style)
        expect(content.cells, equals: art.draw(canvas, style.options), "\(art.name), \(grid), \(backdrop)")
      }
    }
  }

  @Test func `cells that a picture covers in part, or that depend on each other, need the canvas`() {
    func isWhole(_ art: ArtMode, top: Int = 0, isOpaque: Bool = true, depth: ColorDepth = .truecolor) -> Bool {
      let (grid, samples) = (PixelSize(width: 4, height: 4), art.samplesPerHalfCell)
      let size = PixelSize(width: grid.width * samples.width, height: grid.height * samples.height)
      let pixel: SIMD4<UInt16> = isOpaque ? SIMD4(9, 9, 9, .max) : .zero
      let bitmap = Bitmap(
        size: size, pixels: Array(repeating: pixel, count: size.width * size.height), isOpaque: isOpaque)
      let style = SlideStyle(PictureStyle(art: art), on: TerminalProfile(depth: depth))
      var isWhole = true
      let cells = PictureCells(
        bitmap, grid: grid, atColumn: 0, row: top, in: Self.window, style: style, options: style.options
      ) {
        isWhole = false
        return Canvas(cells: Self.window, samplesPerCell: art.samplesPerCell)
      }
      _ = cells.drawn(after: nil)
      return isWhole
    }
    #expect(isWhole(.half) && isWhole(.legacy, top: 2))
    #expect(!isWhole(.half, top: 1) && !isWhole(.half, isOpaque: false) && !isWhole(.half, top: 16))
    #expect(!isWhole(.ascii) && !isWhole(.half, depth: .palette256))
  }
}

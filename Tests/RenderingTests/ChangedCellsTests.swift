import Bitmaps
import Carousel
import Synchronization
import Terminal
import TestSupport
import Testing

@testable import Rendering

/// Frames of an animation of which only the cells that have changed are fitted.
@Suite struct ChangedCellsTests {
  private static let window = CellSize(columns: 24, rows: 9)

  /// A random bitmap for a grid, and one that differs from it in some places.
  private static func pair(
    _ dice: inout SplitMix64, grid: PixelSize, for art: ArtMode, isOpaque: Bool
  ) -> (first: Bitmap, second: Bitmap) {
    let samples = art.samplesPerHalfCell
    let size = PixelSize(width: grid.width * samples.width, height: grid.height * samples.height)
    func pixel() -> SIMD4<UInt16> {
      let bits = SIMD4<UInt64>(repeating: dice.next()) &>> SIMD4(0, 16, 32, 48)
      var pixel = SIMD4<UInt16>(truncatingIfNeeded: bits)
      pixel.w = isOpaque || Bool.random(using: &dice) ? .max : 0
      return pixel.w == 0 ? .zero : pixel
    }
    let pixels = (0..<size.width * size.height).map { _ in pixel() }
    var changed = pixels
    for _ in 0..<Int.random(in: 0...5, using: &dice) {
      let (x, y) = (Int.random(in: 0..<size.width, using: &dice), Int.random(in: 0..<size.height, using: &dice))
      for row in y..<min(y + 5, size.height) {
        for column in x..<min(x + 5, size.width) { changed[row * size.width + column] = pixel() }
      }
    }
    return (
      Bitmap(size: size, pixels: pixels, isOpaque: isOpaque), Bitmap(size: size, pixels: changed, isOpaque: isOpaque)
    )
  }

  @Test(arguments: [ColorDepth.truecolor, .palette256, .palette16, .mono])
  func `a frame drawn after another one has exactly the cells of one that is drawn alone`(depth: ColorDepth) {
    var dice = SplitMix64(seed: 7)
    for art in [ArtMode.half, .block, .legacy, .best, .ascii] {
      for (grid, isOpaque) in [
        (PixelSize(width: 24, height: 18), true), (PixelSize(width: 13, height: 18), true),
        (PixelSize(width: 24, height: 11), false), (PixelSize(width: 24, height: 7), true),
      ] {
        let (first, second) = Self.pair(&dice, grid: grid, for: art, isOpaque: isOpaque)
        let style = SlideStyle(PictureStyle(art: art), on: TerminalProfile(depth: depth))
        func content(_ bitmap: Bitmap, after earlier: DrawnPicture? = nil) -> CellBuffer {
          SlideContent(
            picture: bitmap, grid: grid, firstFrame: first, after: earlier, in: Self.window, style: style
          ).cells
        }
        let earlier = DrawnPicture(first, grid: grid, cells: content(first))
        expect(content(second, after: earlier), equals: content(second), "\(art.name), \(grid)")
        expect(content(first, after: earlier), equals: earlier.cells, "\(art.name), \(grid)")
      }
    }
  }

  @Test func `only the cells that have changed are fitted, unless that is most of them`() {
    let counts = Counts()
    let art = ArtMode(
      name: "counting", samplesPerHalfCell: PixelSize(width: 2, height: 2), needsUnicode: false, fitsCellsAlone: true,
      drawing: { canvas, _ in
        counts.cells.withLock { $0.append(canvas.cells.count) }
        return Array(repeating: Cell("x"), count: canvas.cells.count)
      })
    let grid = PixelSize(width: 24, height: 18)
    let size = PixelSize(width: 48, height: 36)
    var pixels = [SIMD4<UInt16>](repeating: .init(repeating: .max), count: 48 * 36)
    let style = SlideStyle(PictureStyle(art: art), on: TerminalProfile(depth: .truecolor))
    var earlier: DrawnPicture?
    func draw() {
      let bitmap = Bitmap(size: size, pixels: pixels, isOpaque: true)
      let content = SlideContent(picture: bitmap, grid: grid, after: earlier, in: Self.window, style: style)
      earlier = DrawnPicture(bitmap, grid: grid, cells: content.cells)
    }
    draw()
    draw()
    // Two pixels of one cell, and one of another.
    for index in [0, 1, 47] { pixels[index] = SIMD4(0, 0, 0, .max) }
    draw()
    for index in pixels.indices { pixels[index] = SIMD4(9, 9, 9, .max) }
    draw()
    expect(counts.cells.withLock { $0 }, equals: [216, 0, 2, 216])
  }

  private final class Counts: Sendable { let cells = Mutex<[Int]>([]) }
}

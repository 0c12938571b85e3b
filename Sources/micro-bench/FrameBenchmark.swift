import Bitmaps
import Carousel
import Rendering
import Terminal

/// Times a whole frame at 200×50 in which every cell changes: composed of two slides, dots and a description, compared
/// with the last frame, and encoded. `make bench` compares it with ncurses.
enum FrameBenchmark {
  private static let window = CellSize(columns: 200, rows: 50)

  /// Prints the median seconds of a frame.
  static func run() {
    let style = SceneStyle(art: .half, depth: .truecolor)
    let contents = [0: noise(seed: 1, style: style), 1: noise(seed: 500_009, style: style)]
    var encoder = FrameEncoder()
    var output: [UInt8] = []
    let samples = (0..<190).map { number in
      // Moves by a cell each time.
      let frame = CarouselMachine.Frame(
        count: 2, previous: 1, current: 0, next: 1, progress: Double(number + 1) / 200,
        nearestSlide: 0, isMoving: true, countdown: nil)
      return ContinuousClock().measure {
        var scene = Scene(window: window, style: style, frame: frame, contents: contents)
        scene.captions = [0: "The one that leaves", 1: "The one that comes"]
        output.removeAll(keepingCapacity: true)
        encoder.encode(scene.composed(), into: &output)
      }
    }
    // The first frames warm the caches.
    let last = samples.dropFirst(40).sorted()
    guard output.count > 200_000 else { fatalError("a frame of \(output.count) bytes is not a whole one") }
    print(last[last.count / 2] / .seconds(1))
  }

  /// A picture of noise that fills the window, so that every cell changes its colors from frame to frame.
  private static func noise(seed: UInt32, style: SceneStyle) -> SlideContent {
    let perHalf = style.picture.art.samplesPerHalfCell
    let grid = PixelSize(width: window.columns, height: window.rows * 2)
    let size = PixelSize(width: grid.width * perHalf.width, height: grid.height * perHalf.height)
    let pixels = (0..<size.width * size.height).map { index in
      // Each cell has two colors, regardless of its number of samples.
      let cell = index / size.width / perHalf.height * grid.width + index % size.width / perHalf.width
      let bits = (UInt32(truncatingIfNeeded: cell) &+ seed) &* 2_654_435_761
      return SIMD4(
        UInt16(truncatingIfNeeded: bits >> 16), UInt16(truncatingIfNeeded: bits >> 8),
        UInt16(truncatingIfNeeded: bits), .max)
    }
    return SlideContent(
      picture: Bitmap(size: size, pixels: pixels, isOpaque: true), grid: grid, in: window, style: style.slides)
  }
}

import Bitmaps
import CarouselValues
import CarouselViewing
import Rendering
import Terminal
import TestSupport
import Testing

@Suite("A zoomed picture")
struct ZoomedPictureTests {
  private let style = SlideStyle(PictureStyle(art: .half), on: TerminalProfile(depth: .truecolor))

  /// A bitmap whose colors differ by position.
  private func bitmap(_ width: Int, _ height: Int) -> Bitmap {
    let pixels = (0..<width * height).map { (index: Int) -> SIMD4<UInt16> in
      let (red, green) = (index % width * 60_000 / width, index / width * 60_000 / height)
      return SIMD4(UInt16(red), UInt16(green), 30_000, 65_535)
    }
    return Bitmap(size: PixelSize(width: width, height: height), pixels: pixels, isOpaque: true)
  }

  /// All eight orientations of a picture.
  static let orientations = (0..<8).map { ContentOrientation(isMirrored: $0 >= 4, quarterTurns: $0) }

  @Test(arguments: orientations)
  func `at rest a bitmap that fills the window is drawn unchanged in any orientation`(orientation: ContentOrientation) {
    let window = CellSize(columns: 8, rows: 6)
    let stored = orientation.swapsSides ? bitmap(24, 32) : bitmap(32, 24)
    let turned = ZoomedPicture(
      sources: [.init(bitmap: stored)], orientation: orientation, box: SlideBox(width: 8, height: 6), isMoving: false)
    var pixels: [SIMD4<UInt16>] = []
    for y in 0..<24 {
      for x in 0..<32 {
        let point = orientation.content(
          at: SlidePoint(x: (Double(x) + 0.5) / 32, y: (Double(y) + 0.5) / 24))
        let (column, row) = (
          Int(point.x * Double(stored.size.width)), Int(point.y * Double(stored.size.height))
        )
        pixels.append(stored.pixels[row * stored.size.width + column])
      }
    }
    let expected = SlideContent(
      picture: Bitmap(size: PixelSize(width: 32, height: 24), pixels: pixels, isOpaque: true),
      grid: PixelSize(width: 8, height: 12), in: window, style: style)
    expect(SlideContent(zoomed: turned, in: window, style: style).cells, equals: expected.cells)
  }

  @Test func `at rest a sharper part covers only its own area`() throws {
    let window = CellSize(columns: 4, rows: 2)
    let dull = Bitmap(
      size: PixelSize(width: 2, height: 2), pixels: Array(repeating: SIMD4(0, 0, 65_535, 65_535), count: 4),
      isOpaque: true)
    let sharp = Bitmap(
      size: PixelSize(width: 8, height: 8), pixels: Array(repeating: SIMD4(65_535, 0, 0, 65_535), count: 64),
      isOpaque: true)
    let picture = ZoomedPicture(
      sources: [.init(bitmap: dull), .init(bitmap: sharp, part: SlideBox(x: 0, y: 0, width: 0.5, height: 1))],
      orientation: .upright, box: SlideBox(width: 4, height: 2), isMoving: false)
    let cells = SlideContent(zoomed: picture, in: window, style: style).cells
    let (red, blue) = (Color(red: 255, green: 0, blue: 0), Color(red: 0, green: 0, blue: 255))
    expect((0..<4).map { cells[$0, 1].background }, equals: [red, red, blue, blue])
  }

  @Test func `a box that is too large or outside the window shows nothing`() {
    let window = CellSize(columns: 4, rows: 2)
    for box in [SlideBox(x: 5, y: 0, width: 2, height: 2), SlideBox(x: 0, y: 0, width: 1e9, height: 1e9)] {
      let picture = ZoomedPicture(
        sources: [.init(bitmap: bitmap(4, 4))], orientation: .upright, box: box, isMoving: false)
      let content = SlideContent(zoomed: picture, in: window, style: style)
      expect(content.cells, equals: SlideContent(emptyIn: window, style: style).cells)
    }
  }

  @Test func `a moving picture is upper half blocks, each the mean of its light`() {
    let window = CellSize(columns: 2, rows: 1)
    let (black, white) = (SIMD4<UInt16>(0, 0, 0, 65_535), SIMD4<UInt16>(repeating: 65_535))
    // 2×2 samples per half: the first cell's upper half is half black and half white.
    let rows = [[black, white, white, white], [white, black, white, white], Array(repeating: black, count: 4)]
    let picture = ZoomedPicture(
      sources: [
        .init(
          bitmap: Bitmap(
            size: PixelSize(width: 4, height: 4), pixels: (rows + [rows[2]]).flatMap { $0 }, isOpaque: true))
      ], orientation: .upright, box: SlideBox(width: 2, height: 1), isMoving: true)
    let content = SlideContent(zoomed: picture, in: window, style: style)
    // Half of the light is 188 of 255 in sRGB.
    let (half, dark, bright) = (
      Color(red: 188, green: 188, blue: 188), Color.black, Color(red: 255, green: 255, blue: 255)
    )
    expect(
      content.cells.cells,
      equals: [
        Cell(.upperHalf, foreground: half, background: dark), Cell(.upperHalf, foreground: bright, background: dark),
      ])
  }

  @Test func `a moving picture shows the terminal's background beside it`() {
    let window = CellSize(columns: 3, rows: 2)
    let red = Bitmap(
      size: PixelSize(width: 2, height: 2), pixels: Array(repeating: SIMD4(65_535, 0, 0, 65_535), count: 4),
      isOpaque: true)
    let picture = ZoomedPicture(
      sources: [.init(bitmap: red)], orientation: .upright, box: SlideBox(x: 1, y: 0.5, width: 1, height: 1),
      isMoving: true)
    let cells = SlideContent(zoomed: picture, in: window, style: style).cells
    let color = Color(red: 255, green: 0, blue: 0)
    expect(
      cells.cells,
      equals: [
        .blank, Cell(.lowerHalf, foreground: color), .blank, .blank, Cell(.upperHalf, foreground: color), .blank,
      ])
  }

  @Test func `a sharper part replaces its area of a moving picture`() {
    let window = CellSize(columns: 4, rows: 2)
    let part = SlideBox(x: 0.25, y: 0.25, width: 0.5, height: 0.5)
    func flat(_ pixel: SIMD4<UInt16>) -> Bitmap {
      Bitmap(size: PixelSize(width: 4, height: 4), pixels: Array(repeating: pixel, count: 16), isOpaque: true)
    }
    let picture = ZoomedPicture(
      sources: [
        .init(bitmap: flat(SIMD4(0, 0, 65_535, 65_535))), .init(bitmap: flat(SIMD4(65_535, 0, 0, 65_535)), part: part),
      ], orientation: .upright, box: SlideBox(width: 4, height: 2), isMoving: true)
    let cells = SlideContent(zoomed: picture, in: window, style: style).cells
    let (red, blue) = (Color(red: 255, green: 0, blue: 0), Color(red: 0, green: 0, blue: 255))
    let mixed = Cell(.upperHalf, foreground: blue, background: red)
    let flatBlue = Cell(.blank, background: blue)
    expect(cells[0, 0], equals: flatBlue)
    expect(cells[3, 0], equals: flatBlue)
    expect(cells[1, 0], equals: mixed)
    expect(cells[2, 0], equals: mixed)
    expect(cells[1, 1], equals: Cell(.upperHalf, foreground: red, background: blue))
  }

  @Test func `a zoomed picture's place is measured in whole samples`() throws {
    let index = try #require(
      ZoomedPicture.RestingPlacement(
        of: SlideBox(x: -1.5, y: 0.25, width: 10, height: 1), in: CellSize(columns: 4, rows: 2),
        samplesPerCell: PixelSize(width: 4, height: 4)))
    expect(index.x, equals: -6)
    expect(index.y, equals: 1)
    expect(index.region.whole, equals: PixelSize(width: 40, height: 4))
    expect(index.region.part, equals: PixelRect(x: 6, y: 0, width: 16, height: 4))
  }
}

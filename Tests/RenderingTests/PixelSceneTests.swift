import Bitmaps
import Carousel
import CarouselValues
import Rendering
import Terminal
import TestSupport
import Testing

/// Scenes with pictures in pixels: the pictures' places, and what is drawn over them.
@Suite struct PixelSceneTests {
  private static let window = CellSize(columns: 12, rows: 5)
  private static let cell = CellPixels(width: 10, height: 20)

  /// A picture of 60×80 pixels in a window of 120×100.
  private static func picture(_ letter: Character, serial: UInt64, dissolves: Bool = false) throws -> PixelPicture {
    let rows = Array(repeating: String(repeating: letter, count: 60), count: 80)
    return try #require(
      PixelPicture(
        bitmap(rows, letters), in: PixelSize(width: 120, height: 100), aligned: .center,
        over: .terminal(assumed: .black),
        serial: serial, isCompressed: !dissolves, effect: dissolves ? .dissolves : .none))
  }

  /// A scene of white slides, some of which have a picture in pixels.
  private static func scene(_ frame: CarouselMachine.Frame, pictures: Set<Int> = [0, 1]) throws -> Scene {
    let look = style()
    var contents: [Int: SlideContent] = [:]
    for index in 0..<frame.count { contents[index] = filled("W", window, look) }
    var scene = Scene(window: window, style: look, frame: frame, contents: contents)
    scene.pixels = PixelStage(
      cell: cell,
      pictures: try Dictionary(
        uniqueKeysWithValues: pictures.map { ($0, try picture("R", serial: UInt64($0 + 1))) }))
    return scene
  }

  private static func frame(of scene: Scene) -> Frame { scene.frame(with: scene.layout) }

  @Test func `a picture at rest is placed to the pixel, under text and dots`() throws {
    var scene = try Self.scene(restingFrame(count: 2, current: 0))
    scene.captions = [0: "Snow"]
    let frame = Self.frame(of: scene)
    let pixels = try #require(frame.pixels)
    // The cell form contains everything.
    expect(frame.cells, equals: scene.composed())
    let picture = pixels.placements[0]
    #expect((picture.column, picture.row, picture.offset) == (3, 0, PixelOffset(x: 0, y: 10)))
    expect(picture.source, equals: PixelArea(x: 0, y: 0, width: 60, height: 80))
    expect(
      pixels.cells.textRows, equals: ["            ", "            ", "            ", "    ● ○     ", "    Snow    "])
    // Backgrounds are the terminal's own, because others would not be visible.
    #expect(pixels.cells.cells.allSatisfy { $0.background == .terminalDefault })
    // The bar is a shade over two rows.
    expect(pixels.placements.count, equals: 2)
    let shade = try #require(pixels.placements.last)
    #expect((shade.column, shade.row, shade.cells) == (0, 3, CellSize(columns: 12, rows: 2)))
  }

  /// Black of 0.5 over white is a gray of 128; white text takes 116 or less: 139 of 255 between encoded values, 211 in
  /// linear light. White of 0.5 over black, with black text, takes 127 or 55. All are rounded up to 32nds.
  @Test(arguments: [
    (Character("W"), LinearColor.black, ImageBlending.encoded, 143 as UInt8), ("W", .black, .linear, 215),
    ("W", .black, .unknown, 215), ("K", .white, .encoded, 127), ("K", .white, .linear, 55),
    ("K", .white, .unknown, 127),
  ])
  func `a shade is as dark or light as cells are, however the terminal blends it`(
    slide: Character, terminal: LinearColor, blending: ImageBlending, alpha: UInt8
  ) throws {
    var scene = try Self.scene(restingFrame(count: 1, current: 0))
    scene.style.terminal.background = terminal
    scene.contents[0] = filled(slide, Self.window, scene.style)
    scene.captions = [0: "Snow"]
    scene.pixels?.blending = blending
    expect(Self.frame(of: scene).pixels?.placements.last?.image.shade?.alpha, equals: alpha)
  }

  @Test func `the help panel has an opaque backing over pictures`() throws {
    var scene = try Self.scene(restingFrame(count: 1, current: 0))
    scene.help = HelpPanel(rows: [HelpPanel.Row("q", "quit")])
    let pixels = try #require(Self.frame(of: scene).pixels)
    let help = try #require(scene.layout.help)
    let shade = try #require(pixels.placements.last)
    #expect((shade.column, shade.row, shade.cells) == (help.area.column, help.area.row, help.area.size))
    expect(shade.image.shade?.alpha, equals: 255)
    #expect(pixels.cells.textRows[2].contains("q"))
  }

  @Test func `the bars of a histogram are visible over pictures`() throws {
    var scene = try Self.scene(restingFrame(count: 1, current: 0))
    scene.help = HelpPanel(rows: [HelpPanel.Row(" ██▄", "")])
    let pixels = try #require(Self.frame(of: scene).pixels)
    let shades = pixels.placements.filter { $0.image.shade.map { $0.red > 128 } ?? false }
    let row = try #require(pixels.cells.textRows.firstIndex { $0.contains("▄") })
    expect(shades.map(\.row), equals: [row])
    expect(shades.map(\.cells), equals: [CellSize(columns: 2, rows: 1)])
  }

  @Test(arguments: [nil, 0, 1, 2, 3])
  func `over pictures each cell of a panel has its own background, whichever row is selected`(selected: Int?) throws {
    var scene = try Self.scene(restingFrame(count: 2, current: 0))
    scene.captions = [0: "Snow"]
    scene.status = "words"
    scene.help = HelpPanel(rows: ["a", "b", "c", "d"].map { HelpPanel.Row($0, "do") })
    scene.help?.selectedRow = selected
    let frame = Self.frame(of: scene)
    let pixels = try #require(frame.pixels)
    let panel = try #require(scene.layout.help).area
    expect(panel.size, equals: CellSize(columns: 11, rows: 5))
    let shades = pixels.placements.compactMap { placement in
      placement.image.shade.map { (shade: $0, area: placement.area(on: Self.cell)) }
    }
    for row in panel.rowRange {
      for column in panel.columnRange {
        let here = shades.filter { $0.area.contains(column, row) }
        // Terminals differ in which of two is in front. Beside the picture, which covers columns 3 to 8, cells will do.
        #expect(here.count == 1 || here.isEmpty && !(3...8).contains(column), "\(column), \(row)")
        let text = pixels.cells[column, row]
        let backing = here.first.map { Color(red: $0.shade.red, green: $0.shade.green, blue: $0.shade.blue) }
        expect(backing ?? text.background, equals: frame.cells[column, row].background, "\(column), \(row)")
        #expect(here.allSatisfy { $0.shade.alpha == 255 })
        if text.glyph != .blank { #expect(text.foreground != backing ?? text.background, "\(column), \(row)") }
      }
    }
  }

  @Test func `inline pictures are shown only at rest and outside the overlays`() throws {
    var scene = try Self.scene(restingFrame(count: 2, current: 0))
    scene.captions = [0: "Snow"]
    scene.pixels?.isInline = true
    let frame = Self.frame(of: scene)
    let pixels = try #require(frame.pixels)
    expect(pixels.cells, equals: frame.cells)
    expect(pixels.placements.count, equals: 1)
    // The picture is in columns 3 to 8, and the bar in the last two of five rows.
    expect(pixels.uncovered, equals: [CellRect(column: 3, row: 0, columns: 6, rows: 3)])
    scene.frame = CarouselMachine.Frame(
      count: 2, previous: nil, current: 0, next: 1, progress: 0.325, nearestSlide: 0, isMoving: true)
    expect(Self.frame(of: scene).pixels, equals: nil)
  }

  @Test func `moving slides are clipped to the pixel at the window's edges`() throws {
    let moving = CarouselMachine.Frame(
      count: 2, previous: nil, current: 0, next: 1, progress: 0.325, nearestSlide: 0, isMoving: true)
    let pixels = try #require(Self.frame(of: try Self.scene(moving)).pixels)
    let pictures = pixels.placements.filter { $0.image.shade == nil }.sorted { $0.column < $1.column }
    // Moved left by 39 of 120 pixels: nine columns of the first picture are cut off, and nine of the second are
    // visible.
    expect(pictures.map(\.column), equals: [0, 11])
    expect(pictures.map(\.offset), equals: [PixelOffset(x: 0, y: 10), PixelOffset(x: 1, y: 10)])
    expect(
      pictures.map(\.source),
      equals: [
        PixelArea(x: 9, y: 0, width: 51, height: 80), PixelArea(x: 0, y: 0, width: 9, height: 80),
      ])
    // No cells move.
    expect(pixels.cells.motion?.areas, equals: [])
  }

  @Test func `a slide that is pushed away is cut off where the next one covers it`() throws {
    var pushed = CarouselMachine.Frame(
      count: 2, previous: nil, current: 0, next: 1, progress: 0.5, nearestSlide: 0, isMoving: true)
    pushed.transition = TransitionSettings(.push)
    let pixels = try #require(Self.frame(of: try Self.scene(pushed)).pixels)
    let pictures = pixels.placements.filter { $0.image.shade == nil }
    // The current slide has moved left by 18 of 120 pixels, and the next one covers it from pixel 60 on.
    expect(pictures.map(\.image.serial), equals: [1, 2])
    expect(pictures.map(\.column), equals: [1, 9])
    expect(pictures.map(\.offset.x), equals: [2, 0])
    expect(
      pictures.map(\.source),
      equals: [
        PixelArea(x: 0, y: 0, width: 48, height: 80), PixelArea(x: 0, y: 0, width: 30, height: 80),
      ])
  }

  @Test func `a slide that dissolves lies over the other in layers that add up`() throws {
    var counts: [Int] = []
    for progress in [0.05, 0.3, 0.6, 0.95] {
      var fading = CarouselMachine.Frame(
        count: 2, previous: nil, current: 0, next: 1, progress: progress, nearestSlide: 0, isMoving: true)
      fading.transition = .fade
      var scene = try Self.scene(fading, pictures: [0])
      scene.pixels?.pictures[1] = try Self.picture("G", serial: 2, dissolves: true)
      let placements = try #require(Self.frame(of: scene).pixels).placements.filter { $0.image.shade == nil }
      let (base, layers) = (placements[0], placements.dropFirst())
      expect(base.image.serial, equals: 1)
      expect(base.depth, equals: .base)
      #expect(layers.allSatisfy { $0.image.isDissolveLayer && $0.depth == .picture })
      // The layers cover the whole slide, including its backdrop.
      #expect(
        layers.allSatisfy {
          ($0.column, $0.row) == (0, 0) && $0.source == PixelArea(x: 0, y: 0, width: 120, height: 100)
        })
      let transparency = layers.reduce(1) { $0 * (1 - Double($1.image.content[3]) / 255) }
      #expect(abs(1 - transparency - progress) < 0.03)
      counts.append(layers.count)
      expect(Array(layers[1].image.content[0..<3]), equals: [0, 0, 0])
      let middle = (50 * 120 + 60) * 4
      expect(Array(layers[1].image.content[middle..<middle + 3]), equals: [0, 255, 0])
    }
    #expect(counts == counts.sorted() && Set(counts).count > 2)
  }

  @Test(arguments: (0...100).map { Double($0) / 100 })
  func `the layers of a dissolve come close to any opacity`(opacity: Double) throws {
    let dissolve = try #require(try Self.picture("R", serial: 1, dissolves: true).dissolve)
    let layers = dissolve.layers(for: opacity)
    let transparency = layers.reduce(1) { $0 * (1 - Double($1.content[3]) / 255) }
    #expect(abs(1 - transparency - opacity) < 0.045)
    #expect(layers.count <= 11)
  }

  @Test(arguments: [
    // Twice the size around the middle: 120×160 pixels in a window of 120×100.
    (
      SlideBox(x: 0, y: -30, width: 120, height: 160), CellRect(column: 0, row: 0, columns: 12, rows: 5),
      // Without the outermost pixels, at which an enlarged image may be transparent.
      PixelArea(x: 1, y: 15, width: 58, height: 50)
    ),
    // The window beside it stays empty, in whole cells.
    (
      SlideBox(x: 26, y: 0, width: 72, height: 100), CellRect(column: 3, row: 0, columns: 7, rows: 5),
      PixelArea(x: 3, y: 1, width: 56, height: 78)
    ),
    // Magnified so far that a cell shows less than a pixel.
    (
      SlideBox(x: -60_000, y: -80_000, width: 120_000, height: 160_000),
      CellRect(column: 0, row: 0, columns: 12, rows: 5), PixelArea(x: 30, y: 40, width: 1, height: 1)
    ),
  ])
  func `a zoomed picture is clipped and stretched to whole cells`(
    box: SlideBox, area: CellRect, source: PixelArea
  ) throws {
    var scene = try Self.scene(restingFrame(count: 1, current: 0))
    scene.showsOverlays = false
    scene.pixels?.boxes[0] = box
    let placement = try #require(Self.frame(of: scene).pixels?.placements.first)
    #expect((placement.column, placement.row, placement.cells) == (area.column, area.row, area.size))
    expect(placement.source, equals: source)
    scene.pixels?.boxes[0] = SlideBox(x: 500, y: 0, width: 72, height: 100)
    expect(Self.frame(of: scene).pixels, equals: nil)
  }

  @Test func `scenes that cannot be shown in pixels are shown in cells`() throws {
    func isInPixels(_ scene: Scene) -> Bool { Self.frame(of: scene).pixels != nil }
    let halfWay = CarouselMachine.Frame(
      count: 2, previous: nil, current: 0, next: 1, progress: 0.5, nearestSlide: 0, isMoving: true)
    #expect(isInPixels(try Self.scene(halfWay)))
    #expect(!isInPixels(try Self.scene(halfWay, pictures: [0])))
    var fading = halfWay
    fading.transition = .fade
    #expect(!isInPixels(try Self.scene(fading)))
    var few = try Self.scene(restingFrame(count: 1, current: 0))
    few.style.terminal.depth = .palette256
    #expect(!isInPixels(few))
  }

  @Test func `a pixel picture has alpha only over the terminal's background`() throws {
    let half = SIMD4<UInt16>(SRGB.linear16(128) / 2, 0, 0, 32_768)
    let bitmap = Bitmap(size: PixelSize(width: 1, height: 1), pixels: [half], isOpaque: false)
    func image(_ backdrop: Backdrop) throws -> PixelImage {
      try #require(
        PixelPicture(bitmap, in: PixelSize(width: 9, height: 9), aligned: .topLeft, over: backdrop, serial: 1)
      ).image
    }
    #expect(try image(.terminal(assumed: .black)).hasAlpha)
    #expect(try !image(.color(.white)).hasAlpha)
    #expect(try !image(.checkerboard).hasAlpha)
  }

  @Test(arguments: [Backdrop.color(.white), .terminal(assumed: .black)])
  func `for placeholders a picture is padded to whole cells with the backdrop`(backdrop: Backdrop) {
    let bitmap = bitmap(Array(repeating: String(repeating: "R", count: 25), count: 30), letters)
    let cell = CellPixels(width: 10, height: 20)
    // Three by two cells: the picture is at (3, 5) in 30×40 pixels.
    let (samples, size, hasAlpha) = PixelPicture.samplesOnWholeCells(of: bitmap, x: 3, y: 5, cell, over: backdrop)
    let isOpaque = backdrop == .color(.white)
    expect(size, equals: PixelExtent(width: 30, height: 40))
    expect(hasAlpha, equals: !isOpaque)
    let channels = isOpaque ? 3 : 4
    func pixel(_ x: Int, _ y: Int) -> [UInt8] { Array(samples[(y * 30 + x) * channels..<(y * 30 + x + 1) * channels]) }
    let (surround, red): ([UInt8], [UInt8]) =
      isOpaque ? ([255, 255, 255], [255, 0, 0]) : ([0, 0, 0, 0], [255, 0, 0, 255])
    for (x, y) in [(2, 5), (3, 4), (28, 34), (27, 35)] { expect(pixel(x, y), equals: surround, "\(x), \(y)") }
    for (x, y) in [(3, 5), (27, 34)] { expect(pixel(x, y), equals: red, "\(x), \(y)") }
    func extent(by pixelProtocol: PixelProtocol) -> PixelExtent? {
      PixelPicture(bitmap, atX: 13, y: 25, over: backdrop, serial: 1, by: pixelProtocol, on: cell)?.image.size
    }
    expect(extent(by: .placeholders), equals: size)
    expect(extent(by: .kitty), equals: PixelExtent(width: 25, height: 30))
  }
}

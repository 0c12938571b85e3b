import Bitmaps
import Carousel
import CarouselApp
import CarouselValues
import Decks
import Imaging
import Pictures
import Rendering
import System
import Terminal
import TestSupport
import Testing

/// Slides whose pictures are prepared in pixels, on a terminal that shows pixels.
@Suite @MainActor struct SessionPixelTests {
  /// Returns a stage of 20×5 cells with 10×20 pixels each, on a terminal that shows pixels.
  private static func stage(
    _ names: String..., moving: Set<String> = [], change: (inout Options) -> Void = { _ in }
  ) -> Stage {
    var stage = Stage(moving: moving, change: change)
    stage.send(
      .resized(CellSize(columns: 20, rows: 5), cellAspect: 0.5, pixels: CellPixels(width: 10, height: 20)))
    stage.deck(names)
    return stage
  }

  /// Answers the current request for pixels; returns the slide's name, or nil if nothing is requested.
  private static func prepare(_ stage: inout Stage, fails: Bool = false) -> String? {
    guard let request = stage.requests.pixels.first, case .file(let path) = request.key.picture.location else {
      return nil
    }
    let name = String(decoding: path.bytes, as: UTF8.self)
    let picture = Stage.picture(name, in: request.key.picture, serial: UInt64(name.utf8.count) + 1000)
    stage.send(.pixels(request, fails ? nil : request.encoded(picture)))
    return name
  }

  @Test func `once a slide is drawn in cells, its pixels are prepared, then the next slide's`() throws {
    var stage = Self.stage("red", "green", "white", "blue", "slow")
    let request = try #require(stage.requests.pixels.first)
    expect(stage.requests.pixels.count, equals: 1)
    expect(request.key.picture.shape.fit.box, equals: PixelSize(width: 200, height: 100))
    expect(request.key.picture.shape.fit.sampleAspect, equals: 1)
    expect(stage.shownFrame.pixels, equals: nil)
    expect(Self.prepare(&stage), equals: "red")
    let frame = stage.shownFrame
    expect(frame.pixels?.placements.first?.image.size, equals: PixelExtent(width: 200, height: 100))
    expect(frame.upcoming.count, equals: 1)
    expect(Self.prepare(&stage), equals: "green")
    // The previous slide has not been drawn in cells yet, and slides further away can wait.
    expect(stage.requests.pixels.first, equals: nil)
  }

  @Test func `pictures sent through shared memory are not compressed`() throws {
    var stage = Self.stage("red", "green")
    expect(stage.requests.pixels.first?.isCompressed, equals: true)
    var facts = TerminalFacts()
    _ = facts.apply(.graphics(id: SharedMemory.queryID, "OK"))
    stage.send(.terminal(facts, depth: .truecolor))
    expect(stage.requests.pixels.first?.isCompressed, equals: false)
    expect(Self.prepare(&stage), equals: "red")
    let image = try #require(stage.shownFrame.pixels?.placements.first?.image)
    #expect(!image.isDeflated && image.content.count == 200 * 100 * 3)
    // Uncompressed images count with their full size.
    expect(stage.requests.pixelBytes, equals: 200 * 100 * 3)
  }

  @Test func `a moving slide is drawn in pixels, and no pixels are prepared meanwhile`() throws {
    var stage = Self.stage("red", "green", "blue")
    while Self.prepare(&stage) != nil {}
    stage.send(.input(.key(.right)))
    stage.now = stage.now.advanced(by: .milliseconds(100))
    stage.send(.tick)
    let placements = try #require(
      stage.shownFrame.pixels?.placements.filter { $0.image.shade == nil })
    expect(placements.count, equals: 2)
    expect(stage.requests.pixels.first, equals: nil)
  }

  @Test func `slides dissolve in pixels if the terminal reads shared memory, else in cells`() throws {
    for isShared in [true, false] {
      var stage = Self.stage("red", "green", "blue") { $0.settings.transition = .fade }
      var facts = TerminalFacts()
      _ = facts.apply(.graphics(id: SharedMemory.queryID, isShared ? "OK" : "EBADF"))
      _ = facts.apply(.version("kitty(0.40.1)"))
      stage.send(.terminal(facts, depth: .truecolor))
      while Self.prepare(&stage) != nil {}
      expect(stage.shownFrame.upcoming.count { $0.isDissolveLayer }, equals: isShared ? 4 : 0)
      // Backward, it is the current slide that dissolves: its layers are prepared, too.
      for key in [Key.right, .left] {
        stage.press(key)
        stage.now = stage.now.advanced(by: .milliseconds(150))
        stage.send(.tick)
        let pixels = stage.shownFrame.pixels
        expect(pixels != nil, equals: isShared)
        expect(pixels?.placements.count { $0.image.isDissolveLayer } ?? 0 > 0, equals: isShared)
        stage.wait(1)
        while Self.prepare(&stage) != nil {}
        let resting = try #require(stage.shownFrame.pixels)
        #expect(resting.placements.allSatisfy { !$0.image.isDissolveLayer && $0.depth != .base })
      }
    }
  }

  @Test(arguments: [true, false])
  func `slides drift and dissolve in pixels if the terminal reads shared memory, else in cells`(isShared: Bool) throws {
    var stage = Self.stage("red", "green", "blue") {
      $0.settings.transition = .drift
      $0.settings.interval = .seconds(3)
    }
    var facts = TerminalFacts()
    _ = facts.apply(.graphics(id: SharedMemory.queryID, isShared ? "OK" : "EBADF"))
    _ = facts.apply(.version("kitty(0.40.1)"))
    stage.send(.terminal(facts, depth: .truecolor))
    stage.load()
    stage.wait(1)
    // The slide is already drifting. Upcoming slides are prepared meanwhile, unless their pixels would be sent inline.
    expect(stage.requests.pixels.first != nil, equals: isShared)
    while Self.prepare(&stage) != nil {}
    func placements() -> [Placement] {
      stage.shownFrame.pixels?.placements.filter { $0.image.shade == nil } ?? []
    }
    guard isShared else {
      #expect(placements().isEmpty)
      return
    }
    let early = try #require(placements().first)
    expect(early.cells, equals: CellSize(columns: 20, rows: 5))
    expect(early.image.size, equals: PixelExtent(width: 200, height: 100))
    stage.wait(1)
    let late = try #require(placements().first)
    #expect(late.image == early.image && late.source.width < early.source.width && early.source.width < 200)
    stage.now = stage.now.advanced(by: .milliseconds(1600))
    stage.send(.tick)
    let dissolving = placements()
    #expect(dissolving.first?.depth == .base && dissolving.count > 1)
    #expect(
      dissolving.dropFirst().allSatisfy { $0.image.isDissolveLayer && $0.cells == CellSize(columns: 20, rows: 5) })
  }

  @Test func `a slide whose pixels fail stays in cells, and they are requested only once`() {
    var stage = Self.stage("red", "green")
    expect(Self.prepare(&stage, fails: true), equals: "red")
    expect(Self.prepare(&stage), equals: "green")
    expect(stage.requests.pixels.first, equals: nil)
    expect(stage.shownFrame.pixels, equals: nil)
  }

  @Test func `animations, pictures without upscaling and terminals without pixels use cells`() {
    expect(Self.stage("red", moving: ["red"]).requests.pixels.first, equals: nil)
    expect(Self.stage("red") { $0.upscales = false }.requests.pixels.first, equals: nil)
    expect(Stage("red").requests.pixels.first, equals: nil)
  }

  @Test func `a zoomed picture is stretched during motion and exact to the pixel at rest`() throws {
    var stage = Self.stage("red")
    while Self.prepare(&stage) != nil {}
    stage.press(.enter)
    stage.wait(1)
    expect(Self.prepare(&stage), equals: nil)
    func first(_ frame: PixelFrame?) -> Placement? { frame?.placements.first { $0.image.shade == nil } }
    func frame() -> Frame { stage.shownFrame }
    let whole = try #require(first(frame().pixels)?.image)
    stage.type("=")
    stage.now = stage.now.advanced(by: .milliseconds(100))
    stage.send(.tick)
    // Both axes exceed the window: the placement covers all cells and shows less than the whole picture.
    let moving = try #require(first(frame().pixels))
    #expect(moving.image == whole && moving.cells == CellSize(columns: 20, rows: 5) && moving.source.width < 200)
    expect(frame().interim, equals: nil)
    expect(stage.requests.pixels.first, equals: nil)
    stage.wait(1)
    // At 1:1, the window shows 200×100 of the picture's 640×480 pixels.
    expect(first(frame().pixels)?.image, equals: whole)
    let request = try #require(stage.requests.pixels.first)
    let region = try #require(request.key.picture.shape.region)
    expect(region.whole, equals: PixelSize(width: 640, height: 480))
    expect(region.part, equals: PixelRect(x: 220, y: 190, width: 200, height: 100))
    expect(request.key.zoomed?.orientation, equals: .upright)
    expect(Self.prepare(&stage), equals: "red")
    let resting = try #require(first(frame().pixels))
    expect(resting.cells, equals: nil)
    expect(resting.image.size, equals: PixelExtent(width: 200, height: 100))
    // The stretched image stays until the terminal has the exact one.
    expect(first(frame().interim)?.image, equals: whole)
    stage.press(.left)
    stage.now = stage.now.advanced(by: .milliseconds(50))
    stage.send(.tick)
    expect(first(frame().pixels)?.image, equals: whole)
    expect(frame().interim, equals: nil)
  }

  @Test func `a rotated picture is drawn in pixels once it rests`() throws {
    var stage = Self.stage("red")
    while Self.prepare(&stage) != nil {}
    stage.press(.enter)
    stage.wait(1)
    stage.press(.character(">"))
    stage.wait(1)
    let request = try #require(stage.requests.pixels.first)
    expect(request.key.zoomed?.orientation, equals: .quarterTurn)
    expect(Self.prepare(&stage), equals: "red")
    let placement = try #require(stage.shownFrame.pixels?.placements.first)
    // 640×480 on its side, fitted into 200×100.
    expect(placement.image.size, equals: PixelExtent(width: 75, height: 100))
  }

  @Test func `the key a cycles from pixels through the art modes and back`() {
    var stage = Self.stage("red") { $0.artOfTerminal = { _ in .half } }
    stage.send(
      .resized(CellSize(columns: 40, rows: 5), cellAspect: 0.5, pixels: CellPixels(width: 10, height: 20)))
    stage.load()
    while Self.prepare(&stage) != nil {}
    func isInPixels() -> Bool { stage.shownFrame.pixels != nil }
    func press() -> String {
      stage.type("a")
      while Self.prepare(&stage) != nil {}
      return stage.row(0).split(separator: " ").joined(separator: " ")
    }
    #expect(isInPixels())
    for name in ["half", "block", "legacy", "best", "ascii"] {
      expect(press(), equals: "art: \(name)")
      #expect(!isInPixels() && stage.requests.pixels.first == nil)
    }
    expect(press(), equals: "art: auto (pixels)")
    #expect(isInPixels() && stage.session.style.picture.art == .half)
  }

  @Test func `a chosen art mode stays when the terminal turns out to support pixels`() {
    var stage = Stage("red")
    stage.type("a")
    stage.send(
      .resized(CellSize(columns: 20, rows: 5), cellAspect: 0.5, pixels: CellPixels(width: 10, height: 20)))
    stage.load()
    expect(stage.requests.pixels.first, equals: nil)
    expect(stage.session.style.picture.art, equals: .block)
  }

  /// Returns a stage and its cells in ASCII art. The slide, whose color changes in the middle of a cell, is having its
  /// pixels prepared when the terminal's version selects finer glyphs.
  private static func restyled() -> (stage: Stage, cells: CellBuffer) {
    var stage = Stage {
      $0.preferences.picture.art = .ascii
      $0.artOfTerminal = { _ in .best }
    }
    stage.send(
      .resized(CellSize(columns: 21, rows: 5), cellAspect: 0.5, pixels: CellPixels(width: 10, height: 20)))
    stage.deck(["halves"])
    let cells = stage.compose()
    var facts = TerminalFacts()
    _ = facts.apply(.version("kitty(0.40.1)"))
    stage.apply(facts)
    return (stage, cells)
  }

  @Test func `a slide under pixels is redrawn in the terminal's art after its pixels, in a prerender job`()
    throws
  {
    var (stage, cells) = Self.restyled()
    expect(stage.session.style.picture.art, equals: .best)
    let before = stage.compose()
    #expect(before == cells && stage.requests.pixels.first != nil)
    #expect(stage.requests.pictures.isEmpty && stage.prerender == nil)
    expect(Self.prepare(&stage), equals: "halves")
    stage.load()
    let covered = stage.compose()
    #expect(stage.shownFrame.pixels != nil && covered == cells)
    let request = stage.prerender
    let job = try #require(request)
    let isVisible = stage.prerendered(job, job.run())
    let after = stage.compose()
    #expect(isVisible && after != cells && stage.prerender == nil)
  }

  @Test(arguments: ["cannot be had", "are turned off", "are refused"])
  func `a slide that pixels fail to cover is redrawn in the terminal's art at once`(pixels: String) {
    var (stage, cells) = Self.restyled()
    switch pixels {
    case "cannot be had": expect(Self.prepare(&stage, fails: true), equals: "halves")
    case "are turned off": stage.type("a")
    default: stage.send(.resized(CellSize(columns: 21, rows: 5), cellAspect: 0.5))
    }
    stage.load()
    stage.wait(2)
    let after = stage.compose()
    #expect(after != cells && stage.prerender == nil)
  }

  @Test func `the help panel mentions pixels if the terminal shows them`() {
    func row(_ stage: Stage) -> String? {
      var stage = stage
      stage.type("?")
      defer { stage.type("?") }
      return stage.shownFrame.cells.textRows.first { $0.contains("art mode") }
    }
    let window = CellSize(columns: 60, rows: 40)
    var stage = Stage("red", columns: 60, rows: 40)
    expect(row(stage)?.contains("pixels"), equals: false)
    stage.send(.resized(window, cellAspect: 0.5, pixels: CellPixels(width: 10, height: 20)))
    expect(row(stage)?.contains("pixels, art mode"), equals: true)
  }

  @Test func `a resize requests new pixels, and stale ones are dropped`() throws {
    var stage = Self.stage("red")
    let stale = try #require(stage.requests.pixels.first)
    stage.send(
      .resized(CellSize(columns: 30, rows: 8), cellAspect: 0.5, pixels: CellPixels(width: 10, height: 20)))
    stage.load()
    let isVisible = stage.send(
      .pixels(stale, stale.encoded(Stage.picture("red", in: stale.key.picture, serial: 7))))
    #expect(!isVisible)
    expect(stage.requests.pixels.first?.key.area, equals: PixelSize(width: 300, height: 160))
  }

  @Test func `the far side of ssh scales eight pictures for pixels at a time`() {
    var stage = Stage { $0.opensGrid = true }
    stage.send(
      .resized(CellSize(columns: 80, rows: 24), cellAspect: 0.5, pixels: CellPixels(width: 10, height: 20)))
    stage.deck((0..<12).map { "ssh://nas/\($0).jpg" })
    for _ in 0..<2 { for key in stage.wanted().visible + stage.wanted().soon { stage.arrive(key, "red") } }
    expect(stage.requests.pixels.count, equals: 8)
  }

  @Test func `the grid's thumbnails are in pixels as they arrive, except under a panel`() throws {
    var stage = Self.stage("red", "green")
    stage.send(.resized(CellSize(columns: 120, rows: 40), cellAspect: 0.5, pixels: CellPixels(width: 10, height: 20)))
    stage.press(.character("g"))
    stage.wait(2)
    stage.load()
    expect(stage.shownFrame.pixels, equals: nil)
    #expect(Self.prepare(&stage) != nil)
    let first = try #require(stage.shownFrame.pixels)
    expect(first.placements.count, equals: 1)
    let area = try #require(first.placements[0].standIn)
    expect(first.cells[area.column, area.row], equals: Cell(.blank, background: .terminalDefault))
    #expect(stage.shownFrame.cells[area.column, area.row] != first.cells[area.column, area.row])
    while Self.prepare(&stage) != nil {}
    let both = try #require(stage.shownFrame.pixels)
    expect(both.placements.map(\.image.isThumbnail), equals: [true, true])
    stage.press(.character("?"))
    let covered = try #require(stage.shownFrame.pixels)
    let panel = covered.placements.compactMap(\.standIn).reduce(0) { $0 + $1.size.count }
    #expect(panel < both.placements.compactMap(\.standIn).reduce(0) { $0 + $1.size.count })
    #expect(covered.cells.textRows.joined().contains("select"))
  }

  @Test func `a slide stays in pixels while it is prepared for another change mode`() {
    var stage = Self.stage("red", "green")
    var facts = TerminalFacts()
    _ = facts.apply(.graphics(id: SharedMemory.queryID, "OK"))
    stage.send(.terminal(facts, depth: .truecolor))
    while Self.prepare(&stage) != nil {}
    let shown = stage.shownFrame.pixels?.placements.first?.image
    #expect(shown != nil)
    stage.press(.character("c"))
    #expect(stage.requests.pixels.first != nil)
    expect(stage.shownFrame.pixels?.placements.first?.image, equals: shown)
  }
}

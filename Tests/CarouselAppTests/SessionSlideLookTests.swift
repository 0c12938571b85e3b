import Bitmaps
import Carousel
import CarouselApp
import CarouselValues
@testable import Decks
import Imaging
import Pictures
import Rendering
import System
import Terminal
import TestSupport
import Testing

/// Slides for which a deck sets a background or a fit.
@MainActor struct SessionSlideLookTests: OwnSettingsTesting {
  let interval: Duration? = nil

  /// The colors of a row's cells.
  private func colors(_ stage: Stage) -> [String] { (0..<20).map { stage.color($0, 2) } }

  private func row(_ runs: (String, Int)...) -> [String] { runs.flatMap { Array(repeating: $0.0, count: $0.1) } }

  @Test func `a slide's own background is around its picture, the option's around others`() {
    var stage = stage([("red", OwnSettings(background: "#00f")), ("green", plain)]) {
      $0.preferences.picture.backdrop = .color(.white)
      $0.settings.interval = nil
    }
    stage.narrow(to: 8)
    expect(colors(stage), equals: row(("blue", 6), ("red", 8), ("blue", 6)))
    stage.press(.right)
    stage.now = stage.now.advanced(by: .milliseconds(60))
    stage.send(.tick)
    let moving = colors(stage)
    // Each slide takes its background along.
    #expect(moving.contains("blue") && moving.contains("white"))
    expect(moving.firstIndex(of: "white").map { moving[$0...].contains("blue") }, equals: false)
    stage.wait(1)
    expect(colors(stage), equals: row(("white", 6), ("green", 8), ("white", 6)))
  }

  @Test(arguments: [(UInt16(1000), UInt16.max, false), (65_535, .max, true), (0, 0, false), (20_000, 20_000, true)])
  func `behind a transparent picture that would be invisible is a checkerboard, with B behind all`(
    light: UInt16, alpha: UInt16, isVisible: Bool
  ) throws {
    var stage = Stage("slow")
    let key = try #require(stage.wanted().visible.first)
    let (box, samples) = (key.shape.fit.box, key.shape.samples)
    let size = PixelSize(width: box.width * samples.width, height: box.height * samples.height)
    // The right half is transparent.
    let row = (0..<size.width).map { column -> SIMD4<UInt16> in
      column * 2 < size.width ? SIMD4(light, light, light, alpha) : .zero
    }
    let bitmap = Bitmap(
      size: size, pixels: Array(repeatElement(row, count: size.height).joined()), isOpaque: false)
    stage.arrived(
      key, .picture(LoadedPicture(bitmap: bitmap, grid: box, naturalSize: size, format: "PNG", serial: 1)))
    expect(stage.frame[15, 2].background == .terminalDefault, equals: isVisible)
    stage.type("B")
    #expect(stage.frame[15, 2].background != .terminalDefault && stage.row(0).contains("checkerboard: on"))
    stage.type("B")
    expect(stage.frame[15, 2].background == .terminalDefault, equals: isVisible)
  }

  @Test func `a picture that is in the deck twice is drawn on the background of each slide`() {
    var stage = stage([("red", OwnSettings(background: "#00f")), ("red", OwnSettings(background: "#0f0"))]) {
      $0.settings.interval = nil
    }
    stage.narrow(to: 8)
    for _ in 0..<2 {
      expect(colors(stage), equals: row(("blue", 6), ("red", 8), ("blue", 6)))
      stage.compose()
      stage.press(.right)
      stage.wait(1)
      stage.compose()
      expect(colors(stage), equals: row(("green", 6), ("red", 8), ("green", 6)))
      stage.press(.right)
      stage.wait(1)
    }
  }

  @Test func `slides drawn ahead have their own background`() throws {
    var stage = stage([("red", plain), ("green", OwnSettings(background: "#00f"))]) { $0.settings.interval = nil }
    stage.narrow(to: 8)
    stage.compose()
    let job = try #require(stage.prerender)
    let cells = job.run().cells
    expect(cells[0, 2].background, equals: Color(red: 0, green: 0, blue: 255))
  }

  @Test func `a slide's background of auto is the terminal's own, whatever the option says`() {
    var stage = stage([("red", OwnSettings(background: "auto")), ("green", plain)]) {
      $0.preferences.picture.backdrop = .color(.white)
    }
    stage.narrow(to: 8)
    expect(stage.frame[0, 2].background, equals: .terminalDefault)
  }

  @Test func `a picture is requested in its slide's own fit, the others in that of the option`() {
    var stage = Stage { $0.settings.interval = nil }
    let slides = [
      Slide(.file(Path("slow")), own: OwnSettings(fit: "cover")), Slide(.file(Path("green"))),
      Slide(.file(Path("blue")), own: OwnSettings(fit: "none")),
    ]
    stage.apply(Deck([.slides(slides)]), isComplete: true)
    let wanted = stage.wanted()
    func scalings(_ keys: [PictureKey]) -> [String: Fit.Scaling] {
      Dictionary(
        uniqueKeysWithValues: keys.map {
          (String(decoding: $0.location.nameBytes, as: UTF8.self), $0.shape.fit.scaling)
        })
    }
    expect(scalings(wanted.visible), equals: ["slow": .cover])
    expect(scalings(wanted.soon), equals: ["green": .contain, "blue": .actualSize])
  }

  @Test func `the same picture with two fits is loaded in both`() {
    var stage = Stage { $0.settings.interval = nil }
    let slides = [Slide(.file(Path("red")), own: OwnSettings(fit: "cover")), Slide(.file(Path("red")))]
    stage.apply(Deck([.slides(slides)]), isComplete: true)
    let wanted = stage.wanted()
    expect((wanted.visible + wanted.soon).map(\.shape.fit.scaling), equals: [.cover, .contain])
    stage.load()
    expect(stage.color(10, 2), equals: "red")
    stage.press(.right)
    stage.wait(1)
    expect(stage.color(10, 2), equals: "red")
  }

  @Test func `w chooses a fit for all slides, also for those that have their own`() {
    var stage = Stage { $0.settings.interval = nil }
    let slides = [Slide(.file(Path("slow")), own: OwnSettings(fit: "none"))]
    stage.apply(Deck([.slides(slides)]), isComplete: true)
    expect(stage.wanted().visible.map(\.shape.fit.scaling), equals: [.actualSize])
    stage.type("w")
    expect(stage.wanted().visible.map(\.shape.fit.scaling), equals: [.cover])
  }

  @Test func `the viewer shows the whole picture on the slide's own background`() {
    var stage = stage([("red", OwnSettings(background: "#00f", fit: "cover")), ("green", plain)]) {
      $0.settings.interval = nil
    }
    stage.press(.enter)
    stage.wait(1)
    stage.narrow(to: 8)
    expect(colors(stage), equals: row(("blue", 6), ("red", 8), ("blue", 6)))
    expect(stage.session.requests(at: stage.now).viewed, equals: .file(Path("red")))
  }

  @Test func `a picture opens over, leaves, and is dragged over its slide's own background`() {
    var stage = stage([("red", OwnSettings(background: "#00f")), ("green", plain), ("white", plain)]) {
      $0.preferences.picture.backdrop = .color(.white)
      $0.preferences.layout.neighbors = 1
    }
    /// The red part of the corner's colors between white and blue in the next 0.3 s.
    func whiteness() -> [UInt8] {
      (0..<30).compactMap { _ in
        stage.wait(0.01)
        return stage.frame[0, 0].background.channels.flatMap { $0.0 == $0.1 && $0.2 == 255 ? $0.0 : nil }
      }
    }
    stage.press(.enter)
    let opening = whiteness()
    #expect(opening.count > 10 && opening == opening.sorted(by: >) && opening.last ?? 255 < 128, "\(opening)")
    stage.wait(1)
    expect(stage.color(0, 0), equals: "red")
    stage.press(.escape)
    let closing = whiteness()
    #expect(closing.count > 10 && closing == closing.sorted() && closing.first ?? 255 < 255, "\(closing)")
    stage.wait(1)
    expect(stage.color(0, 0), equals: "white")
    stage.press(.enter)
    stage.wait(1)
    stage.mouse(.pressed(.left), 10, 1)
    stage.wait(0.2)
    for row in 2...4 { stage.mouse(.dragged(.left), 10, row) }
    expect(stage.color(0, 0), equals: "blue")
  }

  @Test func `over the terminal's own background, a slide's own one comes in gradually`() {
    var stage = stage([("red", OwnSettings(background: "#00f")), ("green", plain), ("white", plain)]) {
      $0.preferences.layout.neighbors = 1
    }
    stage.narrow(to: 4)
    stage.press(.enter)
    var blues: [UInt8] = []
    for _ in 0..<5 {
      stage.wait(0.05)
      blues.append(stage.frame[0, 0].background.channels?.2 ?? 0)
    }
    expect(blues, equals: blues.sorted())
    #expect(blues[0] < 200 && blues[4] > 200, "\(blues)")
    stage.wait(0.5)
    expect(stage.color(0, 0), equals: "blue")
  }

  @Test func `the grid's thumbnails have the backgrounds and fits of their slides`() throws {
    var stage = Stage(columns: 40, rows: 12) {
      $0.settings.interval = nil
      $0.opensGrid = true
    }
    let slides = [
      Slide(.file(Path("red")), own: OwnSettings(background: "#00f", fit: "stretch")), Slide(.file(Path("green"))),
    ]
    stage.apply(Deck([.slides(slides)]), isComplete: true)
    let wanted = stage.wanted()
    expect((wanted.visible + wanted.soon).map(\.shape.fit.scaling), equals: [.stretch, .contain])
    stage.narrow(to: 4)
    let cells = stage.frame.cells.map(\.background)
    #expect(cells.contains(Color(red: 0, green: 0, blue: 255)))
    #expect(cells.contains(Color(red: 255, green: 0, blue: 0)))
  }

  @Test func `pictures in pixels have their slide's background and fit, and the cells around them its color`() throws {
    var stage = Stage { $0.settings.interval = nil }
    stage.send(
      .resized(CellSize(columns: 20, rows: 5), cellAspect: 0.5, pixels: CellPixels(width: 10, height: 20)))
    let slides = [
      Slide(.file(Path("red")), own: OwnSettings(background: "#00f", fit: "cover")), Slide(.file(Path("green"))),
      Slide(.file(Path("blue")), own: OwnSettings(fit: "none")),
    ]
    stage.apply(Deck([.slides(slides)]), isComplete: true)
    stage.load()
    let request = try #require(stage.requests.pixels.first)
    expect(request.key.picture.shape.fit.scaling, equals: .cover)
    expect(request.key.backdrop, equals: .color(LinearColor(Color(red: 0, green: 0, blue: 255))))
    var narrow = request.key.picture
    narrow.shape.fit.box.width = 80
    stage.send(.pixels(request, request.encoded(Stage.picture("red", in: narrow, serial: 999))))
    let pixels = try #require(stage.shownFrame.pixels)
    expect(pixels.cells[0, 2].background, equals: Color(red: 0, green: 0, blue: 255))
    // Pixels of a picture in its actual size are half cells.
    stage.press(.left)
    stage.wait(1)
    expect(stage.shownFrame.pixels, equals: nil)
    stage.press(.right, .right)
    stage.wait(1)
    let next = try #require(stage.requests.pixels.first)
    expect(next.key.picture.shape.fit.scaling, equals: .contain)
    expect(next.key.backdrop, equals: .terminal(assumed: .black))
  }

  @Test func `the names of backgrounds and fits are those of the options`() {
    for name in ["auto", "checkerboard", "#123", "#102030", "bright-blue", "GRAY"] {
      #expect(Backdrop(named: name) != nil, "\(name)")
    }
    for name in ["", "grass", "#12", "Auto", "rgb(1,2,3)"] { #expect(Backdrop(named: name) == nil, "\(name)") }
    expect(
      SlideLook(OwnSettings(background: "checkerboard", fit: "none")).fit, equals: SlideContentMode.Fit.actualSize)
    expect(SlideLook(OwnSettings(background: "grass", fit: "wide")), equals: SlideLook(OwnSettings()))
  }
}

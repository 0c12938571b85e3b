import Bitmaps
import Carousel
import Rendering
import Synchronization
import Terminal
import TestSupport
import Testing

/// Text over pictures is legible on any picture, in any colors, and on dark and light terminals.
struct ContrastTests {
  static let backgrounds: [UInt32] = [
    0x000000, 0x1E1E2E, 0x555555, 0x757575, 0x777777, 0xAAAAAA, 0xFDF6E3, 0xFFFFFF, 0x0000FF, 0x00FF00,
  ]
  static let depths: [ColorDepth] = [.truecolor, .palette256, .palette16, .palette8]
  private static let window = CellSize(columns: 44, rows: 14)
  private static let grid = PixelSize(width: window.columns, height: window.rows * 2)
  private var window: CellSize { Self.window }

  /// Windows with one color, then with colored noise, in halves of cells.
  private static let pictures = (0..<8).map { seed in
    let corners: [UInt32] = [
      0x000000, 0xFF0000, 0xFFFF00, 0x00FFFF, 0xFFFFFF, 0x808080,
    ]
    var state = UInt64(seed + 1)
    func chance() -> UInt32 {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return UInt32(truncatingIfNeeded: state >> 33)
    }
    var halves: [SIMD4<UInt16>] = []
    for _ in 0..<grid.width * grid.height {
      let color = seed < corners.count ? corners[seed] : chance() & 0xFF_FFFF
      func channel(_ shift: UInt32) -> UInt16 { SRGB.linear16(UInt8(truncatingIfNeeded: color >> shift)) }
      halves.append(SIMD4(channel(16), channel(8), channel(0), 65_535))
    }
    return halves
  }

  /// The number of samples in half a cell, and a number of a picture.
  private struct Sampling: Hashable {
    let picture: Int, width: Int, height: Int
  }

  /// The pictures with more samples, which are made once for all tests.
  private static let bitmaps = Mutex<[Sampling: Bitmap]>([:])

  private func picture(_ seed: Int, _ look: SceneStyle) -> SlideContent {
    let perHalf = look.picture.art.samplesPerHalfCell
    let sampling = Sampling(picture: seed, width: perHalf.width, height: perHalf.height)
    let bitmap = Self.bitmaps.withLock { bitmaps in
      if let made = bitmaps[sampling] { return made }
      let size = PixelSize(width: Self.grid.width * perHalf.width, height: Self.grid.height * perHalf.height)
      let pixels = (0..<size.width * size.height).map { (index: Int) in
        let (row, column) = (index / size.width / perHalf.height, index % size.width / perHalf.width)
        return Self.pictures[seed][row * Self.grid.width + column]
      }
      let bitmap = Bitmap(size: size, pixels: pixels, isOpaque: true)
      bitmaps[sampling] = bitmap
      return bitmap
    }
    return SlideContent(picture: bitmap, grid: Self.grid, in: window, style: look.slides)
  }

  /// The style on a terminal with a background color.
  private func look(_ depth: ColorDepth, on background: UInt32) -> SceneStyle {
    var look = style(depth: depth)
    look.terminal.background = LinearColor(Color(hex: background))
    look.picture.backdrop = .terminal(assumed: look.terminal.background)
    look.overlays.showsCountdown = true
    return look
  }

  /// The glyphs of halves, shades and frames, which carry no information; all others are text.
  private static let notText: Set<Glyph> = [
    .blank, "▀", "▄", "█", "▌", "▐", "░", "▒", "▓", "─", "│", "╭", "╮", "╰", "╯",
  ]
  /// The countdown's line, for which WCAG requires less contrast.
  private static let countdown: Set<Glyph> = ["▔", "▁"]

  /// The pictures of a case: in a sample one in four, and each of them with some color behind it at every depth.
  private func seeds(_ depth: ColorDepth, _ background: UInt32) -> [Int] {
    let (row, column) = (Self.depths.firstIndex(of: depth) ?? 0, Self.backgrounds.firstIndex(of: background) ?? 0)
    return Rounds.quarter(of: Array(Self.pictures.indices), from: row + column)
  }

  private func check(
    _ scene: Scene, on background: UInt32, _ depth: ColorDepth, minimum usual: Float = 4.5, _ what: Comment
  ) {
    var reducer = ColorReducer(depth: depth)
    let drawn = reducer.reduce(scene.composed())
    let behind = LinearColor(Color(hex: background))
    var written = 0
    for cell in drawn.cells where !Self.notText.contains(cell.glyph) {
      let (ink, backing) = (
        LinearColor(cell.foreground, assuming: .black), LinearColor(cell.background, assuming: behind)
      )
      let minimum: Float = Self.countdown.contains(cell.glyph) ? 3 : usual
      // `#expect` would form the comment for every cell.
      if cell.foreground == .terminalDefault || ink.contrast(to: backing) < minimum {
        Issue.record("\(what): \(cell.glyph.scalars) \(cell)")
      }
      written += 1
    }
    #expect(written > 20, what)
  }

  @Test(arguments: depths, backgrounds)
  func `text, dots and the countdown are legible on any picture`(depth: ColorDepth, background: UInt32) {
    let look = look(depth, on: background)
    for seed in seeds(depth, background) {
      var frame = restingFrame(count: 3, current: 1)
      frame.countdown = 1
      let picture = picture(seed, look)
      for position in [PagePosition.bottomCenter, .topRight] {
        var scene = Scene(window: window, style: look, frame: frame, contents: [0: picture, 1: picture])
        scene.style.overlays.pagePosition = position
        scene.captions = [1: "A description as long as the window is wide"]
        scene.status = "3/12 holiday.jpg"
        check(scene, on: background, depth, "picture \(seed) on \(background), \(position)")
      }
    }
  }

  @Test(arguments: depths, backgrounds)
  func `with high contrast, text and marks have a contrast of 7 with an opaque backing`(
    depth: ColorDepth, background: UInt32
  ) {
    var look = look(depth, on: background)
    look.terminal.hasHighContrast = true
    for seed in seeds(depth, background) {
      var scene = Scene(
        window: window, style: look, frame: restingFrame(count: 3, current: 1), contents: [1: picture(seed, look)])
      scene.captions = [1: "A description as long as the window is wide"]
      scene.status = "3/12 holiday.jpg"
      check(scene, on: background, depth, minimum: 7, "picture \(seed) on \(background)")
      scene.help = HelpPanel(rows: (0..<20).map { .init("key \($0)", "what it does") }, firstRow: 4)
      check(scene, on: background, depth, minimum: 7, "help on picture \(seed) on \(background)")
    }
  }

  @Test(arguments: depths, backgrounds)
  func `the key help is legible on any picture`(depth: ColorDepth, background: UInt32) {
    let look = look(depth, on: background)
    for seed in seeds(depth, background) {
      var scene = Scene(
        window: window, style: look, frame: restingFrame(count: 3, current: 1), contents: [1: picture(seed, look)])
      scene.help = HelpPanel(rows: (0..<20).map { .init("key \($0)", "what it does") }, firstRow: 4)
      check(scene, on: background, depth, "picture \(seed) on \(background)")
    }
  }

  @Test(arguments: depths, backgrounds)
  func `cards are legible on any background`(depth: ColorDepth, background: UInt32) {
    let look = look(depth, on: background)
    for card in [Card.failure(reason: "not a picture", name: "a.txt"), .loading(name: "a.jpg")] {
      var scene = Scene(
        window: window, style: look, frame: restingFrame(count: 1, current: 0),
        contents: [0: SlideContent(card: card, in: window, style: look.slides)])
      scene.status = "a message in the corner"
      check(scene, on: background, depth, "\(card) on \(background)")
    }
  }

  @Test func `without colors, text uses the terminal's default colors`() {
    var scene = Scene(
      window: window, style: look(.mono, on: 0xFF_FFFF), frame: restingFrame(count: 3, current: 0), contents: [:])
    scene.captions = [0: "a description"]
    scene.status = "words"
    scene.help = HelpPanel(rows: [.init("q", "leave")])
    #expect(scene.composed().cells.allSatisfy { $0 == Cell($0.glyph) })
  }

  @Test func `on a light terminal, text is dark on a light scrim`() {
    let look = look(.truecolor, on: 0xFF_FFFF)
    var scene = Scene(
      window: window, style: look, frame: restingFrame(count: 2, current: 0), contents: [0: picture(0, look)])
    scene.captions = [0: "x"]
    scene.status = "w"
    let drawn = scene.composed()
    // Half-transparent white over black.
    expect(drawn[21, 13], equals: Cell("x", foreground: .black, background: Color(hex: 0x808080)))
    expect(drawn[20, 12], equals: Cell("●", foreground: .black, background: Color(hex: 0x808080)))
    #expect(drawn[41, 0].foreground == .black || drawn[41, 1].foreground == .black)
  }

  @Test func `colors set by flags are kept`() {
    var look = look(.truecolor, on: 0xFF_FFFF)
    (look.overlays.captionColor, look.overlays.captionBackground, look.overlays.captionAlpha) = (.white, .black, 0.5)
    (look.overlays.dotColor, look.overlays.currentDotColor) = (Color(hex: 0xFFFF00), Color(hex: 0xFF8800))
    var scene = Scene(
      window: window, style: look, frame: restingFrame(count: 2, current: 0), contents: [0: picture(4, look)])
    scene.captions = [0: "x"]
    let drawn = scene.composed()
    expect(drawn[21, 13], equals: Cell("x", foreground: .white, background: Color(hex: 0x808080)))
    expect(drawn[20, 12].foreground, equals: Color(hex: 0xFF8800))
    expect(drawn[22, 12].foreground, equals: Color(hex: 0xFFFF00))
  }

  @Test(arguments: [(0xFFFFFF, 0x000000), (0x000000, 0xFFFFFF), (0x444444, 0xFFFFFF)] as [(UInt32, UInt32)])
  func `text on a caption bar colored by a flag takes a legible color`(bar: UInt32, words: UInt32) {
    for background: UInt32 in [0x000000, 0xFFFFFF] {
      var look = look(.truecolor, on: background)
      (look.overlays.captionBackground, look.overlays.captionAlpha) = (Color(hex: bar), 1)
      var scene = Scene(window: window, style: look, frame: restingFrame(count: 1, current: 0), contents: [:])
      scene.captions = [0: "x"]
      expect(scene.composed()[21, 13], equals: Cell("x", foreground: Color(hex: words), background: Color(hex: bar)))
    }
  }
}

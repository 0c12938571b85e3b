import Bitmaps
import Carousel
import Rendering
import Terminal
import TestSupport
import Testing

@Suite("The scene")
struct SceneTests {
  let window = CellSize(columns: 12, rows: 5)

  func scene(
    _ colors: String, current: Int, window: CellSize? = nil, change: (inout SceneStyle) -> Void = { _ in }
  ) -> Scene {
    var look = style()
    change(&look)
    let window = window ?? self.window
    var contents: [Int: SlideContent] = [:]
    for (index, letter) in colors.enumerated() { contents[index] = filled(letter, window, look) }
    return Scene(
      window: window, style: look, frame: restingFrame(count: colors.count, current: current), contents: contents)
  }

  @Test(
    "Page dots are one blank apart, centered or one column from the side",
    arguments: [
      (.topLeft, [" ○ ● ○      ", "", "", "", ""]), (.topCenter, ["   ○ ● ○    ", "", "", "", ""]),
      (.topRight, ["      ○ ● ○ ", "", "", "", ""]), (.bottomLeft, ["", "", "", "", " ○ ● ○      "]),
      (.bottomCenter, ["", "", "", "", "   ○ ● ○    "]), (.bottomRight, ["", "", "", "", "      ○ ● ○ "]),
      (.hidden, ["", "", "", "", ""]),
    ] as [(PagePosition, [String])])
  func positions(position: PagePosition, rows: [String]) {
    let blank = String(repeating: " ", count: 12)
    let drawn = scene("RGB", current: 1) { $0.overlays.pagePosition = position }.composed()
    expect(drawn.textRows, equals: rows.map { $0.isEmpty ? blank : $0 })
  }

  @Test("The description bar covers the bottom rows, with the dots on it")
  func bar() {
    var scene = scene("WG", current: 0)
    scene.captions = [0: "Snow", 1: "Grass"]
    let drawn = scene.composed()
    expect(drawn.textRows, equals: ["            ", "            ", "            ", "    ● ○     ", "    Snow    "])
    // Half-transparent black over white, slightly darkened: white on #808080 has a contrast of only 3.9.
    let bar = Color(hex: 0x747474)
    #expect((0..<12).allSatisfy { drawn[$0, 3].background == bar && drawn[$0, 4].background == bar })
    expect(drawn[4, 4], equals: Cell("S", foreground: .white, background: bar))
    expect(drawn[4, 3], equals: Cell("●", foreground: .white, background: bar))
    expect(drawn[0, 2], equals: Cell(.blank, background: .white))
  }

  @Test(arguments: [ColorDepth.palette16, .palette8])
  func `with few colors, overlays have an opaque black background`(depth: ColorDepth) {
    var scene = scene("WG", current: 0) { $0.terminal.depth = depth }
    scene.captions = [0: "Snow", 1: "Grass"]
    scene.status = "paused"
    let drawn = scene.composed()
    expect(drawn[0, 4], equals: Cell(.blank, background: .black))
    expect(drawn[4, 4], equals: Cell("S", foreground: .white, background: .black))
    expect(drawn[4, 3], equals: Cell("●", foreground: .white, background: .black))
    expect(drawn[4, 0], equals: Cell("p", foreground: .white, background: .black))
    #expect((0..<12).allSatisfy { drawn[$0, 3].background == .black })
    // A fifth of the way to a slide without a description, the bar and its text are still opaque.
    scene.captions = [0: "Snow"]
    scene.frame.progress.value = 0.2
    expect(scene.composed()[4, 4], equals: Cell("S", foreground: .white, background: .black))
  }

  @Test("The bar's colors and opacity come from the style")
  func barColors() {
    var scene = scene("WG", current: 0) {
      $0.overlays.captionBackground = Color(red: 255, green: 0, blue: 0)
      $0.overlays.captionAlpha = 1
      $0.overlays.captionColor = Color(red: 0, green: 0, blue: 255)
    }
    scene.captions = [0: "x"]
    let drawn = scene.composed()
    expect(drawn[0, 4], equals: Cell(.blank, background: rgb("R")))
    #expect(drawn.cells.contains(Cell("x", foreground: rgb("B"), background: rgb("R"))))
  }

  @Test("Long text ends in an ellipsis without splitting wide characters")
  func ellipsis() {
    var scene = scene("WG", current: 0) { $0.overlays.pagePosition = .hidden }
    scene.captions = [0: "日本語の長い説明"]
    expect(scene.composed().textRows[4], equals: " 日本語の…  ")
  }

  @Test("Control characters in a caption are shown as symbols")
  func controls() {
    var scene = scene("WG", current: 0) { $0.overlays.pagePosition = .hidden }
    scene.captions = [0: "a\u{1B}[2Jb"]
    #expect(scene.composed().textRows[4].contains("a␛[2Jb"))
  }

  @Test("Dots that do not fit become numbers")
  func numbers() {
    var look = style()
    look.overlays.pagePosition = .bottomCenter
    let scene = Scene(window: window, style: look, frame: restingFrame(count: 42, current: 6), contents: [:])
    expect(scene.composed().textRows[4], equals: "    7/42    ")
  }

  @Test(
    arguments: [
      (.topCenter, ["   ○ ● ○    ", "     words  "]), (.topRight, ["      ○ ● ○ ", "  words     "]),
      (.topLeft, [" ○ ● ○      ", "     words  "]), (.bottomCenter, ["     words  ", "            "]),
    ] as [(PagePosition, [String])])
  func `the status makes room for dots`(position: PagePosition, rows: [String]) {
    var scene = scene("RGB", current: 1) { $0.overlays.pagePosition = position }
    scene.status = "words"
    expect(Array(scene.composed().textRows.prefix(2)), equals: rows)
  }

  @Test(arguments: ["W", "K", "g", "R", "G", "B"] as [Character], [Color.white, .black, rgb("g"), rgb("R"), rgb("B")])
  func `dots and numbers of any color are legible on any picture`(ground: Character, ink: Color) {
    for count in [3, 42] {
      var contents: [Int: SlideContent] = [:]
      var look = style()
      (look.overlays.dotColor, look.overlays.currentDotColor) = (ink, ink)
      for index in 0..<count { contents[index] = filled(ground, window, look) }
      let frame = restingFrame(count: count, current: 0)
      let drawn = Scene(window: window, style: look, frame: frame, contents: contents).composed()
      let signs = drawn.cells.filter { $0.glyph != .blank }
      expect(signs.count, equals: (count == 3 ? 3 : 4))
      for sign in signs {
        expect(sign.foreground, equals: ink)
        #expect(LinearColor(ink).contrast(to: LinearColor(sign.background)) >= 4.5)
      }
    }
  }

  @Test func `dots on the terminal's background have a backing only if they need it`() {
    for (background, ink, backing) in [
      (LinearColor.black, Color.white, Color.terminalDefault), (.white, .black, .terminalDefault),
      (.white, .white, Color(hex: 0x747474)),
    ] {
      var look = style()
      // Only a color set by a flag may need one: the theme's color is always visible.
      if backing != .terminalDefault { (look.overlays.dotColor, look.overlays.currentDotColor) = (ink, ink) }
      (look.picture.backdrop, look.terminal.background) = (.terminal(assumed: background), background)
      let scene = Scene(window: window, style: look, frame: restingFrame(count: 3, current: 0), contents: [:])
      expect(scene.composed()[3, 4], equals: Cell("●", foreground: ink, background: backing))
      expect(scene.composed()[0, 4], equals: Cell(.blank))
    }
  }

  @Test("One slide has no dots; no slides draw nothing")
  func few() {
    #expect(scene("R", current: 0).composed().textRows.allSatisfy { $0.allSatisfy { $0 == " " } })
    let none = Scene(window: window, style: style(), frame: restingFrame(count: 0, current: 0), contents: [:])
    expect(none.composed(), equals: CellBuffer(size: window))
  }

  @Test("Half-way through a slide transition, half of each picture is visible")
  func sliding() {
    var scene = scene("RG", current: 0) { $0.overlays.pagePosition = .hidden }
    scene.frame.progress.value = 0.5
    let row = (0..<12).map { scene.composed()[$0, 0].background }
    expect(row, equals: Array(repeating: rgb("R"), count: 6) + Array(repeating: rgb("G"), count: 6))
    scene.frame = CarouselMachine.Frame(
      count: 2, previous: 1, current: 0, next: 1, progress: -0.25, nearestSlide: 0, isMoving: true)
    let back = (0..<12).map { scene.composed()[$0, 0].background }
    expect(back, equals: Array(repeating: rgb("G"), count: 3) + Array(repeating: rgb("R"), count: 9))
  }

  @Test("A fade mixes both pictures in linear light")
  func fading() {
    var scene = scene("WK", current: 0) { $0.overlays.pagePosition = .hidden }
    scene.frame.transition = .fade
    scene.frame.progress.value = 0.5
    expect(scene.composed()[0, 0].background, equals: Color(red: 188, green: 188, blue: 188))
    scene.frame.progress.value = 1
    expect(scene.composed()[0, 0].background, equals: .black)
  }

  @Test("Dot colors follow the progress, and dot shapes switch half-way")
  func liveDots() {
    var scene = scene("RG", current: 0) {
      $0.overlays.pagePosition = .topLeft
      $0.overlays.dotColor = .black
      $0.overlays.currentDotColor = .white
    }
    scene.frame.progress.value = 0.25
    expect(scene.composed()[1, 0].glyph, equals: "●")
    scene.frame.progress.value = 0.5
    scene.frame.nearestSlide = 1
    let drawn = scene.composed()
    expect(drawn[1, 0].glyph, equals: "○")
    expect(drawn[3, 0].glyph, equals: "●")
    expect(drawn[1, 0].foreground, equals: Color(red: 188, green: 188, blue: 188))
  }

  @Test("A click on a dot finds its page")
  func clicks() throws {
    let dots = try #require(
      PageDots(count: 3, current: 0, window: window, position: .bottomCenter, barRows: 1))
    expect(dots.page(atColumn: 3, row: 3), equals: 0)
    expect(dots.page(atColumn: 5, row: 3), equals: 1)
    expect(dots.page(atColumn: 7, row: 3), equals: 2)
    expect(dots.page(atColumn: 8, row: 3), equals: nil)
    expect(dots.page(atColumn: 5, row: 4), equals: nil)
  }

  @Test("A wide character cut in half by motion is left out")
  func cutWide() {
    let window = CellSize(columns: 8, rows: 4)
    let look = style()
    let card = SlideContent(card: .failure(reason: "日本語表", name: ""), in: window, style: look.slides)
    var scene = Scene(
      window: window, style: look, frame: restingFrame(count: 2, current: 0),
      contents: [0: card, 1: filled("R", window, look)])
    scene.frame.progress.value = 0.125
    let row = (0..<8).map { scene.composed()[$0, 1].glyph }
    expect(row.first, equals: .blank)
    for column in 0..<7 where row[column].width == 2 { expect(row[column + 1], equals: .continuation) }
  }

  @Test("Every window from 1×1 up gets a frame of exactly its size")
  func sizes() {
    let help = HelpPanel(rows: [.init("q", "leave"), .init("?", "help")])
    for columns in [1, 2, 3, 7, 8, 9, 40, 500] {
      for rows in [1, 2, 3, 4, 5, 24, 200] where columns * rows <= 1000 || columns == 500 && rows == 200 {
        let window = CellSize(columns: columns, rows: rows)
        for art in ArtMode.all where columns * rows <= (art == .half ? 100_000 : 400) {
          let look = style(art)
          var scene = Scene(
            window: window, style: look, frame: restingFrame(count: 3, current: 1),
            contents: [
              0: SlideContent(card: .loading(name: "x"), in: window, style: look.slides), 1: filled("R", window, look),
            ])
          scene.captions = [0: "left", 1: "middle"]
          scene.status = "paused"
          scene.help = help
          for (mode, offset) in [(TransitionSettings.slide, -0.3), (.fade, -0.6), (.slide, 0.9), (.fade, 0.4)] {
            scene.frame.transition = mode
            scene.frame.progress.value = offset
            expect(scene.composed().size, equals: window)
          }
        }
      }
    }
  }

  @Test("Below 8×4 only the picture is drawn")
  func tiny() {
    var scene = scene("RG", current: 0, window: CellSize(columns: 7, rows: 4))
    scene.captions = [0: "words"]
    scene.status = "words"
    expect(scene.composed(), equals: filled("R", CellSize(columns: 7, rows: 4), style()).cells)
  }

  @Test("The help panel lists the keys in the middle")
  func helpPanel() {
    var scene = scene("K", current: 0, window: CellSize(columns: 24, rows: 6))
    scene.help = HelpPanel(rows: [.init("q", "leave"), .init("Space", "pause")])
    expect(
      scene.composed().textRows,
      equals: [
        "                        ",
        "   ╭────────────────╮   ",
        "   │  q      leave  │   ",
        "   │  Space  pause  │   ",
        "   ╰────────────────╯   ",
        "                        ",
      ])
  }

  @Test func `a narrow window's help panel wraps its text`() {
    var scene = scene("K", current: 0, window: CellSize(columns: 28, rows: 5))
    scene.help = HelpPanel(rows: [.init("q", "leave now, and for good at that"), .init("Space", "pause")])
    expect(
      scene.composed().textRows,
      equals: [
        "╭──────────────────────────╮", "│ q      leave now, and    │", "│        for good at that  │",
        "│ Space  pause             │", "╰──────────────────────────╯",
      ])
  }

  @Test(arguments: [ColorDepth.palette256, .palette16, .mono], [Dithering.ordered, .diffusion])
  func `dithered slides move cell by cell without changes`(depth: ColorDepth, dithering: Dithering) {
    let window = CellSize(columns: 12, rows: 5)
    var look = style(.legacy, depth: depth)
    look.picture.dithering = dithering
    look.overlays.pagePosition = .hidden
    let slides = (0..<2).map { number in
      let size = PixelSize(width: 12 * 4, height: 5 * 8)
      let pixels = (0..<size.width * size.height).map { index in
        let (row, column) = index.quotientAndRemainder(dividingBy: size.width)
        return SIMD4(UInt16(column * 1300), UInt16(row * 1600), number == 0 ? 20_000 : 50_000, 65_535)
      }
      return SlideContent(
        picture: Bitmap(size: size, pixels: pixels, isOpaque: true), grid: PixelSize(width: 12, height: 10), in: window,
        style: look.slides)
    }
    var scene = Scene(
      window: window, style: look, frame: restingFrame(count: 2, current: 0), contents: [0: slides[0], 1: slides[1]])
    for shift in 1..<12 {
      scene.frame.progress.value = Double(shift) / 12
      let drawn = scene.composed()
      for row in 0..<5 {
        for column in 0..<12 {
          let expected =
            column + shift < 12
            ? slides[0].cells[column + shift, row] : slides[1].cells[column + shift - 12, row]
          expect(drawn[column, row], equals: expected)
        }
      }
    }
    // Without colors, the even cells of this picture are the blank, the full block and the shades between them.
    #expect(Set(slides[0].cells.cells).count >= 5)
  }
}

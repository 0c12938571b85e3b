import Carousel
import Rendering
import Terminal
import TestSupport
import Testing

/// The countdown of auto-advance: a thin line, complete and visible on any picture.
struct CountdownTests {
  private let window = CellSize(columns: 12, rows: 5)

  private func scene(
    _ color: Character, share: Double, position: PagePosition = .bottomCenter, caption: String = "",
    change: (inout SceneStyle) -> Void = { _ in }
  ) -> Scene {
    var look = style()
    look.overlays.showsCountdown = true
    look.overlays.pagePosition = position
    change(&look)
    var frame = restingFrame(count: 3, current: 0)
    frame.countdown = share
    var scene = Scene(window: window, style: look, frame: frame, contents: [0: filled(color, window, look)])
    scene.captions = [0: caption]
    return scene
  }

  @Test func `the countdown grows along the top and keeps the picture's colors`() {
    let drawn = scene("B", share: 0.5).composed()
    expect(drawn.textRows[0], equals: "▔▔▔▔▔▔      ")
    expect(drawn[0, 0], equals: Cell("▔", foreground: .white, background: rgb("B")))
    #expect((0..<12).allSatisfy { drawn[$0, 0].background == rgb("B") })
  }

  @Test(arguments: [("", 4), ("words", 3)])
  func `with dots at the top, the countdown is at the bottom or on the bar's edge`(
    caption: String, row: Int
  ) {
    let drawn = scene("B", share: 1, position: .topCenter, caption: caption).composed()
    expect(drawn.textRows[0], equals: "   ● ○ ○    ")
    expect(drawn.textRows[row], equals: "▁▁▁▁▁▁▁▁▁▁▁▁")
  }

  @Test(arguments: [("W", Color.black), ("K", .white), ("B", .white), ("G", .black)] as [(Character, Color)])
  func `the line is dark on a light picture and light on a dark one`(color: Character, ink: Color) {
    let drawn = scene(color, share: 1).composed()
    #expect((0..<12).allSatisfy { drawn[$0, 0] == Cell("▔", foreground: ink, background: rgb(color)) })
  }

  @Test func `on a light terminal, the line is dark where there is no picture`() {
    var scene = scene("B", share: 1) {
      $0.terminal.background = .white
      $0.picture.backdrop = .terminal(assumed: .white)
    }
    scene.contents = [:]
    expect(scene.composed()[0, 0], equals: Cell("▔", foreground: .black))
  }

  @Test func `on mid-tones the line is light on a dark terminal and dark on a light one`() {
    // Black and white are both visible on gray: the terminal's background decides, so that all cells are the same.
    let gray = scene("g", share: 1).composed()
    expect(gray[0, 0].foreground, equals: .white)
    let light = scene("g", share: 1) {
      $0.terminal.background = .white
      $0.picture.backdrop = .terminal(assumed: .white)
    }
    expect(light.composed()[0, 0].foreground, equals: .black)
  }

  @Test func `the line has the current dot's color if that is visible on the picture`() {
    let red = scene("K", share: 1) { $0.overlays.currentDotColor = rgb("R") }.composed()
    expect(red[0, 0].foreground, equals: rgb("R"))
    let onRed = scene("R", share: 1) { $0.overlays.currentDotColor = rgb("R") }.composed()
    expect(onRed[0, 0].foreground, equals: .black)
  }

  @Test func `the status is below the countdown and does not move when it ends`() {
    var scene = scene("B", share: 1)
    scene.status = "words"
    expect(Array(scene.composed().textRows.prefix(2)), equals: ["▔▔▔▔▔▔▔▔▔▔▔▔", "     words  "])
    scene.frame.countdown = nil
    expect(scene.composed().textRows[1], equals: "     words  ")
  }

  @Test(arguments: [
    (false, false, "------------", "____________"), (true, true, "────────────", "────────────"),
  ])
  func `on ASCII terminals and consoles the line is drawn with glyphs they have`(
    isUnicode: Bool, isConsole: Bool, top: String, bottom: String
  ) {
    for (position, row, text) in [(PagePosition.hidden, 0, top), (.topLeft, 4, bottom)] {
      let scene = scene("B", share: 1, position: position) {
        ($0.terminal.isUnicode, $0.terminal.isConsole) = (isUnicode, isConsole)
      }
      expect(scene.composed().textRows[row], equals: text)
    }
  }

  @Test(arguments: [ColorDepth.palette16, .palette8])
  func `with few colors, the line's background is one of the picture's colors`(depth: ColorDepth) {
    let look = style(depth: depth)
    let drawn = scene("B", share: 1) { $0.terminal.depth = depth }.composed()
    let picture = filled("B", window, look).cells[0, 0]
    #expect([picture.background, picture.foreground].contains(drawn[0, 0].background))
  }
}

import Bitmaps
import Carousel
import Rendering
import Terminal
import TestSupport
import Testing

@Suite("Page dots")
struct PageDotsTests {
  private func scene(
    _ count: Int, columns: Int, position: PagePosition, change: (inout SceneStyle) -> Void = { _ in }
  ) -> Scene {
    var look = style()
    look.overlays.pagePosition = position
    change(&look)
    var white = look
    white.picture.backdrop = .color(.white)
    let window = CellSize(columns: columns, rows: 5)
    let snow = SlideContent(emptyIn: window, style: white.slides)
    let frame = restingFrame(count: count, current: 0)
    return Scene(window: window, style: look, frame: frame, contents: [0: snow])
  }

  /// Half-transparent black over white, and dark enough for white to be legible on it.
  private let shade = Color(hex: 0x747474)

  @Test(arguments: [(PagePosition.bottomLeft, 0..<7), (.bottomCenter, 2..<9), (.bottomRight, 5..<12)])
  func `white dots on white have a shade that extends one cell on either side`(
    position: PagePosition, shaded: Range<Int>
  ) {
    let drawn = scene(3, columns: 12, position: position).composed()
    for column in 0..<12 { expect(drawn[column, 4].background, equals: (shaded.contains(column) ? shade : .white)) }
    expect(drawn.textRows[4].trimmingPrefix { $0 == " " }.prefix(5), equals: "● ○ ○")
  }

  @Test func `page numbers on white have the same shade`() {
    let drawn = scene(42, columns: 12, position: .bottomCenter).composed()
    expect(drawn.textRows[4], equals: "    1/42    ")
    let shaded = (0..<12).filter { drawn[$0, 4].background != .white }
    expect(shaded, equals: Array(3...8))
  }

  @Test(arguments: [
    (Color.white, Color(hex: 0xFFFF00)), (.black, Color(hex: 0x0000AA)), (.white, .black), (rgb("R"), rgb("B")),
  ])
  func `dots of different colors share one backing`(dot: Color, current: Color) {
    let drawn = scene(3, columns: 12, position: .bottomCenter) {
      ($0.overlays.dotColor, $0.overlays.currentDotColor) = (dot, current)
    }
    .composed()
    expect(Set((2..<9).map { drawn[$0, 4].background }).count, equals: 1)
    expect(drawn[3, 4].foreground, equals: current)
    expect(drawn[5, 4].foreground, equals: dot)
  }

  @Test func `white and black dots are legible on a gray between them`() {
    let drawn = scene(3, columns: 12, position: .bottomCenter) {
      ($0.overlays.dotColor, $0.overlays.currentDotColor) = (.white, .black)
    }.composed()
    let backing = LinearColor(drawn[3, 4].background)
    #expect(LinearColor.white.contrast(to: backing) >= 4.5)
    #expect(LinearColor.black.contrast(to: backing) >= 4.5)
  }

  @Test(arguments: [PagePosition.bottomLeft, .bottomCenter, .bottomRight])
  func `dots above a description share its bar without an edge between them`(position: PagePosition) {
    var scene = scene(3, columns: 12, position: position)
    scene.captions = [0: "words"]
    let drawn = scene.composed()
    for column in 0..<12 {
      expect(drawn[column, 3].background, equals: shade)
      expect(drawn[column, 4].background, equals: shade)
      expect(drawn[column, 2].background, equals: .white)
    }
    expect(drawn[4, 4].foreground, equals: .white)
  }

  @Test func `a bar without dots, or with dots at the top, is one row high`() {
    for position in [PagePosition.hidden, .topCenter] {
      var scene = scene(3, columns: 12, position: position)
      scene.captions = [0: "words"]
      let drawn = scene.composed()
      expect(drawn[11, 3].background, equals: .white)
      expect(drawn[11, 4].background, equals: shade)
    }
  }

  @Test func `the dots keep a backing while the bar fades out`() {
    var scene = scene(3, columns: 12, position: .bottomCenter)
    scene.contents[1] = scene.contents[0]
    scene.captions = [0: "words", 1: ""]
    scene.frame.progress.to = 1
    var last = LinearColor.black
    for offset in stride(from: 0.0, to: 0.5, by: 0.0625) {
      scene.frame.progress.value = offset
      let drawn = scene.composed()
      // The bar fades beside the dots, but never beneath them.
      #expect(LinearColor.white.contrast(to: LinearColor(drawn[3, 3].background)) >= 4.5)
      let beside = LinearColor(drawn[11, 3].background)
      #expect(beside.luminance > last.luminance)
      last = beside
    }
  }

  @Test(arguments: [(true, false, "● ○"), (true, true, "• ·"), (false, false, "o .")])
  func `the dots are glyphs that the terminal supports`(isUnicode: Bool, isConsole: Bool, dots: String) {
    let drawn = scene(2, columns: 12, position: .bottomLeft) {
      ($0.terminal.isUnicode, $0.terminal.isConsole) = (isUnicode, isConsole)
    }.composed()
    expect(drawn.textRows[4], equals: " " + dots + "        ")
  }
}

import Carousel
import Rendering
import Terminal
import Testing

@Suite("The key help")
struct HelpPanelTests {
  @Test func `no dots, words or lines are blots under it`() {
    var look = style()
    look.showsCountdown = true
    var white = look
    white.backdrop = .color(.white)
    let window = CellSize(columns: 30, rows: 4)
    var frame = restingFrame(count: 3, current: 0)
    frame.countdown = 1
    let snow = SlideContent(emptyIn: window, style: white)
    var scene = Scene(window: window, style: look, frame: frame, contents: [0: snow])
    scene.captions = [0: "what there is to say"]
    scene.status = "words"
    scene.help = HelpPanel(rows: [.init("a", "one"), .init("b", "two"), .init("c", "three")])
    let drawn = scene.composed()
    // The panel is fourteen columns wide, in the middle, and as high as the window.
    #expect(drawn.textRows[1].contains("│  a  one    │"))
    let grounds = Set((0..<4).flatMap { row in (8..<22).map { drawn[$0, row].background } })
    #expect(grounds.count == 1)
    #expect(drawn[3, 3].background != .white)
  }
}

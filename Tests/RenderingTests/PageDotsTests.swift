import Carousel
import Rendering
import Terminal
import Testing

@Suite("Page dots")
struct PageDotsTests {
  private func drawn(_ count: Int, columns: Int, position: PagePosition) -> CellBuffer {
    var look = style()
    look.pagePosition = position
    var white = look
    white.backdrop = .color(.white)
    let window = CellSize(columns: columns, rows: 5)
    let snow = SlideContent(emptyIn: window, style: white)
    let frame = restingFrame(count: count, current: 0)
    return Scene(window: window, style: look, frame: frame, contents: [0: snow]).composed()
  }

  @Test(arguments: [(PagePosition.bottomLeft, 0..<7), (.bottomCenter, 2..<9), (.bottomRight, 5..<12)])
  func `white dots have a shade on snow that reaches a cell beyond them on either side`(
    position: PagePosition, shaded: Range<Int>
  ) {
    let drawn = drawn(3, columns: 12, position: position)
    let shade = Color(red: 127, green: 127, blue: 127)
    for column in 0..<12 { #expect(drawn[column, 4].background == (shaded.contains(column) ? shade : .white)) }
    #expect(drawn.textRows[4].trimmingPrefix { $0 == " " }.prefix(5) == "● ○ ○")
  }

  @Test func `numbers have the shade, too`() {
    let drawn = drawn(42, columns: 12, position: .bottomCenter)
    #expect(drawn.textRows[4] == "    1/42    ")
    let shaded = (0..<12).filter { drawn[$0, 4].background != .white }
    #expect(shaded == Array(3...8))
  }
}

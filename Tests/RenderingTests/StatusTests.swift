import Carousel
import Rendering
import Terminal
import TestSupport
import Testing

/// The text in the corner, at all widths of the window.
struct StatusTests {
  /// The text in the corner of a window with `columns` columns. It has a blank on either side, and one more column on
  /// its right.
  private func corner(_ status: StatusText, columns: Int, isUnicode: Bool = true) -> String {
    var look = style()
    look.terminal.isUnicode = isUnicode
    let window = CellSize(columns: columns, rows: 4)
    var scene = Scene(window: window, style: look, frame: restingFrame(count: 1, current: 0), contents: [:])
    scene.status = status
    let row = scene.composed().textRows[0]
    #expect(row.count == columns && row.hasPrefix("  ") && row.hasSuffix("  "))
    return String(row.drop { $0 == " " }.dropLast(2))
  }

  @Test(arguments: [
    (24, "go to 123  ‖ paused"), (22, "go to 123  ‖"), (16, "go to 123  ‖"), (15, "go to 123"), (13, "go to 123"),
    (12, "123"), (8, "123"),
  ])
  func `the least important part is dropped first, and digits stay whole`(columns: Int, text: String) {
    let status = StatusText(introduction: "go to", core: "123", isPaused: true)
    expect(corner(status, columns: columns), equals: text)
  }

  @Test(arguments: [
    (30, "3/12 holiday.jpg  ‖ paused"), (29, "3/12 holiday.j…  ‖ paused"), (22, "3/12 ho…  ‖ paused"),
    (18, "3/12  ‖ paused"), (17, "3/12 holi…  ‖"), (12, "3/12  ‖"), (11, "3/12  ‖"), (10, "3/12"), (8, "3/12"),
  ])
  func `a name is shortened to fit; the page number stays whole`(columns: Int, text: String) {
    let status = StatusText(core: "3/12", detail: "holiday.jpg", isPaused: true)
    expect(corner(status, columns: columns), equals: text)
  }

  @Test(arguments: [
    ("there is no slide 1234", 25, "there is no slide …"), ("interval: 2.5 s", 16, "interval: …"),
    ("1234/5678", 12, "1234/…"), ("12345", 8, "…"), ("change mode: fade", 12, "change …"),
  ])
  func `text is never truncated within a number`(core: String, columns: Int, text: String) {
    expect(corner(StatusText(core: core), columns: columns), equals: text)
    expect(corner(StatusText(core: core, isPaused: true), columns: columns), equals: text)
  }

  @Test(arguments: [(12, "‖ paused"), (11, "‖"), (8, "‖")])
  func `a pause is shown by two bars, and by a word if there is room`(columns: Int, text: String) {
    expect(corner(StatusText(isPaused: true), columns: columns), equals: text)
  }

  @Test(arguments: [(14, "paused"), (10, "paused"), (9, "||"), (8, "||")])
  func `in ASCII a pause is shown by a word, or by two bars if space is short`(columns: Int, text: String) {
    expect(corner(StatusText(isPaused: true), columns: columns, isUnicode: false), equals: text)
  }

  @Test(arguments: [(30, "looking for pictures..."), (16, "looking f..."), (10, "looki~")])
  func `in ASCII an ellipsis is three dots, or a tilde if space is short`(columns: Int, text: String) {
    expect(corner("looking for pictures…", columns: columns, isUnicode: false), equals: text)
  }

  @Test func `a fading status blends into its background`() {
    func drawn(_ strength: Double, _ depth: ColorDepth = .truecolor) -> CellBuffer {
      var look = style()
      look.terminal.depth = depth
      var scene = Scene(
        window: CellSize(columns: 12, rows: 4), style: look, frame: restingFrame(count: 1, current: 0), contents: [:])
      scene.status = "words"
      scene.status.strength = strength
      return scene.composed()
    }
    func luminance(_ buffer: CellBuffer) -> Double {
      Double(LinearColor(buffer[5, 0].foreground, assuming: .white).luminance)
    }
    #expect(luminance(drawn(1)) > luminance(drawn(0.5)))
    #expect(luminance(drawn(0.5)) > luminance(drawn(0.1)))
    expect(drawn(0.6, .mono).textRows[0], equals: "     words  ")
    expect(drawn(0.4, .mono).textRows[0], equals: "            ")
  }
}

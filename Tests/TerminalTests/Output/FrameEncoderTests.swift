@testable import Terminal
import TestSupport
import Testing

@Suite struct FrameEncoderTests {
  private func bytes(_ encoder: inout FrameEncoder, _ frame: CellBuffer) -> String {
    var output: [UInt8] = []
    encoder.encode(frame, into: &output)
    return String(decoding: output, as: UTF8.self).replacing("\u{1B}", with: "^")
  }

  /// The output for a row of cells that replaces `first`, or a row of blanks.
  private func bytes(after first: [Cell]? = nil, _ cells: [Cell]) -> String {
    var encoder = FrameEncoder()
    var frame = CellBuffer(size: CellSize(columns: cells.count, rows: 1))
    if let first { frame.cells = first }
    _ = bytes(&encoder, frame)
    frame.cells = cells
    return bytes(&encoder, frame)
  }

  private let red = Color(red: 255, green: 0, blue: 0)
  private let blue = Color(red: 0, green: 10, blue: 255)

  @Test func `The first frame is drawn in full, row by row`() {
    var encoder = FrameEncoder()
    var frame = CellBuffer(size: CellSize(columns: 3, rows: 2))
    frame.write("ab", column: 0, row: 0)
    expect(bytes(&encoder, frame), equals: "^[m^[Hab ^[2H   ")
  }

  @Test func `An unchanged frame writes nothing`() {
    expect(bytes(after: [Cell("a"), Cell("b")], [Cell("a"), Cell("b")]), equals: "")
  }

  @Test func `Colors are sent only where they change`() {
    let cells = [
      Cell(.upperHalf, foreground: red, background: blue), Cell(.upperHalf, foreground: red, background: blue),
      Cell(.upperHalf, foreground: blue, background: red), Cell(.upperHalf, foreground: blue, background: .black),
      Cell("x"),
    ]
    expect(bytes(cells), equals: "^[0;38;2;255;0;0;48;2;0;10;255m^[H▀▀▄^[38;2;0;0;0m▄^[mx")
  }

  @Test func `A block is drawn as its complement if that saves a color change`() {
    let cells = [
      Cell(.upperHalf, foreground: red, background: blue), Cell(.upperHalf, foreground: .black, background: red),
      Cell("▌", foreground: red, background: .white), Cell("▝", foreground: .white, background: .terminalDefault),
      Cell("▝", foreground: .terminalDefault, background: .white),
    ]
    expect(
      bytes(cells),
      equals: "^[0;38;2;255;0;0;48;2;0;10;255m^[H▀^[48;2;0;0;0m▄^[48;2;255;255;255m▌^[38;2;255;255;255;49m▝"
        + "^[39;48;2;255;255;255m▝")
  }

  @Test func `Palette colors use their shortest sequences`() {
    let cells = [
      Cell("a", foreground: Color(index: 1), background: Color(index: 9)),
      Cell("b", foreground: Color(index: 15), background: Color(index: 9)),
      Cell("c", foreground: Color(index: 16), background: Color(index: 255)),
      Cell("d", foreground: .terminalDefault, background: Color(index: 255)),
      Cell("e", foreground: Color(index: 7), background: .terminalDefault),
    ]
    expect(bytes(cells), equals: "^[0;31;101m^[Ha^[97mb^[38;5;16;48;5;255mc^[39md^[37;49me")
  }

  @Test func `A blank sends no foreground, and a cell of one color is sent as a blank`() {
    let cells = [
      Cell("a", foreground: red, background: .black), Cell(.blank, foreground: blue, background: .black),
      Cell("b", foreground: red, background: .black), Cell("c", foreground: blue, background: blue),
      Cell(.fullBlock, foreground: blue, background: red),
    ]
    expect(bytes(cells), equals: "^[0;38;2;255;0;0;48;2;0;0;0m^[Ha b^[48;2;0;10;255m  ")
    expect(bytes(after: [Cell(.blank, foreground: red)], [Cell(.blank, foreground: blue)]), equals: "")
  }

  @Test func `The cursor skips unchanged cells with the shortest sequence`() {
    let before = "abcdefghijklmnop".unicodeScalars.map { Cell(Glyph($0)) }
    var after = before
    for column in [1, 3, 4, 15] { after[column].glyph = "X" }
    expect(bytes(after: before, after), equals: "^[m^[;2HX^[CXX^[10CX")
  }

  @Test func `The cursor is repositioned after a glyph of unsettled width`() {
    expect(bytes([Cell("a"), Cell("●"), Cell("b"), Cell("c")]), equals: "^[m^[Ha ^[2G●^[3Gbc")
    let flag = [Cell(Glyph(cluster: "🇫🇷")), Cell(.continuation), Cell("b"), Cell("c"), Cell("d")]
    expect(bytes(flag), equals: "^[m^[H  \r🇫🇷^[3Gbcd")
  }

  @Test func `A grapheme cluster in the last column is drawn as its base character`() {
    let accented = Cell(Glyph(cluster: "e\u{301}"))
    expect(bytes([accented, accented]), equals: "^[m^[H \re\u{301}^[2G ^[2Ge")
  }

  @Test func `Cells that a wider glyph may have overwritten are redrawn`() {
    let before = [Cell("a"), Cell("b"), Cell("c")]
    expect(bytes(after: before, [Cell("●"), Cell("b"), Cell("c")]), equals: "^[m^[H \r●^[2Gb")
  }

  @Test func `Plain wide glyphs need no cursor positioning`() {
    let cells = [Cell("日"), Cell(.continuation), Cell("本"), Cell(.continuation), Cell("x")]
    expect(bytes(cells), equals: "^[m^[H日本x")
  }

  @Test func `Half of a wide glyph is drawn as a blank`() {
    expect(bytes([Cell(.continuation), Cell("日")]), equals: "")
    expect(bytes([Cell("日"), Cell("x")]), equals: "^[m^[;2Hx")
  }

  @Test func `Control characters and lone combining marks never reach the terminal`() {
    let hostile: [Glyph] = [
      "\u{1B}", "\u{7F}", "\u{9B}", "\n", "\u{301}", "\u{202E}", Glyph(scalars: ["a", "\u{1B}"]),
    ]
    expect(bytes(hostile.map { Cell($0) }), equals: "^[m^[H???????")
  }

  @Test func `A terminal without UTF-8 receives ASCII look-alikes`() {
    var encoder = FrameEncoder(isUTF8: false)
    var frame = CellBuffer(size: CellSize(columns: 7, rows: 1))
    frame.write("●…日é▄", column: 0, row: 0)
    expect(bytes(&encoder, frame), equals: "^[m^[H*.? ?_ ")
  }

  @Test func `After invalidation the next frame is drawn in full`() {
    var encoder = FrameEncoder()
    let frame = CellBuffer(size: CellSize(columns: 2, rows: 1), filledWith: Cell("x"))
    _ = bytes(&encoder, frame)
    encoder.invalidate()
    expect(bytes(&encoder, frame), equals: "^[m^[Hxx")
  }

  @Test func `Frames without cells write nothing`() {
    var encoder = FrameEncoder()
    for size in [CellSize(columns: 0, rows: 0), CellSize(columns: 0, rows: 3), CellSize(columns: 3, rows: 0)] {
      expect(bytes(&encoder, CellBuffer(size: size)), equals: "")
    }
  }
}

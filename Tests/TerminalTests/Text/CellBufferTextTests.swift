import Terminal
import TestSupport
import Testing

@Suite struct CellBufferTextTests {
  private func buffer(_ columns: Int, _ rows: Int = 1) -> CellBuffer {
    CellBuffer(size: CellSize(columns: columns, rows: rows), filledWith: Cell("."))
  }

  @Test func `Text is written with continuation cells after wide glyphs`() {
    var buffer = buffer(6)
    expect(buffer.write("a日b", column: 1, row: 0), equals: 4)
    expect(buffer.textRows, equals: [".a日b."])
    expect(buffer[3, 0].glyph, equals: .continuation)
  }

  @Test func `A wide glyph cut by an edge leaves a blank`() {
    var right = buffer(4)
    expect(right.write("日日日", column: 1, row: 0), equals: 3)
    expect(right.textRows, equals: [".日 "])
    var left = buffer(4)
    expect(left.write("日本", column: -1, row: 0), equals: 4)
    expect(left.textRows, equals: [" 本."])
    var limited = buffer(4)
    expect(limited.write("日本", column: 0, row: 0, maxColumns: 3), equals: 3)
    expect(limited.textRows, equals: ["日 ."])
  }

  @Test func `Overwriting half of a wide glyph blanks the other half`() {
    var first = buffer(4)
    first.write("日", column: 1, row: 0)
    first.write("x", column: 1, row: 0)
    expect(first.textRows, equals: [".x ."])
    var second = buffer(4)
    second.write("日", column: 1, row: 0)
    second.write("x", column: 2, row: 0)
    expect(second.textRows, equals: [". x."])
    var shifted = buffer(6)
    shifted.write("日本", column: 1, row: 0)
    shifted.write("語", column: 2, row: 0)
    expect(shifted.textRows, equals: [". 語 ."])
    var both = buffer(4)
    both.write("日", column: 1, row: 0)
    both.write("xy", column: 1, row: 0)
    expect(both.textRows, equals: [".xy."])
  }

  @Test func `Text without a background color keeps each cell's own`() {
    var buffer = CellBuffer(size: CellSize(columns: 2, rows: 1), filledWith: Cell(.blank, background: Color(index: 3)))
    buffer.write("ab", column: 0, row: 0, foreground: .white)
    expect(buffer[1, 0], equals: Cell("b", foreground: .white, background: Color(index: 3)))
    buffer.write("c", column: 0, row: 0, background: .black)
    expect(buffer[0, 0].background, equals: .black)
  }

  @Test func `Text outside the buffer changes nothing`() {
    var buffer = buffer(3, 2)
    let before = buffer
    buffer.write("abc", column: 0, row: 2)
    buffer.write("abc", column: 0, row: -1)
    buffer.write("abc", column: 3, row: 0)
    buffer.write("abc", column: -3, row: 0)
    buffer.write("abc", column: 0, row: 0, maxColumns: 0)
    expect(buffer, equals: before)
  }

  @Test func `Random writes never leave half a glyph`() {
    var random = SplitMix64(seed: 11)
    var buffer = buffer(9)
    let texts = ["a", "日", "x日y", "本語", "🇫🇷", "e\u{301}"]
    for _ in 0..<2000 {
      buffer.write(
        texts.randomElement(using: &random) ?? "", column: Int.random(in: -3...10, using: &random), row: 0,
        maxColumns: Int.random(in: 0...5, using: &random))
      var column = 0
      while column < 9 {
        #expect(buffer[column, 0].glyph != .continuation)
        let width = buffer[column, 0].glyph.width
        if width == 2 { #expect(buffer[column + 1, 0].glyph == .continuation && column + 1 < 9) }
        column += max(1, width)
      }
    }
  }
}

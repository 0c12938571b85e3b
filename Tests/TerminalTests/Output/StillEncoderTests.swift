import Terminal
import TestSupport
import Testing

@Suite struct StillEncoderTests {
  private func still(_ buffer: CellBuffer, isUTF8: Bool = true) -> String {
    String(decoding: FrameEncoder.encodeStill(buffer, isUTF8: isUTF8), as: UTF8.self).replacing("\u{1B}", with: "^")
  }

  @Test func `Rows end in newlines with their colors reset`() {
    var buffer = CellBuffer(size: CellSize(columns: 3, rows: 2))
    buffer[1, 0] = Cell("▀", foreground: Color(red: 1, green: 20, blue: 255), background: Color(index: 3))
    expect(still(buffer), equals: " ^[38;2;1;20;255;43m▀^[m \n   \n")
  }

  @Test func `A row that ends in color is reset before its newline`() {
    let buffer = CellBuffer(size: CellSize(columns: 2, rows: 2), filledWith: Cell(.blank, background: Color(index: 4)))
    expect(still(buffer), equals: "^[44m  ^[m\n^[44m  ^[m\n")
  }

  @Test func `Wide glyphs keep rows equally wide`() {
    var buffer = CellBuffer(size: CellSize(columns: 4, rows: 2))
    buffer.write("日本", column: 0, row: 0)
    buffer.write("日本", column: 1, row: 1)
    expect(still(buffer), equals: "日本\n 日 \n")
    expect(still(buffer, isUTF8: false), equals: "? ? \n ?  \n")
  }

  @Test func `Colors that differ invisibly from those in use are not set`() {
    var buffer = CellBuffer(size: CellSize(columns: 3, rows: 1))
    buffer[0, 0] = Cell(
      "▀", foreground: Color(red: 100, green: 100, blue: 100), background: Color(red: 9, green: 9, blue: 9))
    buffer[1, 0] = Cell(
      "▀", foreground: Color(red: 101, green: 100, blue: 101), background: Color(red: 9, green: 9, blue: 9))
    buffer[2, 0] = Cell(
      "▀", foreground: Color(red: 104, green: 104, blue: 104), background: Color(red: 9, green: 9, blue: 9))
    let bytes = FrameEncoder.encodeStill(buffer, tolerance: .invisible)
    expect(
      String(decoding: bytes, as: UTF8.self).replacing("\u{1B}", with: "^"),
      equals: "^[38;2;100;100;100;48;2;9;9;9m▀▀^[38;2;104;104;104m▀^[m\n")
    expect(still(buffer).filter { $0 == "m" }.count, equals: 4)
  }

  @Test func `A still without colors is plain text`() {
    var buffer = CellBuffer(size: CellSize(columns: 3, rows: 1))
    buffer.write("@▀#", column: 0, row: 0)
    expect(still(buffer), equals: "@▀#\n")
    expect(FrameEncoder.encodeStill(buffer, tolerance: .invisible), equals: Array("@▀#\n".utf8))
    expect(still(CellBuffer(size: CellSize(columns: 0, rows: 0))), equals: "")
  }
}

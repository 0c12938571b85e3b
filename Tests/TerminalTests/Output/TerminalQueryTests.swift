import Terminal
import Testing

@Suite struct TerminalQueryTests {
  @Test(
    arguments: [
      (.primaryAttributes, "\u{1B}[c"), (.color(number: 11), "\u{1B}]11;?\u{1B}\\"), (.mode(2026), "\u{1B}[?2026$p"),
      (.cellPixels, "\u{1B}[16t"), (.status, "\u{1B}[5n"),
    ] as [(TerminalQuery, String)])
  func `A query is what terminals expect`(query: TerminalQuery, bytes: String) {
    #expect(query.bytes == Array(bytes.utf8))
  }
}

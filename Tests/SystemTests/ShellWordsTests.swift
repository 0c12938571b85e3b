import System
import TestSupport
import Testing

struct ShellWordsTests {
  @Test(
    arguments: [
      ("", []), ("  --a  b ", ["--a", "b"]), ("'a b' \"c 'd'\"", ["a b", "c 'd'"]), (#"a\ b"#, ["a b"]),
      (#""a\"b\n""#, [#"a"b\n"#]), ("''", [""]), ("a'b'c", ["abc"]), ("$HOME *", ["$HOME", "*"]),
    ] as [(String, [String])])
  func `a text is split as a shell splits words`(text: String, expected: [String]) throws {
    try expect(ShellWords.split(text.utf8).map { String(decoding: $0, as: UTF8.self) }, equals: expected)
  }

  @Test func `a text with an open quote, and one that is too long, have no words`() throws {
    #expect(throws: ShellWords.Failure.openQuote) { try ShellWords.split("'a".utf8) }
    try expect(ShellWords.split([UInt8](repeating: 0x61, count: 65_536)).count, equals: 1)
    #expect(throws: ShellWords.Failure.tooLong) { try ShellWords.split([UInt8](repeating: 0x61, count: 65_537)) }
  }
}

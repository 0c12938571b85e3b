import System
import TestSupport
import Testing

struct ShellWordsTests {
  @Test(
    arguments: [
      ("", []), ("  --a  b ", ["--a", "b"]), ("'a b' \"c 'd'\"", ["a b", "c 'd'"]), (#"a\ b"#, ["a b"]),
      (#""a\"b\n""#, [#"a"b\n"#]), ("''", [""]), ("a'b'c", ["abc"]), ("'a", nil), ("$HOME *", ["$HOME", "*"]),
    ] as [(String, [String]?)])
  func `a text is split as a shell splits words`(text: String, expected: [String]?) {
    expect(ShellWords.split(text.utf8)?.map { String(decoding: $0, as: UTF8.self) }, equals: expected)
  }
}

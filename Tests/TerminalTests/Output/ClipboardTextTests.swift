import Terminal
import TestSupport
import Testing

struct ClipboardTextTests {
  private func sequence(_ text: String) -> String? {
    ClipboardText(Array(text.utf8)).map { String(decoding: $0.bytes, as: UTF8.self) }
  }

  @Test(arguments: [
    ("", ""), ("f", "Zg=="), ("fo", "Zm8="), ("foo", "Zm9v"), ("foob", "Zm9vYg=="), ("fooba", "Zm9vYmE="),
    ("foobar", "Zm9vYmFy"), ("/ü.png", "L8O8LnBuZw=="),
  ])
  func `text is sent in Base64 as specified by RFC 4648`(text: String, encoded: String) {
    expect(sequence(text), equals: "\u{1B}]52;c;\(encoded)\u{1B}\\")
  }

  @Test func `control characters are copied as symbols, so that no shell runs a pasted line`() {
    expect(ClipboardText(Array("a\nrm -r\u{1B}[2J\u{7}".utf8))?.text, equals: "a␊rm -r␛[2J␇")
    expect(ClipboardText([0x61, 0xFF])?.text, equals: "a\u{FFFD}")
  }

  @Test func `overlong text is not copied`() {
    #expect(ClipboardText([UInt8](repeating: 0x61, count: ClipboardText.maximumBytes)) != nil)
    expect(ClipboardText([UInt8](repeating: 0x61, count: ClipboardText.maximumBytes + 1)), equals: nil)
  }

  @Test(arguments: [("xterm-256color", true), ("tmux", true), ("linux", false), ("vt220", false), ("dumb", false)])
  func `only terminals that accept control strings are sent clipboard text`(term: String, takes: Bool) {
    expect(TerminalQuery.takesControlStrings(environment: ["TERM": term]), equals: takes)
  }
}

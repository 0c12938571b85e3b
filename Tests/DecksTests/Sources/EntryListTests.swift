import Decks
import PictureTestSupport
import TestSupport
import Testing

/// Lists as they arrive on standard input.
struct EntryListTests {
  private func entries(_ bytes: [UInt8]) -> [String] {
    var entries = EntryList()
    entries.feed(bytes)
    entries.finish()
    return entries.names.texts
  }

  private func entries(_ text: String) -> [String] { entries(Array(text.utf8)) }

  @Test func `each line is an entry`() {
    expect(entries("a.jpg\nb c.jpg\nhttp://a.org/d.jpg\n"), equals: ["a.jpg", "b c.jpg", "http://a.org/d.jpg"])
  }

  @Test func `the last line needs no newline`() {
    expect(entries("a\nb"), equals: ["a", "b"])
    expect(entries("a"), equals: ["a"])
  }

  @Test func `a carriage return before a newline is dropped`() {
    expect(entries("a\r\nb\r\nc\rd\r\n\r\ne\r"), equals: ["a", "b", "c\rd", "e"])
  }

  @Test func `empty lines are skipped`() {
    expect(entries(""), equals: [])
    expect(entries("\n\n\n"), equals: [])
    expect(entries("\na\n\nb\n\n"), equals: ["a", "b"])
    expect(entries([0, 0, 0]), equals: [])
  }

  @Test func `NUL-separated entries may contain newlines and carriage returns`() {
    expect(entries("a\u{0}b\nc\r\u{0}d"), equals: ["a", "b\nc\r", "d"])
  }

  @Test func `the first NUL-separated entry keeps its newlines`() {
    expect(entries("a\nb\n\nc\u{0}d\ne\u{0}"), equals: ["a\nb\n\nc", "d\ne"])
  }

  @Test func `lines are entries until the first NUL arrives`() {
    var list = EntryList()
    list.feed(Array("a\nb\nc".utf8))
    expect(list.names.texts, equals: ["a", "b"])
    list.feed([0])
    expect(list.names.texts, equals: ["a\nb\nc"])
  }

  @Test func `a NUL after the first eight kilobytes is not a separator`() {
    let line = String(repeating: "x", count: 99)
    let text = Array(repeating: line, count: 90).joined(separator: "\n") + "\na\u{0}b\nc"
    expect(entries(text).suffix(3), equals: [line, "a\u{0}b", "c"])
  }

  @Test func `bytes that are not UTF-8 are kept`() {
    var list = EntryList()
    list.feed([0xFF, 0x1B, 0x0A, 0xC3, 0x0A])
    expect(list.names.all, equals: [[0xFF, 0x1B], [0xC3]])
  }

  @Test func `an entry that is too long is truncated; the next one is intact`() {
    let long = String(repeating: "a", count: 1_000_000)
    let all = entries("\(long)\nb\n\(long)")
    expect(all.map(\.utf8.count), equals: [8192, 1, 8192])
  }

  @Test func `a list ends after a million entries`() {
    var list = EntryList()
    for _ in 0..<100 { list.feed(Array(String(repeating: "a\n", count: 10_000).utf8)) }
    expect(list.excess, equals: nil)
    list.feed(Array("\n\nb\nc\n".utf8))
    expect(list.names.count, equals: 1_000_000)
    expect(list.excess, equals: "the list has more than 1000000 names; the rest is left out")
  }

  @Test func `a list of empty lines ends at the limit on bytes`() {
    expect(EntryList.maximumBytes, equals: 256 << 20)
    var list = EntryList(maximumBytes: 1 << 20)
    list.feed(Array("a\n".utf8))
    list.feed([UInt8](repeating: 0x0A, count: (1 << 20) - 2))
    expect(list.excess, equals: nil)
    list.feed([0x0A])
    expect(list.excess, equals: "the list has more than 1 MB; the rest is left out")
    expect(list.names.texts, equals: ["a"])
  }

  @Test func `a name that the limit on bytes cuts is not an entry`() {
    var list = EntryList(maximumBytes: 5)
    list.feed(Array("a\nbcd.png\n".utf8))
    list.finish()
    expect(list.names.texts, equals: ["a"])
    #expect(list.excess != nil)
  }

  @Test(arguments: 1...10)
  func `entries do not depend on where the input is split`(seed: UInt64) {
    var dice = SplitMix64(seed: seed)
    let alphabet: [UInt8] = seed.isMultiple(of: 2) ? Array("ab\n\r".utf8) : Array("ab\n\r".utf8) + [0]
    let bytes = (0..<20_000).map { _ in alphabet.randomElement(using: &dice) ?? 0 }
    let whole = entries(bytes)
    var list = EntryList()
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = min(rest.count, Int.random(in: 1...40, using: &dice))
      list.feed(rest.prefix(count))
      rest = rest.dropFirst(count)
    }
    list.finish()
    expect(list.names.texts, equals: whole)
  }
}

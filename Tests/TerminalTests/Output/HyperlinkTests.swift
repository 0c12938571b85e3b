import Terminal
import TestSupport
import Testing

/// Links on cells.
@Suite struct HyperlinkTests {
  @Test func `a web address is a link, with everything but printable ASCII encoded`() {
    expect(Hyperlink(web: "https://example.org/a?b=c#d")?.url, equals: "https://example.org/a?b=c#d")
    expect(Hyperlink(web: "HTTP://example.org")?.url, equals: "HTTP://example.org")
    expect(Hyperlink(web: "mailto:a@example.org")?.url, equals: "mailto:a@example.org")
    expect(
      Hyperlink(web: "http://x/\u{1B}]8;;\u{1B}\\\u{7}\u{9C}\n ä")?.url,
      equals: "http://x/%1B]8;;%1B%5C%07%C2%9C%0A%20%C3%A4")
  }

  @Test(arguments: ["javascript:alert(1)", "file:///etc/passwd", "x-run:rm", "", "page.html", "\u{1B}http://x"])
  func `other URLs of decks are no links`(url: String) { expect(Hyperlink(web: url), equals: nil) }

  @Test func `a link is at most as long as terminals accept`() {
    let url = "http://x/" + String(repeating: "a", count: 2083 - 9)
    expect(Hyperlink(web: url)?.url.utf8.count, equals: 2083)
    expect(Hyperlink(web: url + "a"), equals: nil)
    expect(Hyperlink(file: Array(("/" + String(repeating: "ä", count: 400)).utf8), host: "h"), equals: nil)
  }

  @Test func `a file's link has the host and the path's bytes, encoded`() {
    let path = Array("/a b/50% #1?.png".utf8) + [0xFF, 0x1B]
    expect(Hyperlink(file: path, host: "far")?.url, equals: "file://far/a%20b/50%25%20%231%3F.png%FF%1B")
    expect(Hyperlink(file: Array("/a".utf8), host: "a/b@c:d\u{7}")?.url, equals: "file://a%2Fb%40c%3Ad%07/a")
    expect(Hyperlink(file: Array("/a".utf8), host: "")?.url, equals: "file:///a")
  }

  @Test(arguments: [
    (["TERM": "xterm-kitty"], true), (["TERM": "xterm-256color"], true), (["TERM": "linux"], false),
    (["TERM": "vt220"], false), (["TERM": "xterm"], false), (["TERM": "xterm", "COLORTERM": "truecolor"], true),
    (["TERM": "xterm-256color", "VTE_VERSION": "4801"], false),
    (["TERM": "xterm-256color", "VTE_VERSION": "7002"], true),
    (["TERM": "xterm-256color", "COLORTERM": "gnome-terminal"], false),
  ])
  func `links are written only where they are harmless`(environment: [String: String], isHarmless: Bool) {
    expect(Hyperlink.areHarmless(environment: environment), equals: isHarmless)
  }

  private func sent(_ encoder: inout FrameEncoder, _ frame: CellBuffer) -> String {
    var output: [UInt8] = []
    encoder.encode(frame, into: &output)
    return String(decoding: output, as: UTF8.self).replacing("\u{1B}", with: "^")
  }

  @Test func `cells that get or lose a link are written again, and no others`() throws {
    var encoder = FrameEncoder()
    var frame = CellBuffer(size: CellSize(columns: 6, rows: 1))
    frame.write("abcdef", column: 0, row: 0)
    _ = sent(&encoder, frame)
    let link = try #require(Hyperlink(web: "http://x"))
    frame.links = [LinkedCells(row: 0, columns: 2..<4, link: link)]
    expect(sent(&encoder, frame), equals: "^]8;id=2082422601;http://x^\\^[m^[;3Hcd^]8;;^\\")
    expect(sent(&encoder, frame), equals: "")
    frame.links = []
    expect(sent(&encoder, frame), equals: "^[m^[;3Hcd")
  }

  @Test func `a printed link ends before the row does`() throws {
    var buffer = CellBuffer(size: CellSize(columns: 4, rows: 2))
    buffer.write("ab", column: 2, row: 0)
    buffer.links = [LinkedCells(row: 0, columns: 2..<4, link: try #require(Hyperlink(web: "http://x")))]
    let text = String(decoding: FrameEncoder.encodeStill(buffer), as: UTF8.self).replacing("\u{1B}", with: "^")
    expect(text, equals: "  ^]8;id=2082422601;http://x^\\ab^]8;;^\\\n    \n")
  }

  @Test(arguments: Rounds.seeds(20))
  func `each cell has exactly the frame's link, whatever it had before`(seed: UInt64) throws {
    var frames = RandomFrames(seed: seed)
    let size = CellSize(columns: 9, rows: 3)
    var terminal = VirtualTerminal(size: size)
    var encoder = FrameEncoder(movesCells: true, scrollsRows: true)
    var frame = CellBuffer(size: size)
    let links = try ["http://a", "https://b/c"].map { try #require(Hyperlink(web: $0)) }
    for step in 0..<60 {
      frames.change(&frame, cells: 1 + step % 9)
      frame.links = (0..<3).compactMap { row in
        let start = Int.random(in: 0..<9, using: &frames.random)
        let end = Int.random(in: start...9, using: &frames.random)
        return start == end ? nil : LinkedCells(row: row, columns: start..<end, link: links[(row + step / 5) % 2])
      }
      var output: [UInt8] = []
      encoder.encode(frame, pausingAfter: step % 4 == 3 ? 30 : nil, into: &output)
      if step % 4 == 3 { encoder.encode(frame, into: &output) }
      terminal.feed(output)
      expect(terminal.faults, equals: [])
      for row in 0..<3 {
        for column in 0..<9 where frame[column, row].glyph != .continuation {
          let link = frame.links.first { $0.row == row && $0.columns.contains(column) }?.link.url
          expect(terminal[column, row].link, equals: link, "seed \(seed), step \(step), \(column), \(row)")
        }
      }
    }
  }
}

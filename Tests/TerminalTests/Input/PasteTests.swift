import Terminal
import TestSupport
import Testing

/// Pastes that arrive in parts, with pauses, or without their end.
@Suite struct PasteTests {
  private static let start = "\u{1B}[200~"
  private static let end = "\u{1B}[201~"
  /// Pastes whose text would quit, mark or send signals.
  private static let pastes = [
    "\u{3}x", "q", "", "q\r\n\u{1A}\u{1C}M", "\u{1B}[C\u{1B}", "\u{1B}[200~q", "\u{1B}[20\u{1B}[201q\u{1B}[0nq",
    "日本\u{7F}", String(repeating: "q", count: 80),
  ].map { Array((start + $0 + end).utf8) }
  private static let signalKeys: [UInt8: KeySignal] = [0x03: .interrupt, 0x1A: .suspend, 0x1C: .quit]

  private func line(escapeDelay: Duration = .milliseconds(300)) -> PausingLine {
    PausingLine(InputDecoder(signalKeys: Self.signalKeys), escapeDelay: escapeDelay)
  }

  /// The events that would make something happen.
  private func actions(_ events: [InputEvent]) -> [InputEvent] {
    events.filter { if case .pasted = $0 { false } else { $0 != .reply(.ready) } }
  }

  @Test(arguments: [1, 40, 100, 250, 600, 3000, 20_000])
  func `a paste that pauses once, anywhere, does nothing, and keys after it work`(milliseconds: Int) {
    for paste in Self.pastes {
      // The first byte alone is also that of the Escape key.
      for cut in (milliseconds < 300 ? 1 : 2)..<paste.count {
        var line = line()
        let parts = [paste[..<cut], paste[cut...]]
        expect(actions(line.receive(parts, pause: .milliseconds(milliseconds))), equals: [], "cut at \(cut)")
        expect(line.decoder.feed("q".utf8, at: line.now), equals: [.key(.character("q"))])
      }
    }
  }

  @Test(arguments: [[40, 200], [200, 40], [250, 250]])
  func `a paste that pauses twice, anywhere, does nothing`(pauses: [Int]) {
    for paste in Self.pastes where paste.count < 40 {
      for first in 1..<paste.count - 1 {
        for second in first + 1..<paste.count {
          var line = line()
          var events = line.receive(paste[..<first], pause: .milliseconds(pauses[0]))
          events += line.receive(paste[first..<second], pause: .milliseconds(pauses[1]))
          events += line.receive(paste[second...], pause: .seconds(1))
          expect(actions(events), equals: [], "cut at \(first) and \(second)")
        }
      }
    }
  }

  @Test(arguments: [1, 10, 40, 90])
  func `a paste whose bytes arrive one by one does nothing`(milliseconds: Int) {
    for paste in Self.pastes {
      var line = line()
      expect(actions(line.receive(paste.map { [$0] }, pause: .milliseconds(milliseconds))), equals: [])
    }
  }

  @Test func `a paste that pauses in random places for up to nine seconds does nothing`() {
    var random = SplitMix64(seed: 24)
    for _ in 0..<300 {
      var line = line()
      let text = (0..<300).map { _ in UInt8.random(in: 0...255, using: &random) }
      var rest = (Array(Self.start.utf8) + text.filter { $0 != 0x1B })[...]
      var events: [InputEvent] = []
      while !rest.isEmpty {
        // A single byte after a long pause cannot be told from a key.
        let part = rest.prefix(.random(in: 12...200, using: &random))
        rest = rest.dropFirst(part.count)
        let isSmall = rest.count < 12
        events += line.receive(
          part, pause: isSmall ? .zero : .milliseconds(Int.random(in: 0...9000, using: &random)))
      }
      events += line.receive(Self.end.utf8, pause: .seconds(1))
      expect(actions(events), equals: [])
    }
  }

  @Test func `a late paste after the Escape key is dropped`() {
    for milliseconds in [30, 100, 2000] {
      var line = line(escapeDelay: .milliseconds(25))
      expect(line.receive([0x1B], pause: .milliseconds(milliseconds)), equals: [.key(.escape)])
      expect(line.receive("[200~\u{3}q\u{1B}[201~".utf8, pause: .zero), equals: [.pasted(Array("\u{3}q".utf8))])
    }
  }

  @Test func `after the Escape key a bracket is a key after 25 ms`() {
    var line = line(escapeDelay: .milliseconds(25))
    _ = line.receive([0x1B], pause: .milliseconds(50))
    expect(line.receive("[".utf8, pause: .milliseconds(25)), equals: [.key(.character("["))])
    expect(line.receive("q".utf8, pause: .zero), equals: [.key(.character("q"))])
  }

  @Test(
    arguments: [
      ("q", .key(.character("q"))), ("\u{3}", .signal(.interrupt)), ("\u{1B}", .key(.escape)),
      ("\u{1B}[C", .key(.right)),
      ("é", .key(.character("é"))), ("\u{1B}[<0;3;4M", .mouse(MouseEvent(.pressed(.left), column: 2, row: 3))),
    ] as [(String, InputEvent)])
  func `after a paste without an end, a key that is pressed every second works after two seconds`(
    key: String, event: InputEvent
  ) {
    var line = line()
    expect(line.receive("\u{1B}[200~some text".utf8, pause: .seconds(1)), equals: [])
    expect(line.receive(key.utf8, pause: .seconds(1)), equals: [.pasted(nil)])
    for _ in 0..<50 { expect(line.receive(key.utf8, pause: .seconds(1)), equals: [event]) }
  }

  @Test func `after a paste without an end, a key that is held down works when it is released`() {
    var line = line()
    _ = line.receive("\u{1B}[200~text".utf8, pause: .seconds(3))
    expect(line.receive((0..<20).map { _ in "\u{3}".utf8 }, pause: .milliseconds(30)), equals: [])
    expect(line.pass(.milliseconds(100)), equals: Array(repeating: .signal(.interrupt), count: 20))
  }

  @Test func `thirty seconds after a paste without an end, keys work at once`() {
    var line = line()
    _ = line.receive("\u{1B}[200~text".utf8, pause: .seconds(32))
    expect(line.receive("jk".utf8, pause: .zero), equals: [.key(.character("j")), .key(.character("k"))])
  }

  @Test func `text that follows a timed-out beginning of a paste is dropped without an end, too`() {
    for start in ["\u{1B}[", "\u{1B}[2", "\u{1B}[20", "\u{1B}[200"] {
      var line = line()
      expect(line.receive(start.utf8, pause: .milliseconds(600)), equals: [])
      let rest = "\u{1B}[200~".utf8.dropFirst(start.utf8.count)
      expect(actions(line.receive(Array(rest) + Array("\u{3}q".utf8), pause: .seconds(1))), equals: [])
      expect(actions(line.receive("more text\r".utf8, pause: .seconds(1))), equals: [])
      expect(line.receive("\u{1B}[201~q".utf8, pause: .zero), equals: [.pasted(nil), .key(.character("q"))])
    }
  }

  @Test func `the late rest of a reply is dropped, and then keys work`() {
    for reply in ["\u{1B}]11;rgb:ffff/8080/0000\u{7}", "\u{1B}P>|XTerm(379)\u{1B}\\", "\u{1B}[?62;4;22c"] {
      let bytes = Array(reply.utf8)
      for cut in 3..<(bytes.count - 2) {
        var line = line()
        expect(line.receive([bytes[..<cut], bytes[cut...]], pause: .milliseconds(700)), equals: [], "cut at \(cut)")
        expect(line.receive("q".utf8, pause: .milliseconds(100)), equals: [.key(.character("q"))])
      }
    }
  }

  @Test func `the text of a paste is passed on whole, without the receipts of frames in it`() {
    for cut in [1, 3, 9] {
      var line = line()
      let text = Array("/a b.png\r/c.png".utf8)
      let bytes = Array("\u{1B}[200~".utf8) + text[..<cut] + Array("\u{1B}[0n".utf8) + text[cut...]
      var events = line.receive(bytes + Array("\u{1B}[20".utf8), pause: .milliseconds(600))
      events += line.receive("1~".utf8, pause: .zero)
      expect(events, equals: [.reply(.ready), .pasted(text)])
    }
  }

  @Test func `a text of more than 64 KiB is dropped`() {
    for (count, isKept) in [(65_530, true), (65_531, false)] {
      var line = line()
      let text = Array(repeating: UInt8(ascii: "x"), count: count)
      let events = line.receive(Array("\u{1B}[200~".utf8) + text + Array("\u{1B}[201~".utf8), pause: .zero)
      expect(events, equals: [.pasted(isKept ? text : nil)])
    }
  }

  @Test func `receipts of frames are decoded amid pasted text`() {
    var line = line()
    expect(
      line.receive("\u{1B}[200~ab\u{1B}[0nq\u{1B}[0n".utf8, pause: .seconds(3)),
      equals: [
        .reply(.ready), .reply(.ready), .pasted(nil),
      ])
    // They do not interrupt the silence around a key.
    var events = line.receive("q".utf8, pause: .milliseconds(50))
    events += line.receive("\u{1B}[0n".utf8, pause: .milliseconds(50))
    expect(events, equals: [.reply(.ready), .key(.character("q"))])
  }
}

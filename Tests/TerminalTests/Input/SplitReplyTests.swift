import Terminal
import TestSupport
import Testing

/// Replies that a slow line splits; each part arrives some time after the previous one.
@Suite struct SplitReplyTests {
  private static let replies: [(bytes: String, reply: TerminalReply)] = [
    ("\u{1B}[?62;4;22c", .primaryAttributes([62, 4, 22])), ("\u{1B}[?2026;2$y", .mode(2026, state: 2)),
    ("\u{1B}[0n", .ready), ("\u{1B}[6;20;10t", .cellPixels(width: 10, height: 20)),
    ("\u{1B}]11;rgb:ffff/8080/0000\u{1B}\\", .color(number: 11, Color(red: 255, green: 128, blue: 0))),
    ("\u{1B}P>|XTerm(379)\u{1B}\\", .version("XTerm(379)")), ("\u{1B}[?31u", .has(.keyboardProtocol)),
    ("\u{1B}[?997;2n", .colorScheme(isDark: false)),
    (
      "\u{1B}[48;24;80;408;640t",
      .windowSize(CellSize(columns: 80, rows: 24), pixels: CellPixels(width: 640, height: 408))
    ),
  ]

  @Test(arguments: replies)
  func `while replies are expected, a reply split at any byte is not decoded as keys`(
    bytes: String, reply: TerminalReply
  ) {
    let bytes = Array(bytes.utf8)
    for cut in 1..<bytes.count {
      for pause in [25, 100, 499] {
        var line = Self.line
        expect(line.receive(bytes[..<cut], pause: .milliseconds(pause)), equals: [])
        expect(line.receive(bytes[cut...], pause: .zero), equals: [.reply(reply)])
        expect(line.decoder.due, equals: nil)
      }
    }
  }

  /// A line on which replies are expected.
  private static var line: PausingLine {
    var line = PausingLine()
    line.decoder.expectsReplies = true
    return line
  }

  @Test func `while replies are expected, Escape alone is a key after half a second`() {
    var line = Self.line
    expect(line.receive([0x1B], pause: .milliseconds(499)), equals: [])
    expect(line.pass(.milliseconds(1)), equals: [.key(.escape)])
    expect(line.decoder.due, equals: nil)
  }

  @Test(
    arguments: [
      ("q", [.escape, .character("q")]), ("\u{1B}[C", [.escape, .right]), ("\u{1B}", [.escape]),
      ("\r", [.escape, .enter]),
      ("é", [.escape, .character("é")]),
    ] as [(String, [Key])])
  func `a held Escape becomes a key when another key follows`(following: String, keys: [Key]) {
    var line = Self.line
    _ = line.receive([0x1B], pause: .milliseconds(25))
    expect(line.receive(following.utf8, pause: .zero), equals: keys.map { .key($0) })
  }

  @Test func `Escape is a key even if a reply follows immediately`() {
    for isExpected in [true, false] {
      var line = PausingLine()
      line.decoder.expectsReplies = isExpected
      expect(line.receive("\u{1B}\u{1B}[0n".utf8, pause: .zero), equals: [.key(.escape), .reply(.ready)])
      expect(
        line.receive("\u{1B}\u{1B}[<0;3;4M".utf8, pause: .zero),
        equals: [
          .key(.escape), .mouse(MouseEvent(.pressed(.left), column: 2, row: 3)),
        ])
    }
  }

  @Test func `a held Escape and a lone bracket become two keys after half a second`() {
    for bracket in ["[", "]"] {
      var line = Self.line
      _ = line.receive([0x1B], pause: .milliseconds(25))
      expect(line.receive(bracket.utf8, pause: .milliseconds(499)), equals: [])
      expect(line.pass(.milliseconds(1)), equals: [.key(.escape), .key(.character(Character(bracket)))])
    }
  }

  @Test func `a cursor key that is split after its Escape is decoded`() {
    var line = Self.line
    _ = line.receive([0x1B], pause: .milliseconds(25))
    expect(line.receive("[C".utf8, pause: .zero), equals: [.key(.right)])
  }
}

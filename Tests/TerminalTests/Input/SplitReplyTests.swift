import Terminal
import Testing

/// Replies that a slow line splits; each part arrives a time-out or more after the previous one.
@Suite struct SplitReplyTests {
  private static let replies: [(bytes: String, reply: TerminalReply)] = [
    ("\u{1B}[?62;4;22c", .primaryAttributes([62, 4, 22])), ("\u{1B}[?2026;2$y", .mode(2026, state: 2)),
    ("\u{1B}[0n", .ready), ("\u{1B}[6;20;10t", .cellPixels(width: 10, height: 20)),
    ("\u{1B}]11;rgb:ffff/8080/0000\u{1B}\\", .color(number: 11, Color(red: 255, green: 128, blue: 0))),
    ("\u{1B}P>|XTerm(379)\u{1B}\\", .version("XTerm(379)")),
  ]

  @Test(arguments: replies)
  func `while replies are expected, a reply split at any byte is not decoded as keys`(
    bytes: String, reply: TerminalReply
  ) {
    let bytes = Array(bytes.utf8)
    for cut in 1..<bytes.count {
      for silence in [1, 4, 19] {
        var decoder = InputDecoder()
        decoder.expectsReplies = true
        #expect(decoder.feed(bytes[..<cut]) == [])
        for _ in 0..<silence { #expect(decoder.timeOut() == []) }
        #expect(decoder.isPending)
        #expect(decoder.feed(bytes[cut...]) == [.reply(reply)])
        #expect(!decoder.isPending)
      }
    }
  }

  @Test func `while replies are expected, Escape alone is a key after half a second`() {
    var decoder = InputDecoder()
    decoder.expectsReplies = true
    #expect(decoder.feed([0x1B]) == [])
    for _ in 1..<20 { #expect(decoder.timeOut() == []) }
    #expect(decoder.timeOut() == [.key(.escape)])
    #expect(!decoder.isPending)
  }

  @Test(
    arguments: [
      ("q", [.escape, .character("q")]), ("\u{1B}[C", [.escape, .right]), ("\u{1B}", [.escape]),
      ("\r", [.escape, .enter]),
      ("é", [.escape, .character("é")]),
    ] as [(String, [Key])])
  func `a held Escape becomes a key when another key follows`(following: String, keys: [Key]) {
    var decoder = InputDecoder()
    decoder.expectsReplies = true
    _ = decoder.feed([0x1B])
    _ = decoder.timeOut()
    #expect(decoder.feed(following.utf8) == keys.map { .key($0) })
  }

  @Test func `Escape is a key even if a reply follows immediately`() {
    for isExpected in [true, false] {
      var decoder = InputDecoder()
      decoder.expectsReplies = isExpected
      #expect(decoder.feed("\u{1B}\u{1B}[0n".utf8) == [.key(.escape), .reply(.ready)])
      #expect(
        decoder.feed("\u{1B}\u{1B}[<0;3;4M".utf8) == [
          .key(.escape), .mouse(MouseEvent(.pressed(.left), column: 2, row: 3)),
        ])
    }
  }

  @Test func `a held Escape and a lone bracket become two keys after half a second`() {
    var decoder = InputDecoder()
    decoder.expectsReplies = true
    _ = decoder.feed([0x1B])
    _ = decoder.timeOut()
    #expect(decoder.feed("]".utf8) == [])
    for _ in 1..<20 { #expect(decoder.timeOut() == []) }
    #expect(decoder.timeOut() == [.key(.escape), .key(.character("]"))])
  }

  @Test func `a cursor key that is split after its Escape is decoded`() {
    var decoder = InputDecoder()
    decoder.expectsReplies = true
    _ = decoder.feed([0x1B])
    _ = decoder.timeOut()
    #expect(decoder.feed("[C".utf8) == [.key(.right)])
  }
}

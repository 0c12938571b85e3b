import Terminal
import TestSupport
import Testing

/// Which protocol is chosen from terminals' replies, recorded in them or written as their sources do.
@Suite struct KittyProbeTests {
  private static let plain = ["TERM": "xterm-256color"]

  private static func facts(_ replies: String) -> TerminalFacts {
    var (facts, decoder) = (TerminalFacts(), InputDecoder())
    for case .reply(let reply) in decoder.feed(replies.utf8, at: .zero) { _ = facts.apply(reply) }
    return facts
  }

  private static func chosen(_ replies: String, _ environment: [String: String] = plain) -> PixelProtocol? {
    PixelChoice.auto.pixelProtocol(facts: facts(replies), environment: environment)
  }

  @Test(
    arguments: [
      (RecordedReplies.kitty, .kitty), (RecordedReplies.konsole, .kitty),
      (RecordedReplies.foot, .sixel(colors: 256, InlineLimits())),
      (RecordedReplies.xtermSixel, .sixel(colors: 256, InlineLimits())),
      (RecordedReplies.mlterm, .sixel(colors: 256, InlineLimits(unit: 1))),
      // mlterm 3.9.0 does not report its name.
      (
        RecordedReplies.mlterm.replacing("\u{1B}P>|mlterm(3.9.4)\u{1B}\\", with: ""),
        .sixel(colors: 256, InlineLimits(unit: 1))
      ),
      (RecordedReplies.xterm, nil), (RecordedReplies.alacritty, nil),
    ] as [(String, PixelProtocol?)])
  func `recorded replies select the protocol that the terminal shows best`(replies: String, expected: PixelProtocol?) {
    expect(Self.chosen(replies), equals: expected)
  }

  @Test func `a terminal without a known name gets kitty's protocol if its images behave`() {
    let replies = RecordedReplies.kitty
    expect(Self.chosen(replies.replacing("kitty(0.48.2)", with: "Newest 1.0")), equals: .kitty)
    expect(Self.chosen(replies.replacing("\u{1B}P>|kitty(0.48.2)\u{1B}\\", with: "")), equals: .kitty)
    // Known to be broken.
    expect(Self.chosen(replies.replacing("0.48.2", with: "0.26.5")), equals: nil)
    expect(Self.chosen(RecordedReplies.konsole.replacing("26.08.2", with: "22.04.1")), equals: .iterm)
  }

  @Test(
    arguments: [
      ("\u{1B}_Gi=31;OK\u{1B}\\", "", "the query is not answered"),
      ("\u{1B}_Gi=31;OK\u{1B}\\", "\u{1B}_Gi=31;EINVAL\u{1B}\\", "the query is answered with an error"),
      ("\u{1B}_Gi=35;OK\u{1B}\\", "\u{1B}_Gi=35;ENOMEM\u{1B}\\", "an upload is not confirmed"),
      ("\u{1B}_Gi=35,p=1;OK\u{1B}\\", "\u{1B}_Gi=35;OK\u{1B}\\", "a placement is not confirmed with its number"),
      (
        "\u{1B}[2;2R\u{1B}_Gi=35,r", "\u{1B}[2;3R\u{1B}_Gi=35,r", "a placement moves the cursor in spite of C=1"
      ),
      ("\u{1B}_Gi=35,p=4;ENOENT", "\u{1B}_Gi=35,p=4;OK", "a deleted image is still placed"),
    ] as [(String, String, String)])
  func `a terminal whose images misbehave gets another protocol`(right: String, wrong: String, fault: String) {
    let replies = RecordedReplies.kitty.replacing(right, with: wrong)
    expect(Self.facts(replies).kittyFault(of: TerminalIdentity("kitty", "0.48.2")), equals: fault)
    expect(Self.chosen(replies), equals: nil)
    let sixels = replies.replacing("\u{1B}[?62;52;c", with: "\u{1B}[?62;4c")
    expect(Self.chosen(sixels), equals: .sixel(colors: 256, InlineLimits()))
    let inline = "\u{1B}]1337;ReportCellSize=17.0;8.0;1.0\u{1B}\\"
    expect(Self.chosen(inline + sixels), equals: .iterm)
  }

  /// WezTerm does not reply to placements, xterm.js (VS Code) refuses them, and Rio confirms everything.
  private static let wezterm = """
    \u{1B}P>|WezTerm 20240203-110809-5046fc22\u{1B}\\\u{1B}_Gi=31;OK\u{1B}\\\u{1B}_Gi=35;OK\u{1B}\\\
    \u{1B}[2;2R\u{1B}[2;2R\u{1B}]1337;ReportCellSize=17.0;8.0;1.0\u{1B}\\\u{1B}[?65;4;6;18;22c
    """
  private static let xtermJS = """
    \u{1B}P>|xterm.js(6.1.0)\u{1B}\\\u{1B}_Gi=31;OK\u{1B}\\\u{1B}_Gi=35;OK\u{1B}\\\u{1B}[2;2R\
    \u{1B}_Gi=35;EINVAL:unsupported action\u{1B}\\\u{1B}[2;2R\u{1B}]1337;ReportCellSize=17.000;8.000;1.000\u{1B}\\\
    \u{1B}[?62;4;9;22c
    """
  private static let rio = """
    \u{1B}P>|Rio 0.2.37\u{1B}\\\u{1B}_Gi=31;OK\u{1B}\\\u{1B}_Gi=35;OK\u{1B}\\\u{1B}[2;2R\u{1B}_Gi=35,p=1;OK\u{1B}\\\
    \u{1B}[2;2R\u{1B}_Gi=35,p=2;OK\u{1B}\\\u{1B}_Gi=35,p=3;OK\u{1B}\\\u{1B}_Gi=35,p=4;OK\u{1B}\\\u{1B}[?62;4;6;22c
    """

  @Test(arguments: [wezterm, xtermJS, rio])
  func `terminals that implement a part of kitty's protocol get OSC 1337`(replies: String) {
    expect(Self.chosen(replies), equals: .iterm)
  }

  /// Ghostty and Zellij have no animations, and Zellij neither virtual nor relative placements.
  private static let ghostty = """
    \u{1B}P>|ghostty 1.2.3\u{1B}\\\u{1B}_Gi=31;OK\u{1B}\\\u{1B}_Gi=35;OK\u{1B}\\\u{1B}[2;2R\
    \u{1B}_Gi=35,p=1;OK\u{1B}\\\u{1B}[2;2R\u{1B}_Gi=35,p=2;EINVAL: virtual placement cannot refer to a parent\u{1B}\\\
    \u{1B}_Gi=35,p=3;OK\u{1B}\\\u{1B}_Gi=35,p=4;ENOENT: image not found\u{1B}\\\u{1B}[?62;22;52c
    """
  private static let zellij = """
    \u{1B}P>|Zellij(0.44.0)\u{1B}\\\u{1B}_Gi=31;OK\u{1B}\\\u{1B}_Gi=35;OK\u{1B}\\\u{1B}[2;2R\
    \u{1B}_Gi=35,p=1;OK\u{1B}\\\u{1B}[2;2R\u{1B}_Gi=35;ENOTSUPPORTED:animation is not supported\u{1B}\\\
    \u{1B}_Gi=35,p=2;OK\u{1B}\\\u{1B}_Gi=35,p=3;OK\u{1B}\\\u{1B}_Gi=35,p=4;ENOENT:unknown image id\u{1B}\\\
    \u{1B}[?62;4c
    """

  @Test func `replies show what a terminal can do beyond placing images`() {
    func abilities(_ replies: String) -> Set<KittyProbe.Ability> { Self.facts(replies).kittyProbe.abilities }
    expect(abilities(RecordedReplies.kitty), equals: [.animations, .placeholders, .relativePlacements])
    expect(abilities(RecordedReplies.konsole), equals: [])
    expect(abilities(Self.ghostty), equals: [.placeholders])
    expect(abilities(Self.zellij), equals: [])
    expect(Self.chosen(Self.ghostty), equals: .kitty)
    expect(Self.chosen(Self.zellij), equals: .kitty)
  }

  @Test func `only the first answers count, however many there are`() {
    var facts = Self.facts(RecordedReplies.kitty)
    let before = facts
    for number in 0..<10_000 {
      for reply: TerminalReply in [
        .graphics(id: KittyProbe.imageID, placement: UInt32(number), "EINVAL"), .cursor(row: number, column: 7),
        .secondaryAttributes([0, 2600, 1]),
      ] {
        let isNew = facts.apply(reply)
        #expect(!isNew)
      }
    }
    expect(facts, equals: before)
  }

  @Test func `the image is deleted twice and the cursor is restored`() {
    let text = String(decoding: TerminalQuery.kittyProbe.bytes, as: UTF8.self)
    #expect(text.hasPrefix("\u{1B}7\u{1B}[2;2H") && text.hasSuffix("\u{1B}_Gi=35,a=d,d=I,q=2\u{1B}\\\u{1B}8"))
    var kitty = PretendKitty()
    let answers = String(
      decoding: kitty.feed("\u{1B}[5;7H".utf8) + kitty.feed(TerminalQuery.kittyProbe.bytes), as: UTF8.self)
    let expected = """
      \u{1B}_Gi=35;OK\u{1B}\\\u{1B}[2;2R\u{1B}_Gi=35,p=1;OK\u{1B}\\\u{1B}[2;2R\u{1B}_Gi=35;OK\u{1B}\\\
      \u{1B}_Gi=35,p=2;EINVAL:A virtual placement cannot have a parent\u{1B}\\\
      \u{1B}_Gi=35,p=3;ENOPARENT:Put command refers to a parent placement that does not exist\u{1B}\\\
      \u{1B}_Gi=35,p=4;ENOENT:Put command refers to non-existent image\u{1B}\\
      """
    expect(answers, equals: expected)
    #expect(kitty.images.isEmpty && kitty.placements.isEmpty)
    expect(kitty.faults, equals: [])
    expect(String(decoding: kitty.feed("\u{1B}[6n".utf8), as: UTF8.self), equals: "\u{1B}[5;7R")
  }

  @Test(arguments: [
    RecordedReplies.kitty, RecordedReplies.konsole, RecordedReplies.foot, RecordedReplies.xterm,
    RecordedReplies.xtermSixel, RecordedReplies.alacritty, RecordedReplies.mlterm, RecordedReplies.tmux,
  ])
  func `recorded replies are no keys, wherever they are split`(replies: String) {
    let bytes = Array(replies.utf8)
    for split in bytes.indices {
      var decoder = InputDecoder()
      let events = decoder.feed(bytes[..<split], at: .zero) + decoder.feed(bytes[split...], at: .milliseconds(5))
      #expect(events.allSatisfy { if case .reply = $0 { true } else { false } })
    }
  }
}

import Terminal
import TestSupport
import Testing

/// Which terminals receive sixels, and which receive files in OSC 1337.
@Suite struct InlineChoiceTests {
  private static let plain = ["TERM": "xterm-256color"]
  private static let sixels = TerminalReply.primaryAttributes([62, 4, 22])

  private static func facts(_ replies: TerminalReply...) -> TerminalFacts {
    var facts = TerminalFacts()
    for reply in replies { _ = facts.apply(reply) }
    return facts
  }

  @Test func `sixels are used once the terminal has reported them`() {
    expect(PixelChoice.auto.pixelProtocol(facts: TerminalFacts(), environment: Self.plain), equals: nil)
    expect(
      PixelChoice.auto.pixelProtocol(facts: Self.facts(Self.sixels), environment: Self.plain),
      equals: .sixel(colors: 256, InlineLimits()))
    let without = Self.facts(.primaryAttributes([62, 22]))
    expect(PixelChoice.auto.pixelProtocol(facts: without, environment: Self.plain), equals: nil)
    expect(PixelChoice.off.pixelProtocol(facts: Self.facts(Self.sixels), environment: Self.plain), equals: nil)
  }

  @Test func `the number of registers and the size limits are those that the terminal reports`() {
    let small = Self.facts(Self.sixels, .sixelColors(64), .sixelSize(width: 1000, height: 800))
    expect(
      PixelChoice.auto.pixelProtocol(facts: small, environment: Self.plain),
      equals: .sixel(colors: 64, InlineLimits(width: 1000, height: 800)))
    // With few registers a picture looks better in cells, so sixels are used only on request.
    let few = Self.facts(Self.sixels, .sixelColors(16))
    expect(PixelChoice.auto.pixelProtocol(facts: few, environment: Self.plain), equals: nil)
    expect(
      PixelChoice.sixel.pixelProtocol(facts: few, environment: Self.plain), equals: .sixel(colors: 16, InlineLimits()))
  }

  @Test(arguments: [
    TerminalReply.sixelColors(0), .sixelColors(2), .sixelSize(width: 0, height: 0), .sixelSize(width: 1_000, height: 1),
  ])
  func `cells are used if the reported sixel limits are unusable`(reply: TerminalReply) {
    let facts = Self.facts(Self.sixels, reply)
    expect(PixelChoice.sixel.pixelProtocol(facts: facts, environment: Self.plain), equals: nil)
    let many = Self.facts(Self.sixels, .sixelColors(1_000_000))
    expect(many.sixels, equals: .sixel(colors: 256, InlineLimits()))
  }

  @Test(arguments: ["mintty 3.6.1", "WarpTerminal(v0.2024)", "Rio 0.1.1"])
  func `terminals that answer no query of OSC 1337 are known by name`(version: String) {
    let ok = TerminalReply.graphics(id: TerminalQuery.graphicsID, "OK")
    let facts = Self.facts(.version(version), ok, Self.sixels)
    expect(PixelChoice.auto.pixelProtocol(facts: facts, environment: Self.plain), equals: .iterm)
    expect(PixelChoice.auto.pixelProtocol(facts: Self.facts(.version(version)), environment: Self.plain), equals: nil)
  }

  @Test func `the terminal named by the environment counts only on the local machine`() {
    let mintty = ["TERM": "xterm-256color", "TERM_PROGRAM": "mintty"]
    expect(PixelChoice.auto.pixelProtocol(facts: Self.facts(Self.sixels), environment: mintty), equals: .iterm)
    let remote = mintty.merging(["SSH_CONNECTION": "1 2 3 4"]) { $1 }
    expect(
      PixelChoice.auto.pixelProtocol(facts: Self.facts(Self.sixels), environment: remote),
      equals: .sixel(colors: 256, InlineLimits()))
  }

  @Test func `through tmux sixels are used only if they are requested and tmux supports them`() {
    let tmux = ["TERM": "tmux-256color", "TMUX": "/tmp/1"]
    // tmux reports them even if the terminals around it have none.
    expect(PixelChoice.auto.pixelProtocol(facts: Self.facts(Self.sixels), environment: tmux), equals: nil)
    #expect(PixelChoice.sixel.pixelProtocol(facts: Self.facts(Self.sixels), environment: tmux) != nil)
    let without = Self.facts(.primaryAttributes([1, 2]))
    expect(PixelChoice.sixel.pixelProtocol(facts: without, environment: tmux), equals: nil)
    expect(PixelChoice.iterm.pixelProtocol(facts: Self.facts(Self.sixels), environment: tmux), equals: nil)
  }

  @Test func `printing follows replies, else the environment, and prints pixels to a pipe only on request`() {
    func printing(_ environment: [String: String], isTerminal: Bool = true) -> PixelProtocol? {
      PixelChoice.auto.protocolForPrinting(facts: isTerminal ? TerminalFacts() : nil, environment: environment)
    }
    expect(printing(["TERM": "foot-extra"]), equals: .sixel(colors: 256, InlineLimits()))
    expect(printing(["TERM": "foot"], isTerminal: false), equals: nil)
    expect(printing(["TERM": "footloose"]), equals: nil)
    expect(printing(["TERM": "xterm-256color", "TERM_PROGRAM": "mintty"]), equals: .iterm)
    expect(printing(["TERM": "xterm-256color", "TERM_PROGRAM": "mintty", "SSH_TTY": "/dev/pts/1"]), equals: nil)
    expect(printing(["TERM": "xterm-256color", "TERM_PROGRAM": "vscode"]), equals: nil)
    expect(PixelChoice.iterm.protocolForPrinting(facts: nil, environment: [:]), equals: .iterm)
    // Replies count more than the name.
    let foot = ["TERM": "foot"]
    expect(
      PixelChoice.auto.protocolForPrinting(facts: Self.facts(.primaryAttributes([62])), environment: foot), equals: nil)
    expect(
      PixelChoice.auto.protocolForPrinting(facts: Self.facts(Self.sixels, .sixelColors(64)), environment: Self.plain),
      equals: .sixel(colors: 64, InlineLimits()))
  }

  @Test(arguments: [true, false])
  func `printing in tmux uses placeholders, or else cells`(hasPlaceholders: Bool) {
    func printing(_ choice: PixelChoice, isTerminal: Bool = true, _ more: [String: String] = [:]) -> PixelProtocol? {
      let environment = ["TERM": "xterm-kitty", "TMUX": "/tmp/1,2,0"].merging(more) { $1 }
      let facts = Self.facts(.tmux(takesPlaceholders: hasPlaceholders, nil))
      return choice.protocolForPrinting(facts: isTerminal ? facts : nil, environment: environment)
    }
    for choice in [PixelChoice.auto, .kitty] {
      expect(printing(choice), equals: hasPlaceholders ? .placeholders : nil)
    }
    expect(printing(.off), equals: nil)
    expect(printing(.sixel), equals: .sixel(colors: 256, InlineLimits()))
    // To a file, `kitty` selects kitty's protocol without placeholders.
    expect(printing(.auto, isTerminal: false), equals: nil)
    expect(printing(.kitty, isTerminal: false), equals: .kitty)
    expect(printing(.auto, ["STY": "1.pts"]), equals: nil)
  }

  @Test(
    arguments: [
      ("\u{1B}[?1;0;256S", .sixelColors(256)), ("\u{1B}[?2;0;1000;800S", .sixelSize(width: 1000, height: 800)),
      ("\u{1B}[?1;3;256S", .other), ("\u{1B}[?2;0;1000S", .other), ("\u{1B}[?1;0S", .other),
      ("\u{1B}[?1;0;-5S", .other), ("\u{1B}[?1;0;99999999999999999999S", .sixelColors(0x110000)),
    ] as [(String, TerminalReply)])
  func `sixel replies are decoded; malformed ones count as other`(bytes: String, reply: TerminalReply) {
    var decoder = InputDecoder()
    expect(decoder.feed(bytes.utf8, at: .zero), equals: [.reply(reply)])
  }
}

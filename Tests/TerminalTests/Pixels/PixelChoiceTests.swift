import Terminal
import TestSupport
import Testing

/// Which terminals receive pictures in pixels.
@Suite struct PixelChoiceTests {
  private static func facts(_ replies: TerminalReply...) -> TerminalFacts {
    var facts = TerminalFacts()
    for reply in replies { _ = facts.apply(reply) }
    return facts
  }

  private static let ok = TerminalReply.graphics(id: TerminalQuery.graphicsID, "OK")
  private static let plain = ["TERM": "xterm-256color"]

  @Test(
    arguments: [
      ("kitty(0.40.1)", true), ("kitty(0.28.0)", true), ("kitty(0.26.5)", false), ("ghostty 1.2.3", true),
      ("Konsole 22.12.3", true), ("Konsole 22.04.1", false), ("Konsole", false), ("XTerm(500)", true),
    ])
  func `auto excludes versions that are known to be broken`(version: String, isOn: Bool) {
    var (facts, kitty, decoder) = (Self.facts(.version(version), Self.ok), PretendKitty(), InputDecoder())
    for case .reply(let reply) in decoder.feed(kitty.feed(TerminalQuery.kittyProbe.bytes), at: .zero) {
      _ = facts.apply(reply)
    }
    expect((PixelChoice.auto.pixelProtocol(facts: facts, environment: Self.plain) == .kitty), equals: isOn)
    expect(PixelChoice.off.pixelProtocol(facts: facts, environment: Self.plain), equals: nil)
    expect(
      PixelChoice.auto.pixelProtocol(facts: Self.facts(.version(version), Self.ok), environment: Self.plain),
      equals: nil)
  }

  @Test func `a named protocol is used once the terminal has answered, unless it refuses`() {
    let attributes = TerminalReply.primaryAttributes([62])
    expect(PixelChoice.kitty.pixelProtocol(facts: TerminalFacts(), environment: Self.plain), equals: nil)
    expect(PixelChoice.kitty.pixelProtocol(facts: Self.facts(attributes), environment: Self.plain), equals: .kitty)
    let refusal = TerminalReply.graphics(id: TerminalQuery.graphicsID, "EINVAL:no")
    expect(
      PixelChoice.kitty.pixelProtocol(facts: Self.facts(refusal, attributes), environment: Self.plain), equals: nil)
  }

  @Test(arguments: [
    ["TERM": "tmux-256color"], ["TERM": "xterm-kitty", "TMUX": "/tmp/1"], ["TERM": "xterm", "STY": "1"],
  ])
  func `kitty graphics are neither queried nor used through tmux and screen`(environment: [String: String]) {
    #expect(!TerminalQuery.atStart(environment: environment).contains(.kittyGraphics))
    let facts = Self.facts(.version("kitty(0.40.1)"), Self.ok)
    expect(PixelChoice.kitty.pixelProtocol(facts: facts, environment: environment), equals: nil)
  }

  @Test func `the queries that pixels need come first`() {
    let queries = TerminalQuery.atStart(environment: Self.plain)
    expect(
      Array(queries.prefix(5)), equals: [.cellPixels, .windowPixels, .version, .kittyGraphics, .inlineCell])
  }

  @Test func `kitty graphics are queried before the primary attributes, unless pixels are off`() {
    let queries = TerminalQuery.atStart(environment: Self.plain)
    #expect(queries.contains(.kittyGraphics) && queries.last == .primaryAttributes)
    #expect(!TerminalQuery.atStart(environment: Self.plain, pixels: .off).contains(.kittyGraphics))
    expect(TerminalQuery.kittyGraphics.bytes, equals: Array("\u{1B}_Gi=31,s=1,v=1,a=q,t=d,f=24;AAAA\u{1B}\\".utf8))
  }

  @Test(
    arguments: [
      ("\u{1B}_Gi=31;OK\u{1B}\\", .graphics(id: 31, "OK")),
      ("\u{1B}_Gi=7,p=2;ENOENT:gone\u{1B}\\", .graphics(id: 7, placement: 2, "ENOENT:gone")),
      ("\u{1B}_Gi=7,p=;OK\u{1B}\\", .graphics(id: 7, "OK")),
      ("\u{1B}_GI=7;OK\u{1B}\\", .other), ("\u{1B}_Gi=-1;OK\u{1B}\\", .other), ("\u{1B}_G\u{1B}\\", .other),
      ("\u{1B}_Gi=99999999999;OK\u{1B}\\", .other), ("\u{1B}_title\u{1B}\\", .other),
    ] as [(String, TerminalReply)])
  func `kitty graphics replies are decoded; malformed ones count as other`(bytes: String, reply: TerminalReply) {
    var decoder = InputDecoder()
    expect(decoder.feed(bytes.utf8, at: .zero), equals: [.reply(reply)])
  }

  @Test func `implausible cell and window sizes are unusable for pixels`() {
    let window = CellSize(columns: 80, rows: 24)
    #expect(CellPixels(width: 9, height: 18).isUsable(in: window))
    for cell in [(1, 2), (60_000, 60_000), (300, 600), (20, 10), (3, 60)] {
      #expect(!CellPixels(width: cell.0, height: cell.1).isUsable(in: window))
    }
    #expect(!CellPixels(width: 20, height: 40).isUsable(in: CellSize(columns: 2000, rows: 2000)))
    #expect(!CellPixels(width: 200, height: 200).isUsable(in: CellSize(columns: Int.max / 2, rows: 10)))
  }
}

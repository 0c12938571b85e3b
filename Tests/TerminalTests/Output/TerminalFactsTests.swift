import Terminal
import TestSupport
import Testing

@Suite struct TerminalFactsTests {
  private let red = Color(red: 255, green: 0, blue: 0)
  private let blue = Color(red: 0, green: 0, blue: 255)

  @Test func `A terminal's replies are recorded`() {
    var facts = TerminalFacts()
    var decoder = InputDecoder()
    let answers =
      "\u{1B}[?2026;2$y\u{1B}]11;rgb:00/00/ff\u{7}\u{1B}]10;rgb:ff/00/00\u{7}\u{1B}[6;20;10t\u{1B}[4;480;800t"
      + "\u{1B}P>|kitty(0.26.5)\u{1B}\\\u{1B}P1+r524742=38\u{1B}\\\u{1B}]4;15;rgb:ff/00/00\u{1B}\\\u{1B}[?62;4c"
    for case .reply(let reply) in decoder.feed(answers.utf8, at: .zero) {
      let isNew = facts.apply(reply)
      #expect(isNew)
    }
    expect(facts.hasSynchronizedOutput, equals: true)
    expect(facts.background, equals: blue)
    expect(facts.foreground, equals: red)
    expect(facts.cellPixels, equals: CellPixels(width: 10, height: 20))
    expect(facts.windowPixels, equals: CellPixels(width: 800, height: 480))
    expect(facts.version, equals: "kitty(0.26.5)")
    #expect(facts.isTruecolor)
    expect(facts.palette[15], equals: red)
    expect(facts.palette[0], equals: nil)
    expect(facts.attributes, equals: [62, 4])
  }

  @Test func `Only the first reply to each query counts`() {
    var facts = TerminalFacts()
    let answers: [TerminalReply] = [
      .color(number: 11, red), .color(number: 11, blue), .color(number: 11, red), .truecolor(true), .truecolor(false),
    ]
    var isNew: [Bool] = []
    for answer in answers { isNew.append(facts.apply(answer)) }
    expect(isNew, equals: [true, false, false, true, false])
    expect(facts.background, equals: red)
    #expect(facts.isTruecolor)
  }

  @Test func `colors that are queried again are replaced by the first reply after that, and stay until then`() {
    var facts = TerminalFacts()
    _ = facts.apply(.color(number: 11, red))
    facts.expect([.color(number: 11), .primaryAttributes])
    expect(facts.background, equals: red)
    let isNew = facts.apply(.color(number: 11, blue))
    #expect(isNew)
    let isRepeated = facts.apply(.color(number: 11, red))
    #expect(!isRepeated)
    expect(facts.background, equals: blue)
  }

  @Test func `a report of the window's size replaces the size of a cell`() {
    var facts = TerminalFacts()
    _ = facts.apply(.cellPixels(width: 10, height: 20))
    let isNew = facts.apply(
      .windowSize(CellSize(columns: 58, rows: 17), pixels: CellPixels(width: 638, height: 391)))
    #expect(isNew)
    expect(facts.cellPixels, equals: CellPixels(width: 11, height: 23))
    // A terminal that does not know its pixels.
    _ = facts.apply(.windowSize(CellSize(columns: 80, rows: 24), pixels: CellPixels(width: 0, height: 0)))
    expect(facts.cellPixels, equals: nil)
  }

  @Test func `modes count as known if the terminal can set them`() {
    var facts = TerminalFacts()
    for (mode, state) in [(1016, 2), (2031, 0), (2048, 1), (7, 1)] { _ = facts.apply(.mode(mode, state: state)) }
    expect(facts.knownModes, equals: [1016, 2048])
    #expect(!facts.features.contains(.keyboardProtocol))
    _ = facts.apply(.has(.keyboardProtocol))
    #expect(facts.features.contains(.keyboardProtocol))
  }

  @Test func `The number of colors that a terminal reports counts from 256, and 24-bit colors count more`() {
    var facts = TerminalFacts()
    _ = facts.apply(.colors(256))
    expect(facts.colorDepth, equals: .palette256)
    _ = facts.apply(.truecolor(true))
    expect(facts.colorDepth, equals: .truecolor)
    var few = TerminalFacts()
    _ = few.apply(.colors(88))
    expect(few.colorDepth, equals: nil)
  }

  @Test func `Unsolicited replies are ignored`() {
    var facts = TerminalFacts()
    for reply in [
      .color(number: 12, red), .palette(16, red), .palette(255, red), .mode(25, state: 1), .ready, .other,
      .truecolor(false),
    ] as [TerminalReply] {
      let isNew = facts.apply(reply)
      #expect(!isNew)
    }
    expect(facts, equals: TerminalFacts())
  }
}

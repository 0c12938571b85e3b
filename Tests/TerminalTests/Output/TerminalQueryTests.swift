import Terminal
import TestSupport
import Testing

@Suite struct TerminalQueryTests {
  @Test(
    arguments: [
      (.primaryAttributes, "\u{1B}[c"), (.color(number: 11), "\u{1B}]11;?\u{1B}\\"), (.mode(2026), "\u{1B}[?2026$p"),
      (.cellPixels, "\u{1B}[16t"), (.windowPixels, "\u{1B}[14t"), (.status, "\u{1B}[5n"), (.version, "\u{1B}[>0q"),
      (.palette(12), "\u{1B}]4;12;?\u{1B}\\"),
      (.truecolorCapability, "\u{1B}P+q524742\u{1B}\\\u{1B}P+q5463\u{1B}\\"),
      (.colorCount, "\u{1B}P+q436f\u{1B}\\"), (.truecolorSetting, "\u{1B}[0;48;2;1;2;3m\u{1B}P$qm\u{1B}\\\u{1B}[m"),
    ] as [(TerminalQuery, String)])
  func `Each query is sent as its standard sequence`(query: TerminalQuery, bytes: String) {
    expect(query.bytes, equals: Array(bytes.utf8))
  }

  @Test func `The last query is one that every terminal answers`() {
    expect(
      TerminalQuery.atStart(environment: ["TERM": "xterm-256color"]).suffix(2), equals: [.status, .primaryAttributes])
    expect(TerminalQuery.atStart(environment: ["TERM": "screen"]).suffix(2), equals: [.status, .primaryAttributes])
  }

  @Test(arguments: ["linux", "vt52", "dumb", "ansi", "cons25", "eterm-color"])
  func `A terminal that would print the queries is sent none`(term: String) {
    #expect(TerminalQuery.atStart(environment: ["TERM": term]).isEmpty)
  }

  @Test func `with TERM=vt100 colors are queried only if the attributes exceed a VT100's`() {
    let queries = TerminalQuery.atStart(environment: ["TERM": "vt100"])
    expect(queries, equals: [.primaryAttributes])
    expect(TerminalQuery.atStart(environment: ["TERM": "vt220"]), equals: queries)
    let colors: [TerminalQuery] = [.color(number: 11), .color(number: 10), .primaryAttributes]
    // xterm as a VT420, kitty.
    expect(TerminalQuery.following(queries, attributes: [64, 1, 2, 6]), equals: colors)
    expect(TerminalQuery.following(queries, attributes: [62]), equals: colors)
    // A VT100, a VT102, and invalid attributes.
    for attributes in [[1, 2], [6], [], [100]] {
      #expect(TerminalQuery.following(queries, attributes: attributes).isEmpty)
    }
    // Everything has been queried already.
    #expect(TerminalQuery.following(colors, attributes: [64]).isEmpty)
    #expect(TerminalQuery.following(TerminalQuery.atStart(environment: ["TERM": "xterm"]), attributes: [64]).isEmpty)
  }

  @Test func `GNU screen is not sent queries that the terminal around it would answer`() {
    let strings: Set<TerminalQuery> = [.truecolorCapability, .truecolorSetting, .colorCount]
    func asked(_ environment: [String: String]) -> Set<TerminalQuery> {
      strings.intersection(TerminalQuery.atStart(environment: environment))
    }
    expect(asked(["TERM": "screen-256color"]), equals: [])
    expect(asked(["TERM": "xterm", "STY": "1.pts"]), equals: [])
    expect(asked(["TERM": "screen", "STY": "1.pts", "TMUX": "/tmp/tmux,1,0"]), equals: [])
    expect(asked(["TERM": "screen-256color", "TMUX": "/tmp/tmux,1,0"]), equals: strings)
    expect(asked(["TERM": "xterm-256color"]), equals: strings)
  }
}

import Terminal
import TestSupport
import Testing

/// tmux's report on the terminals around it.
@Suite struct TmuxReportTests {
  private static func client(
    _ type: String, features: String = "RGB,title", term: String = "xterm-256color", session: String = "$1",
    window: String = "@3", isControl: Bool = false
  ) -> String {
    "C|\(session)|\(window)|\(isControl ? 1 : 0)|9|18|0|\(features)|\(term)|\(type)"
  }

  private static func report(_ clients: String..., version: String = "3.4", option: String = "on") -> TmuxReport? {
    TmuxReport(answer: Array((["T|\(version)|\(option)|@3", "S|$1"] + clients).joined(separator: "\n").utf8))
  }

  @Test(arguments: [
    ("kitty(0.28.0)", true), ("kitty(0.26.5)", false), ("ghostty 1.1.3", true), ("XTerm(379)", false),
    ("tmux 3.4", false),
    ("", false),
  ])
  func `a client is judged by the name and version that tmux reports`(type: String, isOn: Bool) throws {
    let report = try #require(Self.report(Self.client(type)))
    expect(report.takesPlaceholders(isForced: false), equals: isOn)
    #expect(report.takesPlaceholders(isForced: true))
    expect(report.clients.first?.cell, equals: CellPixels(width: 9, height: 18))
  }

  @Test func `every client attached to the session must support placeholders`() {
    let (kitty, other) = (Self.client("kitty(0.40.1)"), Self.client("XTerm(379)"))
    expect(Self.report(kitty, kitty)?.takesPlaceholders(isForced: false), equals: true)
    expect(Self.report(kitty, other)?.takesPlaceholders(isForced: false), equals: false)
    expect(Self.report(kitty, Self.client("", isControl: true))?.takesPlaceholders(isForced: false), equals: false)
    // Another session's terminals do not show the window.
    expect(
      Self.report(kitty, Self.client("XTerm(379)", session: "$2"))?.takesPlaceholders(isForced: false), equals: true)
    expect(Self.report()?.takesPlaceholders(isForced: true), equals: false)
  }

  @Test func `placeholders need passthrough, a recent tmux and 24-bit color`() {
    let kitty = Self.client("kitty(0.40.1)")
    expect(Self.report(kitty, option: "off")?.takesPlaceholders(isForced: true), equals: false)
    expect(Self.report(kitty, option: "")?.takesPlaceholders(isForced: true), equals: false)
    expect(Self.report(kitty, version: "3.3a", option: "1")?.takesPlaceholders(isForced: false), equals: true)
    expect(Self.report(kitty, version: "3.2", option: "1")?.takesPlaceholders(isForced: true), equals: false)
    let plain = Self.client("kitty(0.40.1)", features: "title")
    expect(Self.report(plain)?.takesPlaceholders(isForced: false), equals: false)
    let known = Self.client("kitty(0.40.1)", features: "title", term: "xterm-kitty")
    expect(Self.report(known)?.takesPlaceholders(isForced: false), equals: true)
  }

  @Test func `sixels are used in tmux only if every client shows them and tmux does`() {
    let (foot, plain) = (Self.client("foot(1.28.0)", features: "256,RGB,sixel,sync"), Self.client("XTerm(412)"))
    let inside = ["TERM": "tmux-256color", "TMUX": "/tmp/tmux-0/default,1,0"]
    func chosen(_ attributes: [Int], _ report: TmuxReport?) -> PixelProtocol? {
      var facts = TerminalFacts()
      _ = facts.apply(.primaryAttributes(attributes))
      _ = facts.apply(.tmux(takesPlaceholders: false, report))
      return PixelChoice.auto.pixelProtocol(facts: facts, environment: inside)
    }
    let sixels = PixelProtocol.sixel(colors: 256, InlineLimits())
    expect(chosen([1, 2, 4], Self.report(foot, foot, version: "3.8")), equals: sixels)
    expect(chosen([1, 2], Self.report(foot, version: "3.8")), equals: nil)
    expect(chosen([1, 2, 4], Self.report(foot, plain, version: "3.8")), equals: nil)
    expect(chosen([1, 2, 4], Self.report(version: "3.8")), equals: nil)
    expect(chosen([1, 2, 4], nil), equals: nil)
  }

  @Test func `passthrough reaches only clients that show the window, unless it is set to all`() {
    let elsewhere = Self.client("kitty(0.40.1)", window: "@4")
    expect(Self.report(elsewhere)?.reachesClients, equals: false)
    expect(Self.report(elsewhere, option: "all")?.reachesClients, equals: true)
  }

  @Test(arguments: ["", "no server running", "T|3.4|on", "T|3.4|on|@1\nC|$1", "T|3.4|on|\n", "S|$1\n|||"])
  func `malformed reports are rejected`(answer: String) { expect(TmuxReport(answer: Array(answer.utf8)), equals: nil) }

  @Test(arguments: ["", "%", "3", "%x", "%1;kill-server", "%123456789012345678901"])
  func `only a valid pane identifier is queried`(pane: String) { expect(TmuxReport.query(pane: pane), equals: nil) }

  @Test func `tmux is queried only if it is the terminal and --pixels allows it`() {
    var facts = TerminalFacts()
    let inside = ["TERM": "tmux-256color", "TMUX": "/tmp/tmux-0/default,1,0"]
    #expect(!PixelChoice.auto.asksTmux(facts: facts, environment: inside))
    _ = facts.apply(.version("tmux 3.3a"))
    #expect(PixelChoice.auto.asksTmux(facts: facts, environment: inside))
    #expect(PixelChoice.kitty.asksTmux(facts: facts, environment: inside))
    for choice in [PixelChoice.off, .sixel, .iterm] { #expect(!choice.asksTmux(facts: facts, environment: inside)) }
    #expect(!PixelChoice.auto.asksTmux(facts: facts, environment: ["TERM": "tmux-256color"]))
    #expect(!PixelChoice.auto.asksTmux(facts: facts, environment: inside.merging(["STY": "1"]) { $1 }))
    expect(PixelChoice.auto.pixelProtocol(facts: facts, environment: inside), equals: nil)
    _ = facts.apply(.tmux(takesPlaceholders: true, Self.report(Self.client("kitty(0.40.1)"))))
    expect(PixelChoice.auto.pixelProtocol(facts: facts, environment: inside), equals: .placeholders)
    expect(facts.tmuxCell, equals: CellPixels(width: 9, height: 18))
    _ = facts.apply(.tmux(takesPlaceholders: false, nil))
    expect(PixelChoice.auto.pixelProtocol(facts: facts, environment: inside), equals: nil)
  }
}

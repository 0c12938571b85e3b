import Terminal
import TestSupport
import Testing

@testable import NcursesScreen

/// The table of modes. TerminalModeTests, with the real program, shows that all of them are reset after every kind of end.
struct TerminalModeTableTests {
  @Test(arguments: TerminalMode.allCases) func `what sets a mode is undone by what resets it`(mode: TerminalMode) {
    let (setting, resetting) = (changes(mode.bytes.setting), changes(mode.bytes.resetting))
    #expect(!mode.bytes.resetting.isEmpty)
    expect(setting.mapValues { $0 == "h" ? "l" : "h" }, equals: resetting)
    expect(setting.isEmpty, equals: [.textOrder, .keyboard, .keyboardOfKonsole].contains(mode))
  }

  /// The private modes that bytes set (`h`) and reset (`l`).
  private func changes(_ bytes: [UInt8]) -> [Int: Character] {
    var changes: [Int: Character] = [:]
    for part in String(decoding: bytes, as: UTF8.self).split(separator: "\u{1B}[?") {
      if let final = part.last, "hl".contains(final), let number = Int(part.dropLast()) { changes[number] = final }
    }
    return changes
  }

  @Test func `modes are set once the terminal has reported that it knows them`() {
    var (modes, facts) = (TerminalModes(isECMA48: true, isAutowrapOff: true), TerminalFacts())
    expect(modes.adopt(facts), equals: [])
    // foot 1.28's replies.
    var decoder = InputDecoder()
    let replies = "\u{1B}[6;17;8t\u{1B}[?2031;2$y\u{1B}[?2048;2$y\u{1B}[?1016;2$y\u{1B}[?5522;0$y\u{1B}[?0u"
    for case .reply(let reply) in decoder.feed(replies.utf8, at: .zero) { _ = facts.apply(reply) }
    expect(
      String(decoding: modes.adopt(facts), as: UTF8.self),
      equals: "\u{1B}[?1016h\u{1B}[?1016$p\u{1B}[?2031h\u{1B}[?2048h\u{1B}[>31u")
    expect(modes.adopt(facts), equals: [])
    #expect(modes.isReporting)
    let off = String(decoding: modes.off(images: []), as: UTF8.self)
    #expect(off.contains("\u{1B}[<u\u{1B}[?2048l\u{1B}[?2031l\u{1B}[?1016l"))
  }

  @Test func `the mouse is reported in pixels only where it is reported, and the size of a cell is known`() {
    for (usesMouse, cell, isSet) in [
      (true, "\u{1B}[6;17;8t", true), (false, "\u{1B}[6;17;8t", false), (true, "", false),
    ] {
      var (modes, facts) = (TerminalModes(isECMA48: true, isAutowrapOff: true, mouse: usesMouse), TerminalFacts())
      var decoder = InputDecoder()
      for case .reply(let reply) in decoder.feed("\(cell)\u{1B}[?1016;2$y".utf8, at: .zero) { _ = facts.apply(reply) }
      _ = modes.adopt(facts)
      expect(modes.contains(.mousePixels), equals: isSet)
    }
  }

  @Test func `Konsole is not asked for the keys of a Latin layout`() {
    var (modes, facts) = (TerminalModes(isECMA48: true, isAutowrapOff: true), TerminalFacts())
    for reply in [.version("Konsole 26.08.2"), .has(.keyboardProtocol)] as [TerminalReply] { _ = facts.apply(reply) }
    expect(modes.adopt(facts), equals: Array("\u{1B}[>27u".utf8))
  }
}

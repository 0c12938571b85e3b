import Terminal
import TestSupport
import Testing

/// Keys by kitty's keyboard protocol, in the bytes that terminals sent with all flags set (Konsole: without the keys of a
/// Latin layout).
@Suite struct KeyReportTests {
  private func events(_ bytes: String) -> [InputEvent] {
    var decoder = InputDecoder(signalKeys: [0x03: .interrupt])
    let events = decoder.feed(bytes.utf8, at: .zero)
    expect(decoder.due, equals: nil)
    return events
  }

  private static func key(_ text: Character, _ modifiers: KeyModifiers = []) -> InputEvent {
    .key(.character(text), modifiers)
  }

  @Test(
    arguments: [
      // kitty 0.48: Right, Escape, q, Shift-a, Enter, Tab, Shift-Tab, Backspace, Space, F1, PgDn, Home, +
      ("\u{1B}[C\u{1B}[1;1:3C", [.key(.right)]), ("\u{1B}[27u\u{1B}[27;1:3u", [.key(.escape)]),
      ("\u{1B}[113;;113u\u{1B}[113;1:3u", [key("q")]),
      ("\u{1B}[57441;2u\u{1B}[97:65;2;65u\u{1B}[57441;1:3u\u{1B}[97;1:3u", [key("A")]),
      ("\u{1B}[13u\u{1B}[13;1:3u", [.key(.enter)]), ("\u{1B}[9u\u{1B}[9;1:3u", [.key(.tab)]),
      ("\u{1B}[9;2u", [.key(.tab, .shift)]), ("\u{1B}[127u", [.key(.backspace)]), ("\u{1B}[32;;32u", [key(" ")]),
      ("\u{1B}[P\u{1B}[1;1:3P", [.key(.function(1))]), ("\u{1B}[6~\u{1B}[6;1:3~", [.key(.pageDown)]),
      ("\u{1B}[H\u{1B}[1;1:3H", [.key(.home)]), ("\u{1B}[61:43;2;43u", [key("+")]),
      // Ctrl-Shift-a, Alt-a, Ctrl-i, Ctrl-c; with Num Lock: 6 on the keypad, Shift-Right, Ctrl-Enter
      ("\u{1B}[57442;5u\u{1B}[97:65;6u", [.key(.control("a"), .shift)]), ("\u{1B}[97;3u", [key("a", .alt)]),
      ("\u{1B}[105;5u", [.key(.tab)]), ("\u{1B}[99;5u", [.signal(.interrupt)]),
      ("\u{1B}[57405;129;54u", [key("6")]), ("\u{1B}[1;130C", [.key(.right, .shift)]),
      ("\u{1B}[13;133u", [.key(.enter, .control)]),
      // Right, held
      ("\u{1B}[1;129C\u{1B}[1;129:2C\u{1B}[1;129:2C\u{1B}[1;129:3C", [.key(.right), .key(.right), .key(.right)]),
      // The keys q and a of a Russian layout, Ctrl-q, Shift-q
      ("\u{1B}[1081::113;129;1081u", [.layoutKey(.character("й"), base: .character("q"))]),
      ("\u{1B}[1092::97;129;1092u", [.layoutKey(.character("ф"), base: .character("a"))]),
      ("\u{1B}[1081::113;133u", [.key(.control("q"))]),
      ("\u{1B}[1081:1049:113;130;1049u", [.layoutKey(.character("Й"), base: .character("Q"))]),
      // foot 1.28: Right, Escape, q, Ctrl-c
      ("\u{1B}[1;1:1C\u{1B}[1;1:3C", [.key(.right)]), ("\u{1B}[27;1:1u\u{1B}[27;1:3u", [.key(.escape)]),
      ("\u{1B}[113;1:1;113u\u{1B}[113;1:3u", [key("q")]), ("\u{1B}[99;5:1u", [.signal(.interrupt)]),
      // Konsole 26.08: q, Enter, Shift-Tab; Alacritty 0.17: q, й
      ("\u{1B}[113;1;113u\u{1B}[113;1:3;113u", [key("q")]), ("\u{1B}[13;1;13u\u{1B}[13;1:3;13u", [.key(.enter)]),
      ("\u{1B}[9;2u\u{1B}[9;1:3;9u", [.key(.tab, .shift)]), ("\u{1B}[1081;1;1081u", [key("й")]),
      // Super with q; a key that types two characters; text that would be a control
      ("\u{1B}[113;9u", []), ("\u{1B}[101;;101:102u", [key("e")]), ("\u{1B}[101;;27u", [key("e")]),
      ("\u{1B}[49:33;6u", [key("!", .control)]), ("\u{1B}[32;5u", [.key(.control(" "))]),
    ] as [(String, [InputEvent])])
  func `keys are decoded`(bytes: String, keys: [InputEvent]) {
    expect(events(bytes).filter { $0 != .keyReleased }, equals: keys)
  }

  @Test func `releases are reported, but for those of modifiers`() {
    expect(events("\u{1B}[1;1:3C"), equals: [.keyReleased])
    expect(events("\u{1B}[113;1:3u"), equals: [.keyReleased])
    expect(events("\u{1B}[57441;1:3u"), equals: [])
    expect(events("\u{1B}[57441;2u"), equals: [])
  }

  @Test func `a key and its release are one key after a paste whose end was lost`() {
    var line = PausingLine()
    _ = line.receive("\u{1B}[200~abc".utf8, pause: .seconds(2))
    _ = line.receive("\u{1B}[113;;113u\u{1B}[113;1:3u".utf8, pause: .zero)
    expect(line.pass(.milliseconds(100)), equals: [.key(.character("q"))])
  }
}

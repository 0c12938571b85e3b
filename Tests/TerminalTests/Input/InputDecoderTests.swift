@testable import Terminal
import TestSupport
import Testing

@Suite struct InputDecoderTests {
  private func events(_ text: String, keys: [[UInt8]: Key] = [:]) -> [InputEvent] {
    var decoder = InputDecoder(keySequences: keys)
    return decoder.feed(text.utf8, at: .zero)
  }

  private func keys(_ text: String) -> [Key] {
    events(text).compactMap { if case .key(let key, _) = $0 { key } else { nil } }
  }

  @Test func `Each character is a separate key`() {
    expect(keys("aZ 9é日😀"), equals: ["a", "Z", " ", "9", "é", "日", "😀"].map { .character($0) })
  }

  @Test func `Control characters map to keys`() {
    expect(keys("\r\n\t\u{7F}\u{8}"), equals: [.enter, .enter, .tab, .backspace, .backspace])
    expect(keys("\u{3}\u{1A}\u{0}\u{1C}"), equals: [.control("c"), .control("z"), .control(" "), .control("\\")])
  }

  @Test(
    arguments: [
      ("\u{1B}[A", .up), ("\u{1B}[B", .down), ("\u{1B}[C", .right), ("\u{1B}[D", .left), ("\u{1B}OA", .up),
      ("\u{1B}OD", .left), ("\u{1B}[1;5C", .right), ("\u{1B}[1;2D", .left), ("\u{1B}O5C", .right), ("\u{1B}[5D", .left),
      ("\u{1B}[c", .right), ("\u{1B}Od", .left), ("\u{1B}[H", .home), ("\u{1B}[F", .end), ("\u{1B}OH", .home),
      ("\u{1B}[1~", .home), ("\u{1B}[4~", .end), ("\u{1B}[7~", .home), ("\u{1B}[8~", .end), ("\u{1B}[2~", .insert),
      ("\u{1B}[3~", .delete), ("\u{1B}[3;5~", .delete), ("\u{1B}[5~", .pageUp), ("\u{1B}[6~", .pageDown),
      ("\u{1B}[6^", .pageDown), ("\u{1B}[5$", .pageUp), ("\u{1B}[7@", .home), ("\u{1B}[Z", .tab),
      ("\u{1B}OP", .function(1)), ("\u{1B}OS", .function(4)), ("\u{1B}[1;5Q", .function(2)),
      ("\u{1B}[1;2R", .function(3)),
      ("\u{1B}[11~", .function(1)), ("\u{1B}[15~", .function(5)), ("\u{1B}[17~", .function(6)),
      ("\u{1B}[24~", .function(12)),
      ("\u{1B}[25~", .function(13)), ("\u{1B}[29~", .function(16)), ("\u{1B}[34~", .function(20)),
      ("\u{1B}[[A", .function(1)), ("\u{1B}[[E", .function(5)), ("\u{1B}OM", .enter), ("\u{1B}Oq", .character("1")),
      ("\u{1B}Ok", .character("+")), ("\u{1B}[27;5;99~", .control("c")), ("\u{1B}[113u", .character("q")),
      ("\u{1B}[27u", .escape), ("\u{1B}[13;2u", .enter), ("\u{1B}[99;5u", .control("c")), ("\u{1B}[57417u", .left),
      ("\u{1B}[57400;129u", .character("1")), ("\u{1B}[233u", .character("é")), ("\u{1B}[97:65;1:1u", .character("a")),
      ("\u{1B}[1;1:2C", .right), ("\u{1B}a", .character("a")), ("\u{1B}\u{7F}", .backspace),
      ("\u{1B}é", .character("é")),
      ("\u{1B}\u{1B}[C", .right), ("\u{1B}\u{1B}OC", .right),
    ] as [(String, Key)])
  func `A key sequence maps to its key`(sequence: String, key: Key) {
    expect(keys(sequence), equals: [key])
    expect(events(sequence).count, equals: 1)
  }

  @Test(
    arguments: [
      ("a", .character("a"), []), ("\u{1}", .control("a"), []), ("\u{1B}[C", .right, []),
      ("\u{1B}[1;2C", .right, .shift), ("\u{1B}[1;3C", .right, .alt), ("\u{1B}[1;5C", .right, .control),
      ("\u{1B}[1;8C", .right, [.shift, .alt, .control]), ("\u{1B}[5D", .left, .control),
      ("\u{1B}[3;5~", .delete, .control), ("\u{1B}[6^", .pageDown, .control), ("\u{1B}[5$", .pageUp, .shift),
      ("\u{1B}[7@", .home, [.shift, .control]), ("\u{1B}[c", .right, .shift), ("\u{1B}Oc", .right, .control),
      ("\u{1B}O5C", .right, .control), ("\u{1B}O3P", .function(1), .alt), ("\u{1B}[1;2R", .function(3), .shift),
      ("\u{1B}[15;6~", .function(5), [.shift, .control]), ("\u{1B}[Z", .tab, .shift),
      ("\u{1B}[13;2u", .enter, .shift), ("\u{1B}[13;5u", .enter, .control), ("\u{1B}[97;3u", .character("a"), .alt),
      ("\u{1B}[99;5u", .control("c"), []), ("\u{1B}[99;7u", .control("c"), .alt), ("\u{1B}[65;2u", .character("A"), []),
      ("\u{1B}[27;5;13~", .enter, .control), ("\u{1B}[97;33u", .character("a"), .alt),
      ("\u{1B}x", .character("x"), .alt), ("\u{1B}\u{12}", .control("r"), .alt), ("\u{1B}\u{7F}", .backspace, .alt),
      ("\u{1B}\u{1B}[C", .right, .alt), ("\u{1B}\u{1B}OC", .right, .alt), ("\u{1B}é", .character("é"), []),
    ] as [(String, Key, KeyModifiers)])
  func `Modifiers are reported as far as terminals send them`(sequence: String, key: Key, modifiers: KeyModifiers) {
    expect(events(sequence), equals: [.key(key, modifiers)])
  }

  @Test func `The terminal's own sequences for keys with Shift keep it`() {
    expect(events("\u{1B}[1;2D", keys: [Array("\u{1B}[1;2D".utf8): .left]), equals: [.key(.left, .shift)])
  }

  @Test(arguments: [
    "\u{1B}[99;5:3u", "\u{1B}[1;1:3C", "\u{1B}[57358u", "\u{1B}[u", "\u{1B}[99999999999999999999u", "\u{1B}[55296u",
    "\u{1B}[9~",
    "\u{1B}[E", "\u{1B}[;;;;q", "\u{1B}[1 q", "\u{1B}O~", "\u{1B}[[Z",
  ])
  func `Key releases and unknown sequences are no keys`(sequence: String) {
    expect(events(sequence).filter { $0 != .keyReleased }, equals: [])
    expect(events(sequence + "x").filter { $0 != .keyReleased }, equals: [.key(.character("x"))])
  }

  @Test func `The terminal's own key sequences take precedence`() {
    let own: [[UInt8]: Key] = [
      Array("\u{1B}[M".utf8): .function(1), Array("\u{1B}A".utf8): .up, Array("\u{1B}[22z".utf8): .pageUp,
      Array("x".utf8): .left, Array("\u{1B}".utf8): .delete,
    ]
    expect(
      events("\u{1B}[M\u{1B}A\u{1B}[22zx", keys: own),
      equals: [
        .key(.function(1)), .key(.up), .key(.pageUp), .key(.character("x")),
      ])
    expect(events("\u{1B}[B", keys: own), equals: [.key(.down)])
  }

  @Test func `A lone Escape is recognized after a time-out`() {
    var line = PausingLine()
    expect(line.decoder.due, equals: nil)
    expect(line.receive([0x1B], pause: .milliseconds(24)), equals: [])
    expect(line.decoder.due, equals: .milliseconds(25))
    expect(line.pass(.milliseconds(1)), equals: [.key(.escape)])
    expect(line.decoder.due, equals: nil)
    expect(line.receive([0x1B, 0x1B], pause: .milliseconds(25)), equals: [.key(.escape), .key(.escape)])
  }

  @Test func `Other unfinished sequences are dropped after half a second`() {
    for start in ["\u{1B}[", "\u{1B}[1;5", "\u{1B}O", "\u{1B}[[", "\u{1B}[M!", "\u{1B}]", "\u{1B}P"] {
      var line = PausingLine()
      expect(line.receive(start.utf8, pause: .zero), equals: [])
      #expect(line.decoder.due != nil)
      expect(line.pass(.milliseconds(500)), equals: [])
      expect(line.decoder.due, equals: nil)
      expect(line.receive("C".utf8, pause: .milliseconds(100)), equals: [.key(.character("C"))])
    }
  }

  @Test func `A slow reply is not decoded as keys`() {
    var line = PausingLine()
    expect(line.receive("\u{1B}]11;rgb:00".utf8, pause: .milliseconds(499)), equals: [])
    let reply = line.receive("/00/ff\u{7}".utf8, pause: .zero)
    expect(reply, equals: [.reply(.color(number: 11, Color(red: 0, green: 0, blue: 255)))])
    expect(line.receive("\u{1B}]11;rgb".utf8, pause: .milliseconds(500)), equals: [])
    expect(line.decoder.due, equals: nil)
  }

  @Test func `Focus changes are reported`() {
    expect(events("\u{1B}[I\u{1B}[O"), equals: [.focus(true), .focus(false)])
  }

  @Test func `Pasted text acts as no keys`() {
    expect(
      events("a\u{1B}[200~q\r\u{1B}[C\u{1B}\u{1B}[201~b"),
      equals: [
        .key(.character("a")), .pasted(Array("q\r\u{1B}[C\u{1B}".utf8)), .key(.character("b")),
      ])
  }

  /// The keys that terminals usually use for signals.
  private static let signalKeys: [UInt8: KeySignal] = [0x03: .interrupt, 0x1A: .suspend, 0x1C: .quit]

  private func signals(_ text: String) -> [InputEvent] {
    var decoder = InputDecoder(signalKeys: Self.signalKeys)
    return decoder.feed(text.utf8, at: .zero)
  }

  @Test func `signal keys are decoded as signals`() {
    expect(signals("\u{3}\u{1C}\u{1A}"), equals: [.signal(.interrupt), .signal(.quit), .signal(.suspend)])
    expect(signals("\u{4}q"), equals: [.key(.control("d")), .key(.character("q"))])
    var decoder = InputDecoder(signalKeys: [UInt8(ascii: "k"): .interrupt])
    expect(decoder.feed("k\u{3}".utf8, at: .zero), equals: [.signal(.interrupt), .key(.control("c"))])
  }

  @Test(arguments: ["\u{1B}", "\u{1B}[", "\u{1B}[1;5", "\u{1B}O", "\u{1B}P"])
  func `Ctrl-C is a signal even after an unfinished sequence`(start: String) {
    var decoder = InputDecoder(signalKeys: Self.signalKeys)
    decoder.expectsReplies = true
    _ = decoder.feed(start.utf8, at: .zero)
    expect(decoder.feed([0x03], at: .zero).last, equals: .signal(.interrupt))
  }

  @Test(arguments: ["\u{1B}]11;rgb:", "\u{1B}P1$r\u{3}", "\u{1B}]11\u{1B}"])
  func `Ctrl-C within a reply is no signal, but it is one after a reply that has timed out`(start: String) {
    var line = PausingLine(InputDecoder(signalKeys: Self.signalKeys))
    line.decoder.expectsReplies = true
    expect(line.receive((start + "\u{3}").utf8, pause: .milliseconds(500)), equals: [])
    expect(line.receive([0x03], pause: .milliseconds(100)), equals: [.signal(.interrupt)])
  }

  @Test func `pasted signal keys send no signals`() {
    expect(
      signals("\u{1B}[200~\u{3}a\u{1C}\u{1B}[201\u{1A}~\u{3}\u{1B}[201~\u{3}"),
      equals: [.pasted(Array("\u{3}a\u{1C}\u{1B}[201\u{1A}~\u{3}".utf8)), .signal(.interrupt)])
  }

  @Test func `Invalid UTF-8 is dropped, and the characters after it are kept`() {
    var decoder = InputDecoder()
    let bytes: [UInt8] = [
      0xFF, 0x61, 0xC3, 0x62, 0xE2, 0x82, 0x63, 0xC0, 0x80, 0x64, 0xED, 0xA0, 0x80, 0x65, 0xF4, 0x90, 0x80, 0x80, 0xC2,
      0x9B, 0x66,
    ]
    expect(decoder.feed(bytes, at: .zero), equals: ["a", "b", "c", "d", "e", "f"].map { .key(.character($0)) })
  }

  @Test func `A truncated sequence does not swallow the next key`() {
    expect(events("\u{1B}[1;\u{1B}[C"), equals: [.key(.right)])
    expect(events("\u{1B}[1\rx"), equals: [.key(.enter), .key(.character("x"))])
    expect(events("\u{1B}[1\u{18}x"), equals: [.key(.character("x"))])
    expect(events("\u{1B}[é"), equals: [.key(.character("é"))])
  }

  @Test func `Overlong sequences are dropped up to their end`() {
    let long = "\u{1B}[" + String(repeating: "1;", count: 5000)
    expect(events(long + "Cx"), equals: [.key(.character("x"))])
    expect(events("\u{1B}]11;" + String(repeating: "f", count: 100_000) + "\u{7}x"), equals: [.key(.character("x"))])
    #expect(events("\u{1B}O" + String(repeating: "1", count: 64) + "x").count <= 4)
  }
}

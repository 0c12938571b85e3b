import CarouselApp
import Terminal
import TestSupport
import Testing

@Suite("The names of keys in a configuration")
struct KeyNameTests {
  @Test(
    arguments: [
      ("a", KeyStroke(.character("a"))), ("A", KeyStroke(.character("A"))), ("shift+a", KeyStroke(.character("A"))),
      ("+", KeyStroke(.character("+"))), ("alt++", KeyStroke(.character("+"), .alt)), ("é", KeyStroke(.character("é"))),
      ("hash", KeyStroke(.character("#"))), ("=", KeyStroke(.character("="))), ("space", KeyStroke(.character(" "))),
      ("left", KeyStroke(.left)), ("Page-Up", KeyStroke(.pageUp)), ("F12", KeyStroke(.function(12))),
      ("ctrl+a", KeyStroke(.control("a"))), ("ctrl+A", KeyStroke(.control("a"))),
      ("ctrl+shift+a", KeyStroke(.control("a"), .shift)), ("ctrl+1", KeyStroke(.character("1"), .control)),
      ("ctrl+space", KeyStroke(.control(" "))), ("alt+x", KeyStroke(.character("x"), .alt)),
      ("ctrl+alt+x", KeyStroke(.control("x"), .alt)), ("ctrl+left", KeyStroke(.left, .control)),
      ("shift+tab", KeyStroke(.tab, .shift)), ("alt+shift+f5", KeyStroke(.function(5), [.alt, .shift])),
      ("wheel-up", KeyStroke(.wheelUp)), ("ctrl+wheel-down", KeyStroke(.wheelDown, .control)),
      ("right-click", KeyStroke(.click(.right))), ("shift+click", KeyStroke(.click(.left), .shift)),
    ] as [(String, KeyStroke)])
  func `a name is a key with its modifiers`(name: String, stroke: KeyStroke) throws {
    try expect(KeyStroke(named: name), equals: stroke)
    try expect(KeyStroke(named: stroke.configurationName), equals: stroke)
  }

  @Test(
    arguments: [
      ("ctrl+i", .tab), ("ctrl+m", .enter), ("ctrl+j", .enter), ("ctrl+h", .backspace), ("ctrl+[", .escape),
    ] as [(String, Key)])
  func `keys that terminals send alike are one key`(name: String, key: Key) throws {
    try expect(KeyStroke(named: name), equals: KeyStroke(key))
  }

  @Test(
    arguments: [
      ("ctrl+é", "'ctrl+é' cannot be bound: terminals send no code for it"),
      ("ctrl+shift+1", "'ctrl+shift+1' cannot be bound: write the character that shift gives"),
      ("ctrl+c", "'ctrl+c' cannot be bound: it is a signal, which always stops or suspends"),
      ("shift+1", "'shift+1' cannot be bound: write the character that shift gives"),
      ("alt+O", "'alt+O' cannot be bound: other keys' sequences begin like it"),
      ("alt+é", "'alt+é' cannot be bound: alt is only known with ASCII characters"),
    ] as [(String, String)])
  func `keys that terminals do not send are explained`(name: String, message: String) {
    let error = #expect(throws: KeyNameError.self) { try KeyStroke(named: name) }
    expect(error?.description, equals: message)
  }

  @Test(arguments: ["", "lefty", "f21", "f0", "ctrl+", "ctrl+ctrl", "super+x", "ab", "\u{7}", "e\u{301}x", "cmd+a"])
  func `other names are errors`(name: String) {
    #expect(throws: KeyNameError.self) { try KeyStroke(named: name) }
  }

  @Test func `several keys in a row are separated by blanks`() throws {
    try expect(KeyStroke.sequence(" g  g "), equals: [KeyStroke(.character("g")), KeyStroke(.character("g"))])
    try expect(KeyStroke.sequence("ctrl+x left").name, equals: "Ctrl-X ←")
    try expect(KeyStroke.sequence("ctrl+space").name, equals: "Ctrl-Space")
    try expect(KeyStroke.sequence("g g").name, equals: "gg")
    #expect(throws: KeyNameError.tooLong) { try KeyStroke.sequence("a b c d e") }
    #expect(throws: KeyNameError.self) { try KeyStroke.sequence("g wheel-up") }
    #expect(throws: KeyNameError.self) { try KeyStroke.sequence("") }
  }

  @Test func `every standard binding has a name that can be read back`() throws {
    let keys = KeyBindings.standard
    for table in [keys.always] + KeyContext.allCases.map(keys.table) {
      for binding in table.bindings {
        for stroke in binding.keys where ![.control("c"), .control("z")].contains(stroke.source.key) {
          try expect(KeyStroke(named: stroke.configurationName), equals: stroke)
        }
      }
    }
  }
}

extension KeyStroke.Source {
  fileprivate var key: Key? { if case .key(let key) = self { key } else { nil } }
}

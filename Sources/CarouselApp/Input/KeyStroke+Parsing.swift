import Terminal

/// Why a text is not the name of a key.
package enum KeyNameError: Error, Hashable, Sendable {
  case unknown(String)
  /// A key with modifiers that terminals do not send, or send like other input, with the reason.
  case unsendable(String, reason: String)
  case tooLong

  /// The reason, on one line. It quotes the text.
  package var description: String {
    switch self {
    case .unknown(let name):
      "unknown key '\(name)'; expected a character, or a name such as left, page-up, f1 or wheel-up, perhaps after ctrl+, "
        + "alt+ or shift+"
    case .unsendable(let name, let reason): "'\(name)' cannot be bound: \(reason)"
    case .tooLong: "at most \(KeyStroke.maximumSequence) keys in a row"
    }
  }
}

extension KeyStroke {
  /// The maximum number of keys in a row.
  package static let maximumSequence = 4

  /// Parses keys in a row, separated by blanks: `g g`, `ctrl+x alt+s`, `wheel-up`.
  ///
  /// - Throws: `KeyNameError`.
  package static func sequence(_ text: String) throws(KeyNameError) -> [KeyStroke] {
    let words = text.split(separator: " ")
    guard words.count <= maximumSequence else { throw .tooLong }
    var strokes: [KeyStroke] = []
    for word in words { strokes.append(try KeyStroke(named: String(word))) }
    guard !strokes.isEmpty else { throw .unknown(text) }
    if strokes.count > 1, let mouse = strokes.firstIndex(where: { $0.key == nil }) {
      throw .unsendable(String(words[mouse]), reason: "the mouse cannot be part of several keys in a row")
    }
    return strokes
  }

  /// Parses the name of one key, as a configuration has it. Keys that terminals send alike are the same stroke: `ctrl+i`
  /// is Tab, `ctrl+m` and `ctrl+j` are Enter, `ctrl+h` is Backspace and `ctrl+[` Escape.
  ///
  /// - Throws: `KeyNameError`.
  package init(named text: String) throws(KeyNameError) {
    var (rest, modifiers) = (Substring(text), KeyModifiers())
    while let prefix = KeyStroke.modifierNames.first(where: { rest.count > $0.name.count && rest.hasPrefix($0.name) }) {
      rest = rest.dropFirst(prefix.name.count)
      modifiers.insert(prefix.modifier)
    }
    let name = rest.count == 1 ? String(rest) : rest.lowercased()
    if let source = KeyStroke.names.first(where: { $0.inConfiguration.contains(name) })?.source {
      self.init(source, modifiers)
      // Space is a character, with which Control is a key of its own.
      if source == .key(.character(" ")) { try self.init(character: " ", modifiers, in: text) }
    } else if name.hasPrefix("f"), let number = Int(name.dropFirst()), (1...20).contains(number) {
      self.init(.function(number), modifiers)
    } else if let character = name.first, name.count == 1, KeyStroke.isPrintable(character) {
      try self.init(character: character, modifiers, in: text)
    } else {
      throw .unknown(String(text.prefix(40)))
    }
  }

  private init(character: Character, _ modifiers: KeyModifiers, in text: String) throws(KeyNameError) {
    var character = character
    func unsendable(_ reason: String) -> KeyNameError { .unsendable(text, reason: reason) }
    if modifiers.contains(.control) {
      guard let byte = character.asciiValue else { throw unsendable("terminals send no code for it") }
      if modifiers.contains(.shift), !character.isLetter { throw unsendable("write the character that shift gives") }
      guard (0x40...0x7E).contains(byte) || byte == 0x20 else {
        self.init(.character(character), modifiers)
        return
      }
      if ["c", "z", "\\"].contains(character.lowercased()) {
        throw unsendable("it is a signal, which always stops or suspends")
      }
      // Terminals keep five of its bits.
      self.init(Key(ascii: byte & 0x1F), modifiers.subtracting(.control))
      return
    }
    if modifiers.contains(.shift) {
      let upper = character.uppercased()
      guard upper.count == 1, let first = upper.first, first != character else {
        throw unsendable("write the character that shift gives")
      }
      character = first
    }
    if modifiers.contains(.alt) {
      guard character.isASCII else { throw unsendable("alt is only known with ASCII characters") }
      if "[]OPX^_".contains(character) { throw unsendable("other keys' sequences begin like it") }
    }
    self.init(.character(character), modifiers.subtracting(.shift))
  }

  private static func isPrintable(_ character: Character) -> Bool {
    character.unicodeScalars.count == 1
      && character.unicodeScalars.allSatisfy { $0.value > 0x20 && !(0x7F..<0xA0).contains($0.value) }
  }

  private static let modifierNames: [(name: String, modifier: KeyModifiers)] = [
    ("ctrl+", .control), ("alt+", .alt), ("shift+", .shift),
  ]

  /// What has names: those that people see, and those in a configuration, of which the first is written.
  static let names: [(source: Source, name: String, inConfiguration: [String])] = [
    (.key(.left), "←", ["left"]), (.key(.right), "→", ["right"]), (.key(.up), "↑", ["up"]),
    (.key(.down), "↓", ["down"]), (.key(.home), "Home", ["home"]), (.key(.end), "End", ["end"]),
    (.key(.pageUp), "PgUp", ["page-up"]), (.key(.pageDown), "PgDn", ["page-down"]),
    (.key(.insert), "Insert", ["insert"]), (.key(.delete), "Delete", ["delete"]),
    (.key(.backspace), "Backspace", ["backspace"]), (.key(.tab), "Tab", ["tab"]), (.key(.enter), "Enter", ["enter"]),
    (.key(.escape), "Esc", ["escape", "esc"]), (.key(" "), "Space", ["space"]), (.key("#"), "#", ["hash"]),
    (.key("="), "=", ["equal"]), (.click(.left), "click", ["click"]),
    (.click(.middle), "middle click", ["middle-click"]), (.click(.right), "right click", ["right-click"]),
    (.wheelUp, "wheel ↑", ["wheel-up"]), (.wheelDown, "wheel ↓", ["wheel-down"]),
    (.wheelLeft, "wheel ←", ["wheel-left"]), (.wheelRight, "wheel →", ["wheel-right"]),
  ]

  /// The name in a configuration, which `init(named:)` reads.
  package var configurationName: String {
    let name =
      switch source {
      case .key(.control(" ")): "ctrl+space"
      case .key(.control(let character)): "ctrl+\(character)"
      case .key(.function(let number)): "f\(number)"
      case .key(.character(let character)) where !" #=".contains(character): String(character)
      default: KeyStroke.names.first { $0.source == source }?.inConfiguration[0] ?? ""
      }
    return KeyStroke.modifierNames.filter { modifiers.contains($0.modifier) }.map(\.name).joined() + name
  }
}

/// A key that a control sequence reports: xterm's, vt220's and rxvt's forms, and that of kitty's keyboard protocol,
/// `CSI key : shifted : base ; modifiers : event ; text u`.
struct KeyReport {
  private let sequence: ControlSequence

  init(_ sequence: ControlSequence) { self.sequence = sequence }

  /// What happened to the key; nil if it has no use here.
  var event: InputEvent? {
    guard let key else { return nil }
    var modifiers = modifiers
    // Control with a letter that is another key in other terminals is that key here, too: Ctrl-I is Tab.
    if (0x40...0x7E).contains(sequence.number(0)), isCharacterReport, !key.isControl { modifiers.remove(.control) }
    // 3 is a release, 1 a press, 2 a repetition.
    if sequence.number(1, 1) == 3 { return .keyReleased }
    guard let base = baseKey, base != key else { return .key(key, modifiers.reportable(with: key)) }
    return .layoutKey(key, base: base, modifiers.reportable(with: key))
  }

  /// The modifiers (xterm's ctlseqs, "PC-Style Function Keys"; rxvt's reference, "Key Codes").
  private var modifiers: KeyModifiers {
    switch sequence.final {
    case UInt8(ascii: "Z"), UInt8(ascii: "$"), UInt8(ascii: "a")...UInt8(ascii: "d"): .shift
    case UInt8(ascii: "^"): .control
    case UInt8(ascii: "@"): [.shift, .control]
    default: KeyModifiers(parameter: modifierParameter)
    }
  }

  /// The modifiers as sent: their bits plus 1. Old versions of xterm send only them, without the 1 before.
  private var modifierParameter: Int {
    sequence.number(sequence.parameters.count == 1 && !isNumbered ? 0 : 1)
  }

  /// Whether the first parameter is the key's number.
  private var isNumbered: Bool { sequence.final == UInt8(ascii: "~") || isCharacterReport }

  private var isCharacterReport: Bool { sequence.final == UInt8(ascii: "u") }

  private var key: Key? {
    switch sequence.final {
    case UInt8(ascii: "~") where sequence.number(0) == 27:
      return Key(number: sequence.number(2), isControl: modifiers.contains(.control))
    case _ where isCharacterReport: return unicodeKey
    case UInt8(ascii: "~"), UInt8(ascii: "^"), UInt8(ascii: "@"), UInt8(ascii: "$"):
      return KeySequences.numbered(sequence.number(0))
    default: return KeySequences.cursor(final: sequence.final)
    }
  }

  /// The key of the form that ends with `u`: the text that it types, if that is reported, otherwise the character on it.
  private var unicodeKey: Key? {
    // Super and Hyper are the window manager's: such a key is none without them.
    if modifierParameter > 0, (modifierParameter - 1) & 0x18 != 0 { return nil }
    let isControl = modifiers.contains(.control)
    if let text, !isControl, !modifiers.contains(.alt) { return .character(text) }
    let (code, shifted, base) = (sequence.number(0), sequence.number(0, 1), sequence.number(0, 2))
    // Control with a letter has a meaning in the Latin layout only.
    if isControl, code >= 0x80, (0x20..<0x7F).contains(base) { return Key(number: base, isControl: true) }
    guard modifiers.contains(.shift) else { return Key(number: code, isControl: isControl) }
    let isLetter = (0x61...0x7A).contains(code)
    // Control with Shift and a letter is a key of its own, unlike Shift with the letter.
    if isLetter && isControl { return Key(number: code, isControl: true) }
    return Key(number: shifted > 0 ? shifted : isLetter ? code - 0x20 : code, isControl: isControl)
  }

  /// The one character that the key types; nil if that is unknown, or several.
  private var text: Character? {
    guard sequence.parameters.count > 2 else { return nil }
    var text = String.UnicodeScalarView()
    for number in sequence.parameters[2] {
      guard let scalar = UInt32(exactly: number).flatMap(Unicode.Scalar.init), number >= 0x20, number != 0x7F,
        Key(printing: scalar) != nil
      else { return nil }
      text.append(scalar)
    }
    return text.isEmpty || String(text).count > 1 ? nil : String(text).first
  }

  /// The key in the same place of a Latin layout, for a key that types another script's character.
  private var baseKey: Key? {
    let base = sequence.number(0, 2)
    guard isCharacterReport, (0x20..<0x7F).contains(base), case .character(let typed) = key,
      !typed.isASCII
    else { return nil }
    let isUpper = modifiers.contains(.shift) && (0x61...0x7A).contains(base)
    return Key(number: isUpper ? base - 0x20 : base, isControl: false)
  }
}

extension Key {
  fileprivate var isControl: Bool { if case .control = self { true } else { false } }
}

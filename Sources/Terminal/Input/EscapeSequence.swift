/// The bytes of an unfinished sequence, and what its ESC may have been.
struct EscapeSequence: Sendable {
  /// What the sequence's ESC may have been.
  enum Introduction: Sendable {
    /// Only the beginning of the sequence: the rest followed promptly.
    case sequence
    /// Perhaps the Escape key: the rest came late.
    case perhapsEscape
    /// Reported as the Escape key before the rest came.
    case reportedEscape
  }

  /// The bytes so far, from the ESC; of a control string, only its introducer.
  var bytes: [UInt8] = []
  /// The number of ESC bytes before the sequence's own: Escape keys, or Alt if the sequence is a key.
  var escapesBefore = 0
  /// What the ESC may have been.
  var introduction = Introduction.sequence

  /// Whether there are no bytes after those that introduce a control sequence, a single shift or a control string.
  var isBare: Bool { bytes.count <= 2 }

  /// The event of the key that the finished sequence stands for, with its modifiers. Terminfo, too, has sequences for
  /// Shift with some keys.
  func event(of key: Key) -> InputEvent {
    var modifiers = singleShiftModifiers
    if bytes.count > 2, bytes[1] == UInt8(ascii: "[") {
      var mouse = MouseDecoder()
      if case .key(key, let reported)? = ControlSequence(bytes[2...]).event(mouse: &mouse) { modifiers = reported }
    }
    let event = InputEvent.key(key, modifiers.reportable(with: key))
    return escapesBefore > 0 ? event.withAlt : event
  }

  /// The modifiers of a key after ESC O: a number before the letter in old versions of xterm, or a lower-case letter in
  /// rxvt, which is Control with a cursor key.
  private var singleShiftModifiers: KeyModifiers {
    guard bytes.count > 2, bytes[1] == UInt8(ascii: "O") else { return [] }
    let digits = bytes.dropFirst(2).prefix { (0x30..<0x3A).contains($0) }
    if digits.isEmpty { return (UInt8(ascii: "a")...UInt8(ascii: "d")).contains(bytes[2]) ? .control : [] }
    return KeyModifiers(parameter: digits.suffix(3).reduce(0) { $0 * 10 + Int($1) - 0x30 })
  }

  /// Whether the bytes are the beginning of ESC [ 200 ~, with which a paste begins, beyond its ESC.
  var isPasteBeginning: Bool { bytes.count > 1 && "\u{1B}[200~".utf8.starts(with: bytes) }

  /// The keys that a user may have typed one after another instead of the sequence, if its rest was late: Escape, unless
  /// it was reported, and those of the other bytes. None if it was more of a paste's beginning than a key or two.
  var typedKeys: [InputEvent] {
    if isPasteBeginning && !isBare { return [] }
    let others = bytes.dropFirst().map { InputEvent.key(Key(ascii: $0)) }
    return switch introduction {
    case .sequence: []
    case .perhapsEscape: [.key(.escape)] + others
    case .reportedEscape: others
    }
  }
}

extension InputEvent {
  /// A key with Alt, which sends ESC before the key's bytes; any other event itself.
  var withAlt: InputEvent {
    guard case .key(let key, let modifiers) = self else { return self }
    return .key(key, modifiers.union(.alt).reportable(with: key))
  }
}

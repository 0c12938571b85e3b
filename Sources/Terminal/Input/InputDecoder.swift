/// Bytes from a terminal → events. A value: bytes may arrive split anywhere, and timeouts are passed in.
///
/// Understands UTF-8, controls, the key sequences of xterm, vt220, rxvt, the Linux console and kitty (`CSI u`), mouse
/// reports (SGR 1006, urxvt 1015, X10), focus reports, keys that stand for signals, pastes (dropped) and replies. Unknown
/// sequences are dropped whole. It keeps at most `stringLimit` bytes.
package struct InputDecoder: Sendable {
  /// How long to wait for the rest of a sequence before `timeOut`.
  package static let escapeDelay: Duration = .milliseconds(25)
  /// Bytes of a control sequence, beyond which it is dropped up to its end.
  static let sequenceLimit = 64
  /// Bytes of a control string (OSC, DCS, APC, PM, SOS), beyond which it is dropped up to its end.
  static let stringLimit = 4096
  /// Time-outs that a control string or a reply survives: the line may be slow, and the rest must not become keys.
  static let stringPatience = 20
  /// Time-outs that a paste survives.
  static let pastePatience = 80

  /// Where in the grammar (ECMA-48, 5.4 and 8.3) the next byte falls.
  private enum State: Sendable {
    /// Between sequences. → any other.
    case ground
    /// Within a character of several bytes. → `ground`.
    case character(UTF8Assembler)
    /// After `count` ESC; `isLate` if nothing has followed the last for a time-out, and it is held since it may begin a reply.
    /// → `ground`, `controlSequence`, `singleShift`, `string`.
    case escape(count: Int, isLate: Bool)
    /// After ESC [. → `ground`, `mouse`, `paste`, `linuxFunction`, `overlong`.
    case controlSequence
    /// After ESC O. → `ground`.
    case singleShift
    /// After ESC [ [. → `ground`.
    case linuxFunction
    /// After ESC [ M: three bytes of an X10 mouse report. → `ground`.
    case mouse
    /// In a control sequence that is too long. → `ground`.
    case overlong
    /// Within a control string; `isEnding` after an ESC. → `ground`, `escape`.
    case string(ControlString.Kind, isEnding: Bool)
    /// Between ESC [ 200 ~ and ESC [ 201 ~. → `ground`.
    case paste(PasteEnd)
  }

  private let keys: KeySequences
  private let signalKeys: [UInt8: KeySignal]
  private var state = State.ground
  /// The bytes of the sequence so far, its ESC included; or a control string's content.
  private var sequence: [UInt8] = []
  private var patience = 0
  /// Escape keys that stand before the sequence, unless it is a key: then the ESC is Alt.
  private var escapesBefore = 0
  /// Whether the sequence's own ESC came a time-out before the rest: it may have been the Escape key.
  private var isLate = false
  private var mouse = MouseDecoder()

  /// Whether the terminal owes replies. Then an ESC, alone or with what a reply may begin with, is held for `stringPatience`
  /// time-outs instead of one: the rest of the reply may be late, and neither must become keys.
  package var expectsReplies = false

  /// A decoder for the standard xterm encodings, plus a terminal's own sequences (from terminfo) for keys, and the bytes that
  /// stand for signals outside sequences and pastes.
  package init(keySequences: [[UInt8]: Key] = [:], signalKeys: [UInt8: KeySignal] = [:]) {
    keys = KeySequences(keySequences)
    self.signalKeys = signalKeys
  }

  /// Whether a sequence stands unfinished, so that `timeOut` should be called after `escapeDelay` without bytes.
  package var isPending: Bool {
    if case .ground = state { false } else { true }
  }

  private var isInPaste: Bool {
    if case .paste = state { true } else { false }
  }

  /// Decodes more bytes.
  package mutating func feed(_ bytes: some Sequence<UInt8>) -> [InputEvent] {
    var events: [InputEvent] = []
    for byte in bytes { consume(byte, into: &events) }
    patience = isInPaste ? Self.pastePatience : Self.stringPatience
    return events
  }

  /// No more bytes came for `escapeDelay`: a lone ESC is the Escape key, any other unfinished sequence is dropped.
  ///
  /// Strings that have begun, pastes, and what may be a reply wait through several time-outs: call again while `isPending`.
  package mutating func timeOut() -> [InputEvent] {
    if isWaitedFor {
      patience -= 1
      if patience > 0 {
        guard case .escape(let count, _) = state else { return [] }
        state = .escape(count: 1, isLate: true)
        // Only the last of several can begin anything.
        return Array(repeating: .key(.escape), count: count - 1)
      }
    }
    var events: [InputEvent] = []
    if case .escape(let count, _) = state { events = Array(repeating: .key(.escape), count: count) }
    if isLate { events = unfinishedKeys }
    if isInPaste { events = [.pasteEnded] }
    reset()
    return events
  }

  /// Whether the rest of the sequence is worth several time-outs.
  private var isWaitedFor: Bool {
    switch state {
    case .paste: true
    // A bare introducer is Alt with a key, most likely.
    case .string: !sequence.isEmpty || expectsReplies
    // No key's sequence has a private prefix (ECMA-48, 5.4.1).
    case .controlSequence: expectsReplies || sequence.count > 2 && (0x3C...0x3F).contains(sequence[2])
    case .escape: expectsReplies
    case .ground, .character, .singleShift, .linuxFunction, .mouse, .overlong: false
    }
  }

  /// What a sequence was that began late and never ended: the Escape key, and the keys after it.
  private var unfinishedKeys: [InputEvent] {
    switch state {
    case .controlSequence, .singleShift: [.key(.escape)] + sequence.dropFirst().map { .key(Key(ascii: $0)) }
    case .string(let kind, _) where sequence.isEmpty: [.key(.escape), .key(Key(ascii: kind.introducer))]
    case .ground, .character, .escape, .linuxFunction, .mouse, .overlong, .string, .paste: []
    }
  }

  private mutating func reset() {
    state = .ground
    sequence.removeAll(keepingCapacity: true)
    escapesBefore = 0
    isLate = false
  }

  private mutating func consume(_ byte: UInt8, into events: inout [InputEvent]) {
    switch state {
    case .ground: consumeGround(byte, into: &events)
    case .character(var assembler):
      switch assembler.consume(byte) {
      case .more: state = .character(assembler)
      case .scalar(let scalar):
        state = .ground
        if let key = Key(printing: scalar) { events.append(.key(key)) }
      case .invalid:
        state = .ground
        consumeGround(byte, into: &events)
      }
    case .escape(let count, let isLate): consumeEscape(byte, after: count, isLate: isLate, into: &events)
    case .controlSequence: consumeControlSequence(byte, into: &events)
    case .singleShift: consumeSingleShift(byte, into: &events)
    case .linuxFunction:
      reset()
      if (0x41...0x45).contains(byte) { events.append(.key(.function(Int(byte) - 0x40))) }
    case .mouse:
      sequence.append(byte)
      if sequence.count < 6 { return }
      if let event = mouse.decodeX10(sequence[3], sequence[4], sequence[5]) { events.append(.mouse(event)) }
      reset()
    case .overlong:
      if (0x20..<0x40).contains(byte) { return }
      reset()
      // A byte that cannot be part of the sequence is not its end but something new.
      if !(0x40..<0x7F).contains(byte) { consumeGround(byte, into: &events) }
    case .string(let kind, let isEnding): consumeString(byte, kind, isEnding: isEnding, into: &events)
    case .paste(var end):
      guard end.isReached(by: byte) else { return state = .paste(end) }
      reset()
      events.append(.pasteEnded)
    }
  }

  private mutating func consumeGround(_ byte: UInt8, into events: inout [InputEvent]) {
    if byte == 0x1B {
      sequence.append(byte)
      state = .escape(count: 1, isLate: false)
    } else if byte < 0x80 {
      events.append(signalKeys[byte].map { .signal($0) } ?? .key(Key(ascii: byte)))
    } else if let assembler = UTF8Assembler(lead: byte) {
      state = .character(assembler)
    }
  }

  private mutating func consumeEscape(_ byte: UInt8, after count: Int, isLate: Bool, into events: inout [InputEvent]) {
    let kind = ControlString.Kind(introducer: byte)
    if isLate, byte != UInt8(ascii: "["), byte != UInt8(ascii: "O"), kind == nil {
      // The rest of no reply: that was the Escape key.
      events += Array(repeating: .key(.escape), count: count)
      reset()
      return consumeGround(byte, into: &events)
    }
    self.isLate = isLate
    escapesBefore = count - 1
    switch byte {
    // Escape pressed again, or Alt with a key that sends a sequence. Many are a key held down: they need no number.
    case 0x1B: state = .escape(count: min(count + 1, Self.sequenceLimit), isLate: false)
    case UInt8(ascii: "["): begin(.controlSequence, with: byte)
    case UInt8(ascii: "O"): begin(.singleShift, with: byte)
    default:
      if let kind {
        sequence.removeAll(keepingCapacity: true)
        state = .string(kind, isEnding: false)
        return
      }
      sequence.append(byte)
      if consumeKnownKey(into: &events) { return }
      reset()
      // Alt is folded away.
      consumeGround(byte, into: &events)
    }
  }

  private mutating func begin(_ next: State, with byte: UInt8) {
    sequence.append(byte)
    state = next
  }

  private mutating func consumeSingleShift(_ byte: UInt8, into events: inout [InputEvent]) {
    sequence.append(byte)
    if consumeKnownKey(into: &events) { return }
    // Old xterms put modifiers between: ESC O 5 C.
    let isParameter = (0x30..<0x3A).contains(byte) || byte == 0x3B
    if isParameter && sequence.count < Self.sequenceLimit { return }
    reset()
    if byte < 0x20 || byte >= 0x7F {
      consumeGround(byte, into: &events)
    } else if let key = KeySequences.singleShift(final: byte) {
      events.append(.key(key))
    }
  }

  private mutating func consumeControlSequence(_ byte: UInt8, into events: inout [InputEvent]) {
    if byte < 0x20 || byte >= 0x7F {
      reset()
      // CAN and SUB end a sequence (ECMA-48, 8.3.6 and 8.3.148); anything else was not meant for it.
      if byte != 0x18 && byte != 0x1A { consumeGround(byte, into: &events) }
      return
    }
    sequence.append(byte)
    if consumeKnownKey(into: &events) { return }
    if sequence.count == 3 && byte == UInt8(ascii: "[") {
      state = .linuxFunction
    } else if sequence.count == 3 && byte == UInt8(ascii: "M") {
      state = .mouse
    } else if byte >= 0x40 || byte == UInt8(ascii: "$") && KeySequences.isShiftedKey(sequence[2...]) {
      let finished = ControlSequence(sequence[2...])
      let escapes = Array(repeating: InputEvent.key(.escape), count: escapesBefore)
      reset()
      if finished.isPasteStart {
        events += escapes
        state = .paste(PasteEnd())
        patience = Self.pastePatience
      } else if let event = finished.event(mouse: &mouse) {
        if case .key = event {} else { events += escapes }
        events.append(event)
      }
    } else if sequence.count >= Self.sequenceLimit {
      reset()
      state = .overlong
    }
  }

  private mutating func consumeString(
    _ byte: UInt8, _ kind: ControlString.Kind, isEnding: Bool, into events: inout [InputEvent]
  ) {
    if isEnding {
      if byte == UInt8(ascii: "\\") {
        finishString(kind, into: &events)
      } else {
        // An ESC that ends nothing begins something.
        reset()
        consumeGround(0x1B, into: &events)
        consume(byte, into: &events)
      }
      return
    }
    switch byte {
    case 0x1B: state = .string(kind, isEnding: true)
    case 0x07 where kind == .operatingSystemCommand: finishString(kind, into: &events)
    // No reply holds controls: this was Alt with a letter, or the rest was lost.
    case 0..<0x20:
      reset()
      consumeGround(byte, into: &events)
    default: if sequence.count <= Self.stringLimit { sequence.append(byte) }
    }
  }

  private mutating func finishString(_ kind: ControlString.Kind, into events: inout [InputEvent]) {
    let isWhole = sequence.count <= Self.stringLimit
    let reply = ControlString(kind: kind, content: sequence[...]).reply
    events += Array(repeating: .key(.escape), count: escapesBefore)
    reset()
    if isWhole { events.append(.reply(reply)) }
  }

  /// Whether the sequence is one that terminfo named, and nothing longer begins with it.
  private mutating func consumeKnownKey(into events: inout [InputEvent]) -> Bool {
    guard let key = keys[sequence] else { return false }
    reset()
    events.append(.key(key))
    return true
  }
}

/// Decodes bytes from a terminal into events. A value: bytes may arrive split anywhere, and time-outs are passed in.
///
/// Understands UTF-8, controls, the key sequences of xterm, vt220, rxvt, the Linux console and kitty (`CSI u`), mouse
/// reports (SGR 1006, urxvt 1015, X10), focus reports, keys that send signals, pastes (dropped) and replies. Unknown
/// sequences are dropped whole. At most `stringLimit` + 1 bytes are buffered.
package struct InputDecoder: Sendable {
  /// How long to wait for the rest of a sequence before calling `timeOut`.
  package static let escapeDelay: Duration = .milliseconds(25)
  /// The length in bytes at which an unfinished control sequence is dropped up to its end.
  static let sequenceLimit = 64
  /// The length in bytes beyond which a control string (OSC, DCS, APC, PM, SOS) is dropped up to its end.
  static let stringLimit = 4096
  /// Time-outs to wait for the rest of a control string or reply: on a slow line it is late, and must not become keys.
  static let stringPatience = 20
  /// Time-outs to wait for the rest of a paste.
  static let pastePatience = 80

  /// The position in the grammar (ECMA-48, 5.4 and 8.3); arrows show the next states.
  private enum State: Sendable {
    /// Between sequences. → any other.
    case ground
    /// Within a multi-byte character. → `ground`.
    case character(UTF8Assembler)
    /// After `count` ESC bytes. `isLate` means that nothing followed the last one for a time-out, and that it is kept
    /// because it may begin a reply. → `ground`, `controlSequence`, `singleShift`, `string`.
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
  /// The bytes of the sequence so far, including its ESC, or the content of a control string.
  private var sequence: [UInt8] = []
  private var patience = 0
  /// The number of ESC bytes before the sequence's own: Escape keys, or Alt if the sequence is a key.
  private var escapesBefore = 0
  /// Whether a time-out passed between the sequence's ESC and the rest, so that the ESC may have been the Escape key.
  private var isLate = false
  private var mouse = MouseDecoder()

  /// Whether replies from the terminal are outstanding. If so, an ESC, alone or with a possible beginning of a reply,
  /// is kept for `stringPatience` time-outs instead of one: the rest may be late, and neither may become keys.
  package var expectsReplies = false

  /// A decoder for the standard xterm encodings, a terminal's own key sequences (from terminfo), and the bytes that
  /// send signals outside sequences and pastes.
  package init(keySequences: [[UInt8]: Key] = [:], signalKeys: [UInt8: KeySignal] = [:]) {
    keys = KeySequences(keySequences)
    self.signalKeys = signalKeys
  }

  /// Whether a sequence is unfinished, so that `timeOut` should be called after `escapeDelay` without further bytes.
  package var isPending: Bool {
    if case .ground = state { false } else { true }
  }

  private var isInPaste: Bool {
    if case .paste = state { true } else { false }
  }

  /// Decodes more bytes and returns their events.
  package mutating func feed(_ bytes: some Sequence<UInt8>) -> [InputEvent] {
    var events: [InputEvent] = []
    for byte in bytes { consume(byte, into: &events) }
    patience = isInPaste ? Self.pastePatience : Self.stringPatience
    return events
  }

  /// Handles `escapeDelay` without bytes: a lone ESC is the Escape key, any other unfinished sequence is dropped.
  ///
  /// Strings that have begun, pastes and possible replies wait for several time-outs: call again while `isPending`.
  package mutating func timeOut() -> [InputEvent] {
    if isWaitedFor {
      patience -= 1
      if patience > 0 {
        guard case .escape(let count, _) = state else { return [] }
        state = .escape(count: 1, isLate: true)
        // Only the last of several ESC bytes can begin a sequence.
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

  /// Whether to wait for the rest of the sequence through several time-outs.
  private var isWaitedFor: Bool {
    switch state {
    case .paste: true
    // A bare introducer is most likely Alt with a key.
    case .string: !sequence.isEmpty || expectsReplies
    // Key sequences have no private prefix (ECMA-48, 5.4.1).
    case .controlSequence: expectsReplies || sequence.count > 2 && (0x3C...0x3F).contains(sequence[2])
    case .escape: expectsReplies
    case .ground, .character, .singleShift, .linuxFunction, .mouse, .overlong: false
    }
  }

  /// The keys in a sequence that was late and never finished: Escape and those after it.
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
      // A byte that cannot be part of the sequence does not end it, but begins something new.
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
      // This is not the rest of a reply, so the ESC was the Escape key.
      events += Array(repeating: .key(.escape), count: count)
      reset()
      return consumeGround(byte, into: &events)
    }
    self.isLate = isLate
    escapesBefore = count - 1
    switch byte {
    // Escape again, or Alt with a key that sends a sequence. The count is capped: a held key repeats without limit.
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
      // Alt is ignored.
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
    // Old versions of xterm put modifiers in between: ESC O 5 C.
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
      // CAN and SUB cancel a sequence (ECMA-48, 8.3.6 and 8.3.148); any other control is separate input.
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
        // An ESC that does not end the string begins a new sequence.
        reset()
        consumeGround(0x1B, into: &events)
        consume(byte, into: &events)
      }
      return
    }
    switch byte {
    case 0x1B: state = .string(kind, isEnding: true)
    case 0x07 where kind == .operatingSystemCommand: finishString(kind, into: &events)
    // Replies contain no controls: this was Alt with a letter, or the rest of the string was lost.
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

  /// Appends terminfo's key for the sequence, unless it begins a longer one; returns whether a key was appended.
  private mutating func consumeKnownKey(into events: inout [InputEvent]) -> Bool {
    guard let key = keys[sequence] else { return false }
    reset()
    events.append(.key(key))
    return true
  }
}

/// Decodes bytes from a terminal into events. A value: bytes may arrive split anywhere, and the time is an argument.
///
/// Understands UTF-8, controls, the key sequences of xterm, vt220, rxvt, the Linux console and kitty (`CSI u`), mouse
/// reports (SGR 1006, urxvt 1015, X10), focus reports, keys that send signals, pastes and replies. Unknown
/// sequences are dropped whole, as is the rest of those that time out. `ControlStringAssembler.limit` bounds the buffer.
package struct InputDecoder: Sendable {
  /// How long the rest of a sequence may lag behind its ESC before the ESC is taken for the Escape key, in general.
  package static let defaultEscapeDelay: Duration = .milliseconds(25)
  /// How long the rest of a sequence may lag that cannot be a key: on a slow line it is late, and must not become keys.
  package static let sequenceDelay: Duration = .milliseconds(500)
  /// The length in bytes at which an unfinished control sequence is dropped up to its end.
  static let sequenceLimit = 64

  /// The position in the grammar (ECMA-48, 5.4 and 8.3); arrows show the next states.
  private enum State: Sendable {
    /// Between sequences. → any other.
    case ground
    /// After an ESC that was reported as the Escape key. The rest of its sequence may be late. → any other.
    case escaped
    /// Within a multi-byte character. → `ground`.
    case character(UTF8Assembler)
    /// After `count` ESC bytes. → `escaped`, `ground`, `controlSequence`, `singleShift`, `string`.
    case escape(count: Int)
    /// After ESC [. → `ground`, `mouse`, `dropping`, `linuxFunction`, `overlong`.
    case controlSequence
    /// After ESC O. → `ground`.
    case singleShift
    /// After ESC [ [. → `ground`.
    case linuxFunction
    /// After ESC [ M: three bytes of an X10 mouse report. → `ground`, `dropping`.
    case mouse
    /// In a control sequence that is too long. → `ground`, `dropping`.
    case overlong
    /// Within a control string. → `ground`, `dropping`.
    case string(ControlStringAssembler)
    /// After ESC [ 200 ~, or after a sequence that timed out. → `ground`.
    case dropping(DroppedInput)
  }

  private let keys: KeySequences
  private let signalKeys: [UInt8: KeySignal]
  private var state = State.ground
  private var sequence = EscapeSequence()
  /// When the last byte arrived.
  private var lastArrival = Duration.zero
  private var mouse = MouseDecoder()

  /// Whether replies from the terminal are outstanding. If so, an ESC, alone or with a possible beginning of a reply,
  /// is kept for `sequenceDelay`: the rest may be late, and neither may become keys.
  package var expectsReplies = false
  /// How long the rest of a sequence may lag behind its ESC before the ESC is taken for the Escape key.
  package var escapeDelay = defaultEscapeDelay

  /// A decoder for the standard xterm encodings, a terminal's own key sequences (from terminfo), and the bytes that
  /// send signals outside sequences and pastes.
  package init(keySequences: [[UInt8]: Key] = [:], signalKeys: [UInt8: KeySignal] = [:]) {
    (keys, self.signalKeys) = (KeySequences(keySequences), signalKeys)
  }

  /// When `timeOut` should be called if no further bytes arrive; nil if nothing is awaited.
  package var due: Duration? {
    switch state {
    case .ground, .escaped: nil
    case .character, .singleShift, .linuxFunction: lastArrival + Self.defaultEscapeDelay
    case .escape: lastArrival + (expectsReplies ? Self.sequenceDelay : escapeDelay)
    case .controlSequence:
      // After a reported Escape, a bracket alone is most likely a key.
      lastArrival
        + (sequence.isBare && sequence.introduction == .reportedEscape ? Self.defaultEscapeDelay : Self.sequenceDelay)
    // A bare introducer is most likely Alt with a key.
    case .string(let string):
      lastArrival + (string.isEmpty && !expectsReplies ? Self.defaultEscapeDelay : Self.sequenceDelay)
    case .mouse, .overlong: lastArrival + Self.sequenceDelay
    case .dropping(let dropped): dropped.due
    }
  }

  /// Decodes bytes that arrive together and returns their events.
  ///
  /// - Parameter now: the time since any fixed moment.
  package mutating func feed(_ bytes: some Sequence<UInt8>, at now: Duration) -> [InputEvent] {
    var events: [InputEvent] = []
    var rest = Array(bytes)[...]
    while let byte = rest.first {
      if case .dropping = state {
        rest = drop(rest, at: now, into: &events)
      } else {
        consume(byte, at: now, into: &events)
        rest.removeFirst()
      }
      lastArrival = now
    }
    return events
  }

  /// Passes bytes to the input that is being dropped; returns those that follow its end.
  private mutating func drop(
    _ bytes: ArraySlice<UInt8>, at now: Duration, into events: inout [InputEvent]
  ) -> ArraySlice<UInt8> {
    guard case .dropping(var dropped) = state else { return bytes }
    let rest = dropped.consume(bytes, at: now, decoder: fresh, into: &events)
    state = rest == nil ? .dropping(dropped) : .ground
    return rest ?? []
  }

  /// A decoder for the same terminal that has consumed nothing.
  private var fresh: InputDecoder {
    var decoder = self
    decoder.reset()
    decoder.expectsReplies = false
    return decoder
  }

  /// Handles the time without further bytes: a lone ESC is the Escape key, any other unfinished sequence is dropped,
  /// together with its rest. Does nothing before `due`.
  package mutating func timeOut(at now: Duration) -> [InputEvent] {
    guard let due, due <= now else { return [] }
    var events: [InputEvent] = []
    var next = State.ground
    switch state {
    case .escape(let count):
      events = Array(repeating: .key(.escape), count: count)
      next = .escaped
    case .dropping(var dropped):
      events = dropped.timeOut(at: now, decoder: fresh)
      next = .dropping(dropped)
    case .controlSequence, .singleShift:
      events = sequence.typedKeys
      if events.isEmpty, sequence.isPasteBeginning || !sequence.isBare {
        next = .dropping(DroppedInput(rest: sequence.isPasteBeginning ? .paste : .sequence, at: now))
      }
    case .string(let string) where string.isEmpty: events = sequence.typedKeys
    case .mouse, .overlong, .string: next = .dropping(DroppedInput(rest: .sequence, at: now))
    case .ground, .escaped, .character, .linuxFunction: break
    }
    reset(to: next)
    return events
  }

  private mutating func reset(to next: State = .ground) {
    state = next
    sequence = EscapeSequence()
  }

  private mutating func consume(_ byte: UInt8, at now: Duration, into events: inout [InputEvent]) {
    switch state {
    case .ground: consumeGround(byte, into: &events)
    case .escaped:
      state = .ground
      guard byte == UInt8(ascii: "[") else { return consumeGround(byte, into: &events) }
      sequence = EscapeSequence(bytes: [0x1B], introduction: .reportedEscape)
      begin(.controlSequence, with: byte)
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
    case .escape(let count):
      let isLate = now - lastArrival >= Self.defaultEscapeDelay
      consumeEscape(byte, after: count, isLate: isLate, into: &events)
    case .controlSequence: consumeControlSequence(byte, at: now, into: &events)
    case .singleShift: consumeSingleShift(byte, into: &events)
    case .linuxFunction:
      reset()
      if (0x41...0x45).contains(byte) { events.append(.key(.function(Int(byte) - 0x40))) }
    case .mouse:
      sequence.bytes.append(byte)
      if sequence.bytes.count < 6 { return }
      if let event = mouse.decodeX10(sequence.bytes[3], sequence.bytes[4], sequence.bytes[5]) {
        events.append(.mouse(event))
      }
      reset()
    case .overlong:
      if (0x20..<0x40).contains(byte) { return }
      reset()
      // A byte that cannot be part of the sequence does not end it, but begins something new.
      if !(0x40..<0x7F).contains(byte) { consumeGround(byte, into: &events) }
    case .string(let string): consumeString(byte, string, into: &events)
    // `feed` handles all of its bytes.
    case .dropping: break
    }
  }

  private mutating func consumeGround(_ byte: UInt8, hasAlt: Bool = false, into events: inout [InputEvent]) {
    if byte == 0x1B {
      sequence.bytes.append(byte)
      state = .escape(count: 1)
    } else if byte < 0x80 {
      events.append(signalKeys[byte].map { .signal($0) } ?? .key(Key(ascii: byte), hasAlt ? .alt : []))
    } else if let assembler = UTF8Assembler(lead: byte) {
      state = .character(assembler)
    }
  }

  private mutating func consumeEscape(_ byte: UInt8, after count: Int, isLate: Bool, into events: inout [InputEvent]) {
    let kind = ControlString.Kind(rawValue: byte)
    if isLate, byte != UInt8(ascii: "["), byte != UInt8(ascii: "O"), kind == nil {
      // This is not the rest of a reply, so the ESC was the Escape key.
      events += Array(repeating: .key(.escape), count: count)
      reset()
      return consumeGround(byte, into: &events)
    }
    sequence.introduction = isLate ? .perhapsEscape : .sequence
    sequence.escapesBefore = count - 1
    switch byte {
    // Escape again, or Alt with a key that sends a sequence. The count is capped: a held key repeats without limit.
    case 0x1B: state = .escape(count: min(count + 1, Self.sequenceLimit))
    case UInt8(ascii: "["): begin(.controlSequence, with: byte)
    case UInt8(ascii: "O"): begin(.singleShift, with: byte)
    default:
      if let kind { return begin(.string(ControlStringAssembler(kind)), with: byte) }
      sequence.bytes.append(byte)
      if consumeKnownKey(into: &events) { return }
      reset()
      consumeGround(byte, hasAlt: true, into: &events)
    }
  }

  private mutating func begin(_ next: State, with byte: UInt8) {
    sequence.bytes.append(byte)
    state = next
  }

  private mutating func consumeSingleShift(_ byte: UInt8, into events: inout [InputEvent]) {
    sequence.bytes.append(byte)
    if consumeKnownKey(into: &events) { return }
    // Old versions of xterm put modifiers in between: ESC O 5 C.
    let isParameter = (0x30..<0x3A).contains(byte) || byte == 0x3B
    if isParameter && sequence.bytes.count < Self.sequenceLimit { return }
    let finished = sequence
    reset()
    if byte < 0x20 || byte >= 0x7F {
      consumeGround(byte, into: &events)
    } else if let key = KeySequences.singleShift(final: byte) {
      events.append(finished.event(of: key))
    }
  }

  private mutating func consumeControlSequence(_ byte: UInt8, at now: Duration, into events: inout [InputEvent]) {
    if byte < 0x20 || byte >= 0x7F {
      reset()
      // CAN and SUB cancel a sequence (ECMA-48, 8.3.6 and 8.3.148); any other control is separate input.
      if byte != 0x18 && byte != 0x1A { consumeGround(byte, into: &events) }
      return
    }
    sequence.bytes.append(byte)
    if consumeKnownKey(into: &events) { return }
    if sequence.bytes.count == 3 && byte == UInt8(ascii: "[") {
      state = .linuxFunction
    } else if sequence.bytes.count == 3 && byte == UInt8(ascii: "M") {
      state = .mouse
    } else if byte >= 0x40 || byte == UInt8(ascii: "$") && KeySequences.isShiftedKey(sequence.bytes[2...]) {
      let finished = ControlSequence(sequence.bytes[2...])
      let escapes = Array(repeating: InputEvent.key(.escape), count: sequence.escapesBefore)
      reset()
      if finished.isPasteStart {
        events += escapes
        state = .dropping(DroppedInput(pasteAt: now))
      } else if let event = finished.event(mouse: &mouse) {
        if case .key(let key, _) = event, let signal = signalKeys.first(where: { Key(ascii: $0.key) == key })?.value {
          return events.append(.signal(signal))
        }
        if case .key = event {} else { events += escapes }
        events.append(escapes.isEmpty ? event : event.withAlt)
      }
    } else if sequence.bytes.count >= Self.sequenceLimit {
      reset()
      state = .overlong
    }
  }

  private mutating func consumeString(
    _ byte: UInt8, _ string: ControlStringAssembler, into events: inout [InputEvent]
  ) {
    var string = string
    switch string.consume(byte, mouse: &mouse) {
    case .more: state = .string(string)
    case .noString:
      reset()
      consumeGround(byte, into: &events)
    case .finished(let reply):
      events += Array(repeating: .key(.escape), count: sequence.escapesBefore)
      if let reply { events.append(.reply(reply)) }
      reset()
    }
  }

  /// Appends terminfo's key for the sequence, unless it begins a longer one; returns whether a key was appended.
  private mutating func consumeKnownKey(into events: inout [InputEvent]) -> Bool {
    guard let key = keys[sequence.bytes] else { return false }
    events.append(sequence.event(of: key))
    reset()
    return true
  }
}

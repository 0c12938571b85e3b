/// Input that is no keys: a bracketed paste, whose text is passed on as a whole, or the rest of a sequence that timed out,
/// which is dropped.
///
/// The end of a paste may be late, and it may be lost. Late text must not act as keys, and a lost end must not lock the
/// keyboard. So everything is dropped while text keeps arriving; after a pause, one key that arrives alone, with
/// silence before and after it, is the user's, and anything else is more text.
struct DroppedInput: Sendable {
  /// What is being dropped.
  enum Content: Sendable {
    /// The text of a paste, up to ESC [ 201 ~.
    case paste
    /// The rest of any other sequence, whose end has no common form.
    case sequence

    /// How long everything is dropped after the last text.
    var timeout: Duration {
      switch self {
      case .paste: .seconds(2)
      case .sequence: DroppedInput.quiet
      }
    }

    /// How long text may be overdue before all input is trusted again.
    var limit: Duration {
      switch self {
      case .paste: .seconds(30)
      case .sequence: .seconds(5)
      }
    }
  }

  /// The progress; arrows show the next states. The end of the paste ends all of them.
  private enum State: Sendable {
    /// Text is arriving: everything is dropped until the time. → `overdue`.
    case arriving(until: Duration)
    /// Text has paused. After the time, all input is trusted. → `possibleKey`, `arriving`.
    case overdue(until: Duration)
    /// These bytes came after a pause. If no others follow until `due`, they may be a key. → `overdue`, `arriving`.
    case possibleKey([UInt8], due: Duration, until: Duration)
  }

  /// How long the line must be silent after a key that arrives alone.
  static let quiet: Duration = .milliseconds(100)
  /// The maximum size in bytes of input that may be a key, or the repetitions of a key that is held down.
  static let keyLimit = 64

  /// The maximum size in bytes of a pasted text.
  static let textLimit = 1 << 16

  private let content: Content
  /// The text of a paste so far; nil if its beginning or end is unknown, or if it is too long.
  private var pasted: [UInt8]?
  private var state: State
  private var end = SequenceMatcher("\u{1B}[201~")
  private var receipt = SequenceMatcher("\u{1B}[0n")

  /// A paste whose text begins to arrive.
  init(pasteAt now: Duration) {
    content = .paste
    pasted = []
    state = .arriving(until: now + content.timeout)
  }

  /// The rest of a sequence that timed out.
  init(rest content: Content, at now: Duration) {
    self.content = content
    state = .overdue(until: now + content.limit)
  }

  /// When `timeOut` should be called; nil if nothing is awaited.
  var due: Duration? {
    switch state {
    case .arriving(let until): until
    case .possibleKey(_, let due, _): due
    case .overdue: nil
    }
  }

  /// Drops bytes that arrive together; returns those that follow the end of what is dropped, nil if it has not ended.
  ///
  /// Receipts of frames, which a terminal sends at any time, are no text: they are decoded.
  ///
  /// - Parameter decoder: a decoder that has consumed nothing, to judge whether the bytes are a key.
  mutating func consume(
    _ bytes: ArraySlice<UInt8>, at now: Duration, decoder: InputDecoder, into events: inout [InputEvent]
  ) -> ArraySlice<UInt8>? {
    if case .overdue(let until) = state, until <= now { return bytes }
    var text: [UInt8] = []
    for (index, byte) in zip(bytes.indices, bytes) {
      text.append(byte)
      if (pasted?.count ?? 0) < Self.textLimit { pasted?.append(byte) } else { pasted = nil }
      if end.isReached(by: byte) {
        events.append(.pasted(pasted?.dropLast(end.count)))
        return bytes[(index + 1)...]
      }
      if receipt.isReached(by: byte) {
        text.removeLast(min(receipt.count, text.count))
        pasted?.removeLast(receipt.count)
        events.append(.reply(.ready))
      }
    }
    guard !text.isEmpty else { return nil }
    switch state {
    case .arriving:
      // A key does not prolong the wait: a user who presses keys every second is heard after a lost end.
      if Self.key(in: text, decoder) == nil { state = .arriving(until: now + content.timeout) }
    case .overdue(let until): hold(text, at: now, escapeDelay: decoder.escapeDelay, until: until)
    case .possibleKey(let earlier, _, let until):
      hold(earlier + text, at: now, escapeDelay: decoder.escapeDelay, until: until)
    }
    return nil
  }

  private mutating func hold(_ bytes: [UInt8], at now: Duration, escapeDelay: Duration, until: Duration) {
    guard bytes.count <= Self.keyLimit else { return state = .arriving(until: now + content.timeout) }
    let delay = bytes.last == 0x1B ? max(Self.quiet, escapeDelay) : Self.quiet
    state = .possibleKey(bytes, due: now + delay, until: until)
  }

  /// Handles the silence until `due`.
  ///
  /// - Parameter decoder: a decoder that has consumed nothing.
  mutating func timeOut(at now: Duration, decoder: InputDecoder) -> [InputEvent] {
    switch state {
    case .overdue: return []
    case .arriving:
      state = .overdue(until: now + content.limit)
      pasted = nil
      return content == .paste ? [.pasted(nil)] : []
    case .possibleKey(let bytes, _, let until):
      guard let events = Self.key(in: bytes, decoder) else {
        state = .arriving(until: now + content.timeout)
        return []
      }
      state = .overdue(until: until)
      return events
    }
  }

  /// The events of bytes that are one key or report, or several equal ones, as when a key is held down; nil for others.
  private static func key(in bytes: [UInt8], _ decoder: InputDecoder) -> [InputEvent]? {
    // The limit also bounds the recursion, since the bytes may begin another paste.
    guard bytes.count <= keyLimit else { return nil }
    var decoder = decoder
    let all = decoder.feed(bytes, at: .zero) + decoder.timeOut(at: decoder.escapeDelay)
    // Where releases are reported, each key has one.
    let events = all.filter { $0 != .keyReleased }
    guard decoder.due == nil, !all.isEmpty, events.allSatisfy({ $0 == events[0] }) else { return nil }
    return events
  }
}

/// Finds a control sequence in text that arrives in any pieces.
struct SequenceMatcher: Sendable {
  private let bytes: [UInt8]
  /// The number of bytes matched so far.
  private var matched = 0

  /// A matcher for a sequence whose only ESC is its first byte.
  init(_ sequence: String) { bytes = Array(sequence.utf8) }

  /// The length of the sequence in bytes.
  var count: Int { bytes.count }

  /// Consumes the text's next byte; returns whether it completes the sequence.
  mutating func isReached(by byte: UInt8) -> Bool {
    matched = byte == bytes[matched] ? matched + 1 : byte == bytes[0] ? 1 : 0
    guard matched == bytes.count else { return false }
    matched = 0
    return true
  }
}

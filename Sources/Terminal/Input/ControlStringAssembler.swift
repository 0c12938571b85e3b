/// Assembles a control string from its bytes after the introducer.
///
/// Any byte may be in it: mlterm 3.9.0 sends uninitialized memory within its answers. So only the terminator, or another
/// reply, which shows that the end was lost, ends it.
struct ControlStringAssembler: Sendable {
  /// The effect of a byte.
  enum Step {
    case more
    /// The string has ended; nil if it was too long.
    case finished(TerminalReply?)
    /// There is no string, and the byte is other input: the introducer was Alt with a key.
    case noString
  }

  /// The length in bytes beyond which a string is dropped up to its end.
  static let limit = 8192

  private var kind: ControlString.Kind
  private var content: [UInt8] = []
  /// The control sequence or the terminator that has begun within the string, from its ESC; empty if there is none.
  private var nested: [UInt8] = []

  init(_ kind: ControlString.Kind) { self.kind = kind }

  var isEmpty: Bool { content.isEmpty && nested.isEmpty }

  mutating func consume(_ byte: UInt8, mouse: inout MouseDecoder) -> Step {
    if byte == 0x07, kind == .operatingSystemCommand { return .finished(reply) }
    if isEmpty, byte < 0x20, byte != 0x1B { return .noString }
    if byte == 0x1B {
      nested = [byte]
    } else if !nested.isEmpty {
      return consumeNested(byte, mouse: &mouse)
    } else if content.count <= Self.limit {
      content.append(byte)
    }
    return .more
  }

  private mutating func consumeNested(_ byte: UInt8, mouse: inout MouseDecoder) -> Step {
    nested.append(byte)
    switch nested.count {
    case 2 where byte == UInt8(ascii: "\\"): return .finished(reply)
    case 2 where byte == UInt8(ascii: "["): break
    case 2:
      nested = []
      if let next = ControlString.Kind(rawValue: byte) { self = Self(next) }
    case ...InputDecoder.sequenceLimit where (0x20..<0x40).contains(byte): break
    default:
      if case .reply(let reply)? = ControlSequence(nested[2...]).event(mouse: &mouse), reply != .other {
        return .finished(reply)
      }
      nested = []
    }
    return .more
  }

  private var reply: TerminalReply? {
    content.count <= Self.limit ? ControlString(kind: kind, content: content[...]).reply : nil
  }
}

/// Parses bytes into text and control functions, after ECMA-48 and DEC's state diagram. An ESC within a sequence is a
/// fault, as kitty takes it for the sequence's end; as there, NUL cancels the sequence.
struct ControlParser {
  /// A control sequence: `CSI` marker parameters intermediates final.
  struct Sequence: Equatable {
    /// The private marker `?`, `>`, `=` or `<` right after CSI, or empty if there is none.
    var marker = ""
    /// The parameters, nil where one is omitted. Subparameters, which follow colons, count as parameters.
    var parameters: [Int?] = []
    var intermediates = ""
    var final: Character = "@"

    /// Returns a parameter by its index from 0, or a default if it is omitted or 0.
    func parameter(_ index: Int, else fallback: Int = 1) -> Int {
      guard index < parameters.count, let value = parameters[index], value != 0 else { return fallback }
      return value
    }
  }

  /// The result of parsing one or more bytes.
  enum Control: Equatable {
    case print(Unicode.Scalar)
    case control(UInt8)
    case escape(intermediates: String, final: Character)
    case sequence(Sequence)
    /// The text of an operating system command or a device control string.
    case command(String)
    case fault(String)
  }

  private enum State {
    case text
    case escape(intermediates: String)
    case sequence([UInt8])
    /// A string until BEL or ST, and whether an ESC has arrived, which may begin ST.
    case string([UInt8], isEnding: Bool)
  }

  private var state = State.text
  private var scalar: [UInt8] = []

  /// Consumes one byte; returns nil if more are needed.
  mutating func take(_ byte: UInt8) -> Control? {
    switch state {
    case .text: return takeText(byte)
    case .escape(let intermediates): return takeEscape(byte, intermediates)
    case .sequence(let bytes): return takeSequence(byte, bytes)
    case .string(let bytes, let isEnding): return takeString(byte, bytes, isEnding)
    }
  }

  private mutating func takeText(_ byte: UInt8) -> Control? {
    if !scalar.isEmpty || byte >= 0x80 { return takeUTF8(byte) }
    if byte == 0x1B {
      state = .escape(intermediates: "")
      return nil
    }
    if byte < 0x20 || byte == 0x7F { return .control(byte) }
    return .print(Unicode.Scalar(byte))
  }

  private mutating func takeUTF8(_ byte: UInt8) -> Control? {
    guard scalar.isEmpty || byte & 0xC0 == 0x80 else {
      scalar = []
      if byte == 0 { return .print("\u{FFFD}") }
      _ = takeText(byte)
      return .fault("broken UTF-8")
    }
    scalar.append(byte)
    let length = scalar[0] >= 0xF0 ? 4 : scalar[0] >= 0xE0 ? 3 : 2
    guard scalar.count == length else { return nil }
    defer { scalar = [] }
    guard let text = String(validating: scalar, as: UTF8.self), let decoded = text.unicodeScalars.first else {
      return .fault("not UTF-8: \(scalar)")
    }
    // The control characters of ISO 6429's second set (C1) are commands to some terminals.
    if decoded.value < 0xA0 { return .fault("control U+00\(String(decoded.value, radix: 16))") }
    return .print(decoded)
  }

  private mutating func takeEscape(_ byte: UInt8, _ intermediates: String) -> Control? {
    state = .text
    switch byte {
    case 0x00: break
    case 0x5B where intermediates.isEmpty: state = .sequence([])
    case 0x5D, 0x50, 0x5F, 0x5E, 0x58: state = .string([], isEnding: false)
    case 0x20...0x2F: state = .escape(intermediates: intermediates + String(Unicode.Scalar(byte)))
    case 0x30...0x7E: return .escape(intermediates: intermediates, final: Character(Unicode.Scalar(byte)))
    default: return .fault("escape, then \(byte)")
    }
    return nil
  }

  private mutating func takeSequence(_ byte: UInt8, _ bytes: [UInt8]) -> Control? {
    switch byte {
    case 0x00:
      state = .text
      return nil
    case 0x20...0x3F:
      state = .sequence(bytes + [byte])
      return nil
    case 0x40...0x7E:
      state = .text
      return .sequence(Self.sequence(bytes, final: byte))
    default:
      state = .text
      return .fault("sequence broken by \(byte)")
    }
  }

  private static func sequence(_ bytes: [UInt8], final: UInt8) -> Sequence {
    var sequence = Sequence(final: Character(Unicode.Scalar(final)))
    var rest = bytes[...]
    if let first = rest.first, (0x3C...0x3F).contains(first) {
      sequence.marker = String(Unicode.Scalar(first))
      rest.removeFirst()
    }
    let parameters = rest.prefix { (0x30...0x3B).contains($0) }
    sequence.intermediates = String(decoding: rest.dropFirst(parameters.count), as: UTF8.self)
    sequence.parameters = parameters.split(omittingEmptySubsequences: false, whereSeparator: { $0 >= 0x3A }).map {
      Int(String(decoding: $0, as: UTF8.self))
    }
    return sequence
  }

  private mutating func takeString(_ byte: UInt8, _ bytes: [UInt8], _ isEnding: Bool) -> Control? {
    let text = String(decoding: bytes, as: UTF8.self)
    if byte == 0x07 || isEnding && byte == 0x5C {
      state = .text
      return .command(text)
    }
    if isEnding && byte != 0 {
      state = .text
      return .fault("string broken by escape")
    }
    state = .string(byte == 0x1B ? bytes : bytes + [byte], isEnding: byte == 0x1B)
    return nil
  }
}

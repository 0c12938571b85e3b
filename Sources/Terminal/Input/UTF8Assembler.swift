/// Assembles one character from its bytes (Unicode 15, table 3-7: no overlong forms, no surrogates).
struct UTF8Assembler: Sendable {
  /// The result of consuming a byte.
  enum Step: Equatable {
    case more
    case scalar(Unicode.Scalar)
    /// The byte does not continue the character, which is dropped. It may begin another.
    case invalid
  }

  private var value: UInt32
  private var remaining: Int
  /// The valid range of the next byte; for the second one it excludes overlong forms, surrogates and code points above
  /// U+10FFFF.
  private var allowed: ClosedRange<UInt8>

  /// Begins with the first of two to four bytes; nil if no multi-byte character begins with it.
  init?(lead: UInt8) {
    switch lead {
    case 0xC2...0xDF: (value, remaining) = (UInt32(lead & 0x1F), 1)
    case 0xE0...0xEF: (value, remaining) = (UInt32(lead & 0x0F), 2)
    case 0xF0...0xF4: (value, remaining) = (UInt32(lead & 0x07), 3)
    default: return nil
    }
    switch lead {
    case 0xE0: allowed = 0xA0...0xBF
    case 0xED: allowed = 0x80...0x9F
    case 0xF0: allowed = 0x90...0xBF
    case 0xF4: allowed = 0x80...0x8F
    default: allowed = 0x80...0xBF
    }
  }

  mutating func consume(_ byte: UInt8) -> Step {
    guard allowed.contains(byte) else { return .invalid }
    allowed = 0x80...0xBF
    value = value << 6 | UInt32(byte & 0x3F)
    remaining -= 1
    if remaining > 0 { return .more }
    return Unicode.Scalar(value).map { .scalar($0) } ?? .invalid
  }
}

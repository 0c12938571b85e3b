/// A text that is valid JSON (RFC 8259), of which values are read where they stand: a deck of a hundred thousand slides takes no more
/// memory than its file.
///
/// The text may be hostile: values may be nested up to `maximumDepth`, and reading takes time in proportion to its length.
struct JSONText: Sendable {
  /// The maximum depth of nested arrays and objects.
  static let maximumDepth = 512

  private let bytes: [UInt8]
  /// The position of the value.
  let start: Int

  /// A text with a single value, in UTF-8, with or without a byte order mark; nil if it is not valid. Strings that are not Unicode are
  /// found when they are read.
  init?(_ bytes: [UInt8]) {
    self.bytes = bytes
    let first = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
    start = JSONText.afterSpace(in: bytes, at: first)
    guard let end = JSONText.end(in: bytes, at: start, depth: 0),
      JSONText.afterSpace(in: bytes, at: end) == bytes.count
    else { return nil }
  }

  // MARK: - Reading values. Their positions are those of valid values.

  /// The kind of a value, by its first byte.
  enum Kind { case object, array, string, number, `true`, `false`, null }

  /// The kind of the value at a position.
  func kind(at position: Int) -> Kind {
    switch bytes[position] {
    case UInt8(ascii: "{"): .object
    case UInt8(ascii: "["): .array
    case UInt8(ascii: "\""): .string
    case UInt8(ascii: "t"): .true
    case UInt8(ascii: "f"): .false
    case UInt8(ascii: "n"): .null
    default: .number
    }
  }

  /// The position of the first element of an array or of the first key of an object; nil if it is empty.
  func firstElement(at position: Int) -> Int? {
    let next = JSONText.afterSpace(in: bytes, at: position + 1)
    return bytes[next] == UInt8(ascii: "]") || bytes[next] == UInt8(ascii: "}") ? nil : next
  }

  /// The position of the element after one; nil after the last.
  func element(after position: Int) -> Int? {
    let end = JSONText.afterSpace(in: bytes, at: self.end(at: position))
    return bytes[end] == UInt8(ascii: ",") ? JSONText.afterSpace(in: bytes, at: end + 1) : nil
  }

  /// The position of the value of a key.
  func value(ofKeyAt position: Int) -> Int {
    let colon = JSONText.afterSpace(in: bytes, at: end(at: position))
    return JSONText.afterSpace(in: bytes, at: colon + 1)
  }

  /// The text of a number.
  func number(at position: Int) -> String { String(decoding: bytes[position..<end(at: position)], as: UTF8.self) }

  /// A string; nil if it is not Unicode.
  func string(at position: Int) -> String? {
    let inner = bytes[position + 1..<end(at: position) - 1]
    guard inner.contains(UInt8(ascii: "\\")) else { return String(validating: inner, as: UTF8.self) }
    var text: [UInt8] = []
    var rest = inner
    while let byte = rest.popFirst() {
      guard byte == UInt8(ascii: "\\"), let escape = rest.popFirst() else {
        text.append(byte)
        continue
      }
      switch escape {
      case UInt8(ascii: "b"): text.append(0x08)
      case UInt8(ascii: "f"): text.append(0x0C)
      case UInt8(ascii: "n"): text.append(0x0A)
      case UInt8(ascii: "r"): text.append(0x0D)
      case UInt8(ascii: "t"): text.append(0x09)
      case UInt8(ascii: "u"):
        guard let scalar = JSONText.scalar(&rest) else { return nil }
        text += Array(String(scalar).utf8)
      default: text.append(escape)
      }
    }
    return String(validating: text, as: UTF8.self)
  }

  private func end(at position: Int) -> Int {
    guard let end = JSONText.end(in: bytes, at: position, depth: 0) else { preconditionFailure("values are valid") }
    return end
  }

  // MARK: - Scanning

  private static func afterSpace(in bytes: [UInt8], at position: Int) -> Int {
    var position = position
    while position < bytes.count, isSpace(bytes[position]) { position += 1 }
    return position
  }

  private static func isSpace(_ byte: UInt8) -> Bool {
    switch byte {
    case 0x20, 0x0A, 0x0D, 0x09: true
    default: false
    }
  }

  /// The end of the value at a position; nil if it is not valid.
  private static func end(in bytes: [UInt8], at position: Int, depth: Int) -> Int? {
    guard position < bytes.count else { return nil }
    switch bytes[position] {
    case UInt8(ascii: "\""): return endOfString(in: bytes, at: position)
    case UInt8(ascii: "{"): return endOfContainer(in: bytes, at: position, closing: UInt8(ascii: "}"), depth: depth + 1)
    case UInt8(ascii: "["): return endOfContainer(in: bytes, at: position, closing: UInt8(ascii: "]"), depth: depth + 1)
    case UInt8(ascii: "t"): return endOfWord("true", in: bytes, at: position)
    case UInt8(ascii: "f"): return endOfWord("false", in: bytes, at: position)
    case UInt8(ascii: "n"): return endOfWord("null", in: bytes, at: position)
    default: return endOfNumber(in: bytes, at: position)
    }
  }

  private static func endOfContainer(in bytes: [UInt8], at start: Int, closing: UInt8, depth: Int) -> Int? {
    guard depth <= maximumDepth else { return nil }
    var position = afterSpace(in: bytes, at: start + 1)
    if position < bytes.count, bytes[position] == closing { return position + 1 }
    while true {
      if closing == UInt8(ascii: "}") {
        guard position < bytes.count, bytes[position] == UInt8(ascii: "\""),
          let end = endOfString(in: bytes, at: position)
        else { return nil }
        position = afterSpace(in: bytes, at: end)
        guard position < bytes.count, bytes[position] == UInt8(ascii: ":") else { return nil }
        position = afterSpace(in: bytes, at: position + 1)
      }
      guard let end = end(in: bytes, at: position, depth: depth) else { return nil }
      position = afterSpace(in: bytes, at: end)
      guard position < bytes.count else { return nil }
      if bytes[position] == closing { return position + 1 }
      guard bytes[position] == UInt8(ascii: ",") else { return nil }
      position = afterSpace(in: bytes, at: position + 1)
    }
  }

  private static func endOfString(in bytes: [UInt8], at start: Int) -> Int? {
    var rest = bytes[(start + 1)...]
    while let byte = rest.popFirst() {
      switch byte {
      case UInt8(ascii: "\""): return rest.startIndex
      case 0..<0x20: return nil
      case UInt8(ascii: "\\"):
        switch rest.popFirst() {
        case UInt8(ascii: "u"): if unit(&rest) == nil { return nil }
        case let escape?: if !"\"\\/bfnrt".utf8.contains(escape) { return nil }
        case nil: return nil
        }
      default: break
      }
    }
    return nil
  }

  /// Reads the digits after `\u`, and the second half of a pair of surrogates; nil if they are not a scalar value.
  private static func scalar(_ rest: inout ArraySlice<UInt8>) -> Unicode.Scalar? {
    guard let first = unit(&rest) else { return nil }
    guard 0xD800..<0xE000 ~= first else { return Unicode.Scalar(first) }
    guard first < 0xDC00, rest.popFirst() == UInt8(ascii: "\\"), rest.popFirst() == UInt8(ascii: "u"),
      let second = unit(&rest), 0xDC00..<0xE000 ~= second
    else { return nil }
    return Unicode.Scalar(0x10000 + (first - 0xD800) << 10 + (second - 0xDC00))
  }

  private static func unit(_ rest: inout ArraySlice<UInt8>) -> UInt32? {
    var unit: UInt32 = 0
    for _ in 0..<4 {
      guard let byte = rest.popFirst() else { return nil }
      switch byte {
      case UInt8(ascii: "0")...UInt8(ascii: "9"): unit = unit << 4 | UInt32(byte - UInt8(ascii: "0"))
      case UInt8(ascii: "a")...UInt8(ascii: "f"): unit = unit << 4 | UInt32(byte - UInt8(ascii: "a") + 10)
      case UInt8(ascii: "A")...UInt8(ascii: "F"): unit = unit << 4 | UInt32(byte - UInt8(ascii: "A") + 10)
      default: return nil
      }
    }
    return unit
  }

  private static func endOfWord(_ word: StaticString, in bytes: [UInt8], at position: Int) -> Int? {
    let word = Array(word.description.utf8)
    return bytes[position...].starts(with: word) ? position + word.count : nil
  }

  private static func endOfNumber(in bytes: [UInt8], at start: Int) -> Int? {
    var rest = bytes[start...]
    func isDigit(_ byte: UInt8?) -> Bool { byte.map { UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 } ?? false }
    func popDigits() -> Bool {
      guard isDigit(rest.first) else { return false }
      while isDigit(rest.first) { rest.removeFirst() }
      return true
    }
    if rest.first == UInt8(ascii: "-") { rest.removeFirst() }
    if rest.first == UInt8(ascii: "0") { rest.removeFirst() } else if !popDigits() { return nil }
    if rest.first == UInt8(ascii: ".") {
      rest.removeFirst()
      if !popDigits() { return nil }
    }
    if rest.first == UInt8(ascii: "e") || rest.first == UInt8(ascii: "E") {
      rest.removeFirst()
      if rest.first == UInt8(ascii: "+") || rest.first == UInt8(ascii: "-") { rest.removeFirst() }
      if !popDigits() { return nil }
    }
    return rest.startIndex
  }
}

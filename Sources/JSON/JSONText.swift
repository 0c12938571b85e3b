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
  /// Whether the last of several values with one key counts; otherwise an object that has them is an error.
  let allowsRepeatedKeys: Bool

  /// A text with a single value, in UTF-8, with or without a byte order mark. Strings that are not Unicode are found when they are read.
  ///
  /// - Throws: `InvalidJSON`.
  init(_ bytes: [UInt8], allowsRepeatedKeys: Bool = true) throws(InvalidJSON) {
    (self.bytes, self.allowsRepeatedKeys) = (bytes, allowsRepeatedKeys)
    let first = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
    start = JSONText.afterSpace(in: bytes, at: first)
    let rest = JSONText.afterSpace(in: bytes, at: try JSONText.end(in: bytes, at: start, depth: 0))
    if rest < bytes.count { throw InvalidJSON(position: rest) }
  }

  // MARK: - Reading values. Their positions are those of valid values.

  /// The kind of a value, by its first byte.
  enum Kind { case object, array, string, number, `true`, `false`, null }

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

  func value(ofKeyAt position: Int) -> Int {
    let colon = JSONText.afterSpace(in: bytes, at: end(at: position))
    return JSONText.afterSpace(in: bytes, at: colon + 1)
  }

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
    guard let end = try? JSONText.end(in: bytes, at: position, depth: 0) else {
      preconditionFailure("values are valid")
    }
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

  /// The end of the value at a position.
  private static func end(in bytes: [UInt8], at position: Int, depth: Int) throws(InvalidJSON) -> Int {
    guard position < bytes.count else { throw InvalidJSON(position: position) }
    switch bytes[position] {
    case UInt8(ascii: "\""): return try endOfString(in: bytes, at: position)
    case UInt8(ascii: "{"):
      return try endOfContainer(in: bytes, at: position, closing: UInt8(ascii: "}"), depth: depth + 1)
    case UInt8(ascii: "["):
      return try endOfContainer(in: bytes, at: position, closing: UInt8(ascii: "]"), depth: depth + 1)
    case UInt8(ascii: "t"): return try endOfWord("true", in: bytes, at: position)
    case UInt8(ascii: "f"): return try endOfWord("false", in: bytes, at: position)
    case UInt8(ascii: "n"): return try endOfWord("null", in: bytes, at: position)
    default: return try endOfNumber(in: bytes, at: position)
    }
  }

  private static func endOfContainer(in bytes: [UInt8], at start: Int, closing: UInt8, depth: Int) throws(InvalidJSON)
    -> Int
  {
    guard depth <= maximumDepth else { throw InvalidJSON(position: start) }
    var position = afterSpace(in: bytes, at: start + 1)
    if position < bytes.count, bytes[position] == closing { return position + 1 }
    while true {
      if closing == UInt8(ascii: "}") {
        guard position < bytes.count, bytes[position] == UInt8(ascii: "\"") else {
          throw InvalidJSON(position: position)
        }
        position = afterSpace(in: bytes, at: try endOfString(in: bytes, at: position))
        guard position < bytes.count, bytes[position] == UInt8(ascii: ":") else {
          throw InvalidJSON(position: position)
        }
        position = afterSpace(in: bytes, at: position + 1)
      }
      position = afterSpace(in: bytes, at: try end(in: bytes, at: position, depth: depth))
      guard position < bytes.count else { throw InvalidJSON(position: position) }
      if bytes[position] == closing { return position + 1 }
      guard bytes[position] == UInt8(ascii: ",") else { throw InvalidJSON(position: position) }
      position = afterSpace(in: bytes, at: position + 1)
    }
  }

  private static func endOfString(in bytes: [UInt8], at start: Int) throws(InvalidJSON) -> Int {
    var rest = bytes[(start + 1)...]
    while let byte = rest.popFirst() {
      switch byte {
      case UInt8(ascii: "\""): return rest.startIndex
      case 0..<0x20: throw InvalidJSON(position: rest.startIndex - 1)
      case UInt8(ascii: "\\"):
        switch rest.popFirst() {
        case UInt8(ascii: "u"): if unit(&rest) == nil { throw InvalidJSON(position: rest.startIndex) }
        case let escape?:
          if !"\"\\/bfnrt".utf8.contains(escape) { throw InvalidJSON(position: rest.startIndex - 1) }
        case nil: break
        }
      default: break
      }
    }
    // The string does not end.
    throw InvalidJSON(position: start)
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

  private static func endOfWord(_ word: StaticString, in bytes: [UInt8], at position: Int) throws(InvalidJSON) -> Int {
    let word = Array(word.description.utf8)
    guard bytes[position...].starts(with: word) else { throw InvalidJSON(position: position) }
    return position + word.count
  }

  private static func endOfNumber(in bytes: [UInt8], at start: Int) throws(InvalidJSON) -> Int {
    var rest = bytes[start...]
    func isDigit(_ byte: UInt8?) -> Bool { byte.map { UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 } ?? false }
    func popDigits() throws(InvalidJSON) {
      guard isDigit(rest.first) else { throw InvalidJSON(position: rest.startIndex) }
      while isDigit(rest.first) { rest.removeFirst() }
    }
    if rest.first == UInt8(ascii: "-") { rest.removeFirst() }
    if rest.first == UInt8(ascii: "0") { rest.removeFirst() } else { try popDigits() }
    if rest.first == UInt8(ascii: ".") {
      rest.removeFirst()
      try popDigits()
    }
    if rest.first == UInt8(ascii: "e") || rest.first == UInt8(ascii: "E") {
      rest.removeFirst()
      if rest.first == UInt8(ascii: "+") || rest.first == UInt8(ascii: "-") { rest.removeFirst() }
      try popDigits()
    }
    return rest.startIndex
  }
}

/// A text is not valid JSON.
struct InvalidJSON: Error {
  /// Where it is not.
  let position: Int

  /// Its line and column.
  func place(in bytes: [UInt8]) -> TextPlace {
    var place = TextPlace()
    place.advance(to: position, in: bytes)
    return place
  }
}

/// A place in a text that is read from the beginning to the end.
package struct TextPlace {
  /// The line and the column, in characters, both from 1.
  package private(set) var line = 1
  package private(set) var column = 1
  private var offset = 0

  /// The beginning.
  package init() {}

  /// Goes on to an offset in bytes, unless that is behind.
  package mutating func advance(to next: Int, in text: [UInt8]) {
    for byte in text[offset..<max(offset, next)] {
      if byte == UInt8(ascii: "\n") {
        (line, column) = (line + 1, 1)
      } else if byte & 0xC0 != 0x80 {
        // The other bytes of UTF-8 continue a character.
        column += 1
      }
    }
    offset = max(offset, next)
  }
}

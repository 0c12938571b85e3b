/// A minimal XML parser that finds a document's root element and its attributes in the first bytes.
package enum Markup {
  /// An element's start tag.
  package struct Element {
    /// The name without the namespace prefix.
    package let localName: ArraySlice<UInt8>
    /// The raw values of the attributes by their qualified names; entities are not resolved.
    package let attributes: [String: String]
  }

  /// Whether the bytes begin like a document, of which they may be too few to have an element.
  package static func mayBegin(in bytes: [UInt8]) -> Bool {
    guard rootElement(of: bytes) == nil else { return false }
    var rest = fromUTF16(bytes) ?? bytes[...]
    if rest.starts(with: [0xEF, 0xBB, 0xBF]) { rest = rest.dropFirst(3) }
    rest = rest.drop(while: isSpace)
    return ["<!--", "<?xml", "<!DOCTYPE"].contains { rest.starts(with: $0.utf8) }
  }

  /// Returns the first element of a document in an ASCII-compatible encoding, or in UTF-16 with a byte order mark. Only
  /// an XML declaration, processing instructions, comments and a document type may precede it. Returns nil for anything
  /// else, and for an incomplete tag.
  package static func rootElement(of bytes: [UInt8]) -> Element? {
    var rest = fromUTF16(bytes) ?? bytes[...]
    if rest.starts(with: [0xEF, 0xBB, 0xBF]) { rest = rest.dropFirst(3) }
    while true {
      rest = rest.drop(while: isSpace)
      if rest.starts(with: "<!--".utf8) {
        guard let end = end(of: "-->", in: rest.dropFirst(4)) else { return nil }
        rest = rest[end...]
      } else if rest.starts(with: "<?".utf8) {
        guard let end = end(of: "?>", in: rest.dropFirst(2)) else { return nil }
        rest = rest[end...]
      } else if rest.starts(with: "<!DOCTYPE".utf8) {
        guard let end = endOfDocumentType(rest) else { return nil }
        rest = rest[end...]
      } else {
        return element(rest)
      }
    }
  }

  /// Converts UTF-16 to UTF-8; nil if no byte order mark declares UTF-16 (RFC 2781, 3.2).
  private static func fromUTF16(_ bytes: [UInt8]) -> ArraySlice<UInt8>? {
    let isBigEndian = bytes.starts(with: [0xFE, 0xFF])
    guard isBigEndian || bytes.starts(with: [0xFF, 0xFE]) else { return nil }
    let units = stride(from: 2, to: bytes.count - 1, by: 2).map { offset in
      let (first, second) = (UInt16(bytes[offset]), UInt16(bytes[offset + 1]))
      return isBigEndian ? first << 8 | second : second << 8 | first
    }
    return Array(String(decoding: units, as: UTF16.self).utf8)[...]
  }

  private static func element(_ bytes: ArraySlice<UInt8>) -> Element? {
    guard bytes.first == UInt8(ascii: "<") else { return nil }
    var rest = bytes.dropFirst()
    let name = rest.prefix(while: isName)
    guard !name.isEmpty else { return nil }
    rest = rest[name.endIndex...]
    let localName = name.lastIndex(of: UInt8(ascii: ":")).map { name[($0 + 1)...] } ?? name
    var attributes: [String: String] = [:]
    while true {
      rest = rest.drop(while: isSpace)
      guard let next = rest.first else { return nil }
      if next == UInt8(ascii: ">") || next == UInt8(ascii: "/") {
        return Element(localName: localName, attributes: attributes)
      }
      let key = rest.prefix(while: isName)
      guard !key.isEmpty else { return nil }
      rest = rest[key.endIndex...].drop(while: isSpace)
      guard rest.first == UInt8(ascii: "=") else { return nil }
      rest = rest.dropFirst().drop(while: isSpace)
      guard let quote = rest.first, quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'") else { return nil }
      let value = rest.dropFirst().prefix { $0 != quote }
      guard value.endIndex < rest.endIndex else { return nil }
      attributes[String(decoding: key, as: UTF8.self)] = String(decoding: value, as: UTF8.self)
      rest = rest[(value.endIndex + 1)...]
    }
  }

  /// Returns the end of a document type, which may contain declarations in brackets, and any characters in quotes.
  private static func endOfDocumentType(_ bytes: ArraySlice<UInt8>) -> Int? {
    var depth = 0
    var quote: UInt8?
    for offset in bytes.indices {
      let byte = bytes[offset]
      if let open = quote {
        if byte == open { quote = nil }
        continue
      }
      switch byte {
      case UInt8(ascii: "\""), UInt8(ascii: "'"): quote = byte
      case UInt8(ascii: "["): depth += 1
      case UInt8(ascii: "]"): depth -= 1
      case UInt8(ascii: ">") where depth <= 0: return offset + 1
      default: break
      }
    }
    return nil
  }

  private static func end(of mark: String, in bytes: ArraySlice<UInt8>) -> Int? {
    let length = mark.utf8.count
    guard bytes.count >= length else { return nil }
    for offset in bytes.startIndex...(bytes.endIndex - length)
    where bytes[offset..<offset + length].elementsEqual(mark.utf8) {
      return offset + length
    }
    return nil
  }

  private static func isSpace(_ byte: UInt8) -> Bool { byte == 0x20 || (0x09...0x0D).contains(byte) }

  private static func isName(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"):
      true
    case UInt8(ascii: ":"), UInt8(ascii: "_"), UInt8(ascii: "-"), UInt8(ascii: "."), 0x80...0xFF: true
    default: false
    }
  }
}

/// The character references of HTML and XML that listings use: the five of XML, and numbers.
enum CharacterReference {
  private static let named: [String: Unicode.Scalar] = [
    "amp": "&", "lt": "<", "gt": ">", "quot": "\"", "apos": "'",
  ]

  /// A text with its references decoded; others stay as they are.
  static func decoded(_ text: [UInt8]) -> [UInt8] {
    guard text.contains(UInt8(ascii: "&")) else { return text }
    var result: [UInt8] = []
    var rest = text[...]
    while let first = rest.popFirst() {
      if first == UInt8(ascii: "&"), let end = rest.prefix(12).firstIndex(of: UInt8(ascii: ";")),
        let scalar = scalar(String(decoding: rest[..<end], as: UTF8.self))
      {
        result += Array(String(Character(scalar)).utf8)
        rest = rest[(end + 1)...]
      } else {
        result.append(first)
      }
    }
    return result
  }

  private static func scalar(_ name: String) -> Unicode.Scalar? {
    if let scalar = named[name] { return scalar }
    guard name.hasPrefix("#") else { return nil }
    let digits = name.dropFirst()
    let value = digits.lowercased().hasPrefix("x") ? UInt32(digits.dropFirst(), radix: 16) : UInt32(digits)
    return value.flatMap { $0 == 0 ? nil : Unicode.Scalar($0) }
  }
}

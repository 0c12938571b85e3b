/// Percent-encoding (RFC 3986, section 2.1).
package enum PercentEncoding {
  private static let digits = Array("0123456789ABCDEF".utf8)

  /// A text with its bytes percent-encoded, except those for which a condition holds.
  package static func encoded(_ bytes: some Sequence<UInt8>, except isPlain: (UInt8) -> Bool) -> String {
    var encoded: [UInt8] = []
    for byte in bytes {
      if isPlain(byte) {
        encoded.append(byte)
      } else {
        encoded += [UInt8(ascii: "%"), digits[Int(byte >> 4)], digits[Int(byte & 15)]]
      }
    }
    return String(decoding: encoded, as: UTF8.self)
  }

  /// A text with its bytes percent-encoded, except ASCII letters, digits and some marks.
  package static func encoded(_ bytes: some Sequence<UInt8>, keeping marks: String) -> String {
    let marks = Array(marks.utf8)
    return encoded(bytes) { isAlphanumeric($0) || marks.contains($0) }
  }

  /// Bytes with their percent encoding decoded. A percent sign without two digits stays.
  package static func decoded(_ bytes: some Collection<UInt8>) -> [UInt8] {
    var result: [UInt8] = []
    var rest = bytes[...]
    while let first = rest.popFirst() {
      let digits = rest.prefix(2).compactMap { Character(Unicode.Scalar($0)).hexDigitValue }
      if first == UInt8(ascii: "%"), digits.count == 2 {
        result.append(UInt8(digits[0] << 4 | digits[1]))
        rest = rest.dropFirst(2)
      } else {
        result.append(first)
      }
    }
    return result
  }

  /// Whether a byte is an ASCII letter or digit.
  package static func isAlphanumeric(_ byte: UInt8) -> Bool {
    (0x30...0x39).contains(byte) || (0x61...0x7A).contains(byte | 0x20)
  }
}

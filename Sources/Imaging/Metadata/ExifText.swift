/// Decodes the texts in Exif, which are untrusted.
enum ExifText {
  /// The maximum number of characters of a text.
  private static let maximum = 1000

  /// Converts the day of an Exif date such as "2026:03:14 15:09:26" to the form "2026-03-14". Returns nil if it is not
  /// a date, such as the zeros of a camera whose clock was not set.
  static func day(_ bytes: [UInt8]) -> String? {
    // Some programs write "-", ".", or "/" between the numbers.
    guard bytes.count >= 10, !isDigit(bytes[4]), !isDigit(bytes[7]), let year = number(bytes[0..<4]),
      let month = number(bytes[5..<7]), let day = number(bytes[8..<10]), year > 0, 1...12 ~= month, 1...31 ~= day
    else { return nil }
    let parts = [bytes[0..<4], bytes[5..<7], bytes[8..<10]]
    return String(decoding: Array(parts.joined(separator: [45])), as: UTF8.self)
  }

  /// Converts the time of an Exif date such as "2026:03:14 15:09:26" to the form "15:09:26". Returns nil if the date is
  /// invalid, or it has no time.
  static func time(_ bytes: [UInt8]) -> String? {
    guard day(bytes) != nil, bytes.count >= 19, !isDigit(bytes[13]), !isDigit(bytes[16]),
      let hour = number(bytes[11..<13]), let minute = number(bytes[14..<16]), let second = number(bytes[17..<19]),
      hour < 24, minute < 60, second <= 60
    else { return nil }
    let parts = [bytes[11..<13], bytes[14..<16], bytes[17..<19]]
    return String(decoding: Array(parts.joined(separator: [58])), as: UTF8.self)
  }

  /// Decodes a text in ASCII or, as is common, UTF-8, up to its terminator and without surrounding white space. Invalid
  /// bytes become U+FFFD. Returns nil if the text is empty.
  static func text(_ bytes: [UInt8]) -> String? {
    trimmed(String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self))
  }

  /// Decodes a comment, whose first eight bytes name its character code (Exif 2.32, 4.6.5.B, tag UserComment). Returns
  /// nil if it is empty or in a code other than ASCII and Unicode.
  static func comment(_ bytes: [UInt8], isBigEndian: Bool) -> String? {
    let content = bytes.dropFirst(8)
    if bytes.starts(with: "ASCII".utf8) { return text(Array(content)) }
    guard bytes.starts(with: "UNICODE".utf8) else { return nil }
    let units = stride(from: content.startIndex, to: content.endIndex - 1, by: 2).map { index in
      let (first, second) = (UInt16(content[index]), UInt16(content[index + 1]))
      return isBigEndian ? first << 8 | second : second << 8 | first
    }
    return trimmed(String(decoding: units.prefix { $0 != 0 }, as: UTF16.self))
  }

  private static func trimmed(_ text: String) -> String? {
    let start = text.drop(while: \.isWhitespace).prefix(maximum)
    let end = start.lastIndex { !$0.isWhitespace }
    return end.map { String(start[...$0]) }
  }

  private static func isDigit(_ byte: UInt8) -> Bool { 48...57 ~= byte }

  /// Parses a decimal number; nil if there are bytes other than digits.
  private static func number(_ digits: ArraySlice<UInt8>) -> Int? {
    digits.allSatisfy(isDigit) ? digits.reduce(0) { $0 * 10 + Int($1 - 48) } : nil
  }
}

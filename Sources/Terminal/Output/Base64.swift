/// Base64 (RFC 4648, section 4).
enum Base64 {
  private static let digits = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)

  /// Decodes text with or without padding; nil if it is invalid.
  static func decoded(_ text: ArraySlice<UInt8>) -> [UInt8]? {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(text.count * 3 / 4)
    var (bits, count): (UInt32, Int) = (0, 0)
    for digit in text.prefix(while: { $0 != UInt8(ascii: "=") }) {
      guard let value = values[Int(digit)] else { return nil }
      bits = bits << 6 | UInt32(value)
      count += 6
      if count >= 8 {
        count -= 8
        bytes.append(UInt8(truncatingIfNeeded: bits >> UInt32(count)))
      }
    }
    return text.drop { $0 != UInt8(ascii: "=") }.allSatisfy { $0 == UInt8(ascii: "=") } ? bytes : nil
  }

  /// The value of each digit.
  private static let values: [UInt8?] = {
    var values: [UInt8?] = Array(repeating: nil, count: 256)
    for (value, digit) in digits.enumerated() { values[Int(digit)] = UInt8(value) }
    return values
  }()

  /// Encodes bytes, with padding.
  static func encoded(_ bytes: some Collection<UInt8>) -> [UInt8] {
    var text: [UInt8] = []
    let groups = (bytes.count + 2) / 3
    text.reserveCapacity(groups * 4)
    var (bits, count): (UInt32, Int) = (0, 0)
    for byte in bytes {
      bits = bits << 8 | UInt32(byte)
      count += 1
      if count < 3 { continue }
      for shift in [18, 12, 6, 0] as [UInt32] { text.append(digits[Int(bits >> shift & 63)]) }
      (bits, count) = (0, 0)
    }
    if count > 0 {
      bits <<= UInt32(8 * (3 - count))
      for shift in [18, 12, 6].prefix(count + 1) as ArraySlice<UInt32> { text.append(digits[Int(bits >> shift & 63)]) }
      for _ in count..<3 { text.append(UInt8(ascii: "=")) }
    }
    return text
  }
}

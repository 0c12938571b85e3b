/// Base64 (RFC 4648, section 4).
enum Base64 {
  private static let digits = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)

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

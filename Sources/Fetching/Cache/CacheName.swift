import CMd

/// The names of the cache's files. Other files in the folder are ignored.
enum CacheName: Hashable {
  /// An entry: `KEY.json`. It names its body; bodies that no entry names are ignored.
  case entry(key: String)
  /// A complete body: `KEY.NUMBER.body`.
  case body(key: String, number: String)
  /// A file being written, or one that is not kept: `KEY.NUMBER.part`. The writer holds a lock on it.
  case part(key: String, number: String)

  /// The key of a URL: the SHA-256 of its bytes, in hexadecimal digits.
  static func key(of url: String) -> String {
    var url = url
    return url.withUTF8 { bytes in
      var context = SHA2_CTX()
      unsafe SHA256Init(&context)
      unsafe SHA256Update(&context, bytes.baseAddress, bytes.count)
      var digest = [UInt8](repeating: 0, count: Int(SHA256_DIGEST_LENGTH))
      unsafe SHA256Final(&digest, &context)
      return hexadecimal(digest)
    }
  }

  /// A random number for a body, 64 bits in hexadecimal digits, so that no two files have the same.
  static func newNumber() -> String {
    let number = UInt64.random(in: .min ... .max)
    return hexadecimal((0..<8).map { UInt8(truncatingIfNeeded: number >> (8 * $0)) })
  }

  /// Parses a file's name; nil if it is not one of the cache's.
  init?(_ name: some StringProtocol) {
    let parts = name.split(separator: ".", omittingEmptySubsequences: false)
    guard let key = parts.first, Self.isHexadecimal(key, count: 64) else { return nil }
    let hasNumber = parts.count == 3 && Self.isHexadecimal(parts[1], count: 16)
    switch (parts.count, parts.last) {
    case (2, "json"): self = .entry(key: String(key))
    case (3, "body") where hasNumber: self = .body(key: String(key), number: String(parts[1]))
    case (3, "part") where hasNumber: self = .part(key: String(key), number: String(parts[1]))
    default: return nil
    }
  }

  /// The file's name.
  var text: String {
    switch self {
    case .entry(let key): "\(key).json"
    case .body(let key, let number): "\(key).\(number).body"
    case .part(let key, let number): "\(key).\(number).part"
    }
  }

  /// Whether a text consists of `count` lowercase hexadecimal digits.
  static func isHexadecimal(_ text: some StringProtocol, count: Int) -> Bool {
    text.utf8.count == count && text.utf8.allSatisfy { (0x30...0x39).contains($0) || (0x61...0x66).contains($0) }
  }

  private static func hexadecimal(_ bytes: [UInt8]) -> String {
    let digits = Array("0123456789abcdef".utf8)
    return String(decoding: bytes.flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] }, as: UTF8.self)
  }
}

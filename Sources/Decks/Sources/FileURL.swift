import System

/// `file://` URLs of this computer (RFC 8089), as file managers and browsers hand them over.
package enum FileURL {
  private static let scheme = Array("file://".utf8)
  private static let ownHost = Array("localhost".utf8)

  /// The path that a URL stands for; the bytes themselves if they are not such a URL. URLs with another computer's
  /// name, without an absolute path, or with an encoded NUL stay as they are.
  package static func path(_ bytes: [UInt8]) -> [UInt8] {
    // Nearly every name is ruled out by its first byte.
    guard let first = bytes.first, first | 0x20 == UInt8(ascii: "f"), lowercased(bytes.prefix(7)) == scheme else {
      return bytes
    }
    let rest = bytes.dropFirst(7)
    let host = rest.prefix { $0 != UInt8(ascii: "/") }
    guard host.isEmpty || lowercased(host) == ownHost, host.count < rest.count else { return bytes }
    let encoded = rest.dropFirst(host.count).prefix { $0 != UInt8(ascii: "?") && $0 != UInt8(ascii: "#") }
    let path = PercentEncoding.decoded(encoded)
    return path.contains(0) ? bytes : path
  }

  private static func lowercased(_ bytes: ArraySlice<UInt8>) -> [UInt8] {
    bytes.map { $0 >= 0x41 && $0 <= 0x5A ? $0 + 0x20 : $0 }
  }
}

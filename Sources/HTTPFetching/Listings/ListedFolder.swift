import Fetching
import System

/// The folder that a listing belongs to. References in the listing become the names of its entries, or nothing.
struct ListedFolder {
  /// The scheme and authority, such as `https://h:8080`.
  private let origin: [UInt8]
  /// The decoded path, with a slash at its end.
  private let path: [UInt8]

  /// The folder with an http(s) URL, whose query and fragment do not count.
  init(_ url: String) {
    let text = url.utf8.prefix { $0 != UInt8(ascii: "?") && $0 != UInt8(ascii: "#") }
    let slashes = text.indices.filter { text[$0] == Path.slash }
    // The third slash begins the path.
    let start = slashes.count > 2 ? slashes[2] : text.endIndex
    let scheme = slashes.count > 1 ? slashes[1] : text.startIndex
    let user = text[..<start].lastIndex(of: UInt8(ascii: "@"))
    origin = Array(text[...scheme]) + Array(text[(user ?? scheme)..<start].dropFirst())
    let path = PercentEncoding.decoded(text[start...])
    self.path = path.last == Path.slash ? path : path + [Path.slash]
  }

  /// The name or address of the server in lowercase, without the port.
  var host: String {
    let authority = String(decoding: origin.drop { $0 != Path.slash }.dropFirst(2), as: UTF8.self).lowercased()
    return String(authority.hasPrefix("[") ? authority.prefix { $0 != "]" } : authority.prefix { $0 != ":" })
  }

  /// The name of the entry that a reference means, and whether it ends in a slash, as a folder's does; nil if it does not
  /// lead to exactly one component below the folder on the same server.
  func child(_ reference: some Collection<UInt8>) -> (name: [UInt8], isFolder: Bool)? {
    guard !reference.contains(where: { $0 == UInt8(ascii: "?") || $0 == UInt8(ascii: "#") }) else { return nil }
    var rest = Array(reference)[...]
    if rest.starts(with: origin) { rest = rest.dropFirst(origin.count) }
    if rest.first == Path.slash {
      var (matched, tail) = (0, rest)
      while matched < path.count, let (byte, length) = Self.decodedByte(tail), byte == path[matched] {
        (matched, tail) = (matched + 1, tail.dropFirst(length))
      }
      guard matched == path.count else { return nil }
      rest = tail
    } else {
      // A colon before any slash ends a scheme.
      guard !rest.prefix(while: { $0 != Path.slash }).contains(UInt8(ascii: ":")) else { return nil }
      if rest.starts(with: "./".utf8) { rest = rest.dropFirst(2) }
    }
    let isFolder = rest.last == Path.slash
    if isFolder { rest = rest.dropLast() }
    let name = PercentEncoding.decoded(rest)
    guard !name.contains(Path.slash), !rest.contains(Path.slash), ListedEntry(name: name).isBelowFolder else {
      return nil
    }
    return (name, isFolder)
  }

  /// The first byte of a text with its encoding decoded; nil at its end, and for an encoded slash, which separates nothing.
  private static func decodedByte(_ text: ArraySlice<UInt8>) -> (byte: UInt8, length: Int)? {
    guard let first = text.first else { return nil }
    let decoded = PercentEncoding.decoded(text.prefix(3))
    guard first == UInt8(ascii: "%"), decoded.count == 1 else { return (first, 1) }
    return decoded[0] == Path.slash ? nil : (decoded[0], 3)
  }
}

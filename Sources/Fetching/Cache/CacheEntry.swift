import JSON

/// The content of an entry's file: the facts about a cached body.
struct CacheEntry: Hashable, Sendable, Codable {
  /// The maximum size of an entry's file in bytes; a larger file is not ours.
  static let longest = 131_072

  /// The URL, to check the entry against, without user name and password. The key is a hash of the full URL.
  var url: String
  /// The number of its body.
  var number: String
  /// The size of the body in bytes.
  var size: Int
  /// The CRC-32 of the body.
  var checksum: UInt32
  var head: ResponseHead
  /// When the response was received, in seconds since 1970.
  var received: Int
  /// When the response becomes stale, in seconds since 1970.
  var freshUntil: Int

  /// The content of the entry's file.
  var bytes: [UInt8] { LineEncoder.line(self) }

  /// Parses an entry's file; nil if it is corrupt.
  init?(bytes: [UInt8]) {
    guard let entry = try? JSONDecoder().decode(CacheEntry.self, from: bytes),
      CacheName.isHexadecimal(entry.number, count: 16), entry.size >= 0,
      // Older versions stored passwords. Such an entry is deleted.
      [entry.url, entry.head.finalURL ?? ""].allSatisfy({ URLText.withoutUser($0) == $0 })
    else { return nil }
    self = entry
  }

  init(url: String, number: String, size: Int, checksum: UInt32, head: ResponseHead, requested: Int, received: Int) {
    self.url = URLText.withoutUser(url)
    self.number = number
    self.size = size
    self.checksum = checksum
    self.head = head
    self.head.finalURL = head.finalURL.map(URLText.withoutUser)
    self.received = received
    freshUntil = Freshness.end(of: head, requested: requested, received: received)
  }

  /// Whether the entry belongs to a URL under whose key it was found.
  func belongs(to url: String) -> Bool { self.url == URLText.withoutUser(url) }

  /// Whether it may be shown without revalidation. An entry from the future is stale: the clock was wrong, then or now.
  func isFresh(at now: Double) -> Bool { Double(received) <= now + 1 && now < Double(freshUntil) }
}

/// The URL parsing that both processes need.
package enum URLText {
  /// A URL without its user name and password (RFC 3986, section 3.2.1), to display and to store.
  package static func withoutUser(_ url: String) -> String {
    guard let scheme = url.indices.first(where: { url[$0...].hasPrefix("://") }) else { return url }
    let start = url.index(scheme, offsetBy: 3)
    let authority = url[start...].prefix { !"/?#".contains($0) }
    guard let mark = authority.lastIndex(of: "@") else { return url }
    return String(url[..<start] + url[url.index(after: mark)...])
  }
}

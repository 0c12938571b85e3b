import FoundationEssentials

/// The contents of an entry's file: facts about a cached body.
struct CacheEntry: Hashable, Sendable, Codable {
  /// Bytes that an entry's file has at most; a longer one is not ours.
  static let longest = 131_072

  /// The URL against which the entry is checked, without a user's name and password: the key stands for those.
  var url: String
  /// Which body is its.
  var number: String
  /// Bytes of the body.
  var size: Int
  /// CRC-32 of the body.
  var checksum: UInt32
  var head: ResponseHead
  /// When the response came, seconds since 1970.
  var received: Int
  /// Up to when it is fresh, seconds since 1970.
  var freshUntil: Int

  /// The entry's file; nil: a text in it that is no text, which is not to be kept.
  var bytes: [UInt8] { LineEncoder.line(self) }

  /// Reads an entry's file; nil: it is corrupt.
  init?(bytes: [UInt8]) {
    guard let entry = try? JSONDecoder().decode(CacheEntry.self, from: Data(bytes)),
      CacheName.isHexadecimal(entry.number, count: 16), entry.size >= 0,
      // Older versions kept passwords: such an entry is deleted.
      !entry.hasUser
    else { return nil }
    self = entry
  }

  /// An entry of a response.
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

  /// Whether it belongs to a URL, whose key it was found under.
  func belongs(to url: String) -> Bool { self.url == URLText.withoutUser(url) }

  private var hasUser: Bool {
    [url, head.finalURL ?? ""].contains { URLText.withoutUser($0) != $0 }
  }

  /// Whether it may be shown without asking. An entry from the future has come by a clock that was wrong, then or now.
  func isFresh(at now: Double) -> Bool { Double(received) <= now + 1 && now < Double(freshUntil) }
}

/// URLs as text, as far as both processes take them apart.
package enum URLText {
  /// A URL without the name and password of its user (RFC 3986, section 3.2.1): as it may be shown, and kept on disk.
  package static func withoutUser(_ url: String) -> String {
    guard let start = url.firstRange(of: "://")?.upperBound else { return url }
    let authority = url[start...].prefix { !"/?#".contains($0) }
    guard let mark = authority.lastIndex(of: "@") else { return url }
    return String(url[..<start] + url[url.index(after: mark)...])
  }
}

import FoundationEssentials

/// What is known of a kept body: the contents of an entry's file.
struct CacheEntry: Hashable, Sendable, Codable {
  /// Bytes that an entry's file has at most; a longer one is not ours.
  static let longest = 131_072

  /// The full URL, against which the entry is checked.
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
      CacheName.isHexadecimal(entry.number, count: 16), entry.size >= 0
    else { return nil }
    self = entry
  }

  /// An entry of a response.
  init(url: String, number: String, size: Int, checksum: UInt32, head: ResponseHead, requested: Int, received: Int) {
    self.url = url
    self.number = number
    self.size = size
    self.checksum = checksum
    self.head = head
    self.received = received
    freshUntil = Freshness.end(of: head, requested: requested, received: received)
  }

  /// Whether it may be shown without asking. An entry from the future has come by a clock that was wrong, then or now.
  func isFresh(at now: Double) -> Bool { Double(received) <= now + 1 && now < Double(freshUntil) }
}

import Fetching

/// The received part of an interrupted body, and the validators to request the rest (RFC 9110, sections 13.1.5
/// and 14).
struct PartialBody {
  /// The bytes so far.
  let body: CacheBody
  /// What its server said of it.
  private(set) var head: ResponseHead
  /// Bytes in all; nil: not told yet.
  private(set) var total: Int?
  /// What tells this very body from any other, for If-Range.
  private let validator: String

  /// The start of a complete response; nil: it could not be resumed.
  ///
  /// - Parameter total: bytes in all, where that is known.
  init?(_ body: CacheBody, of handle: borrowing CurlHandle, total: Int?) {
    let units = handle.header("accept-ranges")?.lowercased().split(whereSeparator: { $0 == "," || $0 == " " }) ?? []
    guard units.contains("bytes"), !Self.isEncoded(handle) else { return nil }
    let head = ResponseHead(handle)
    guard let validator = Self.strongValidator(of: head) else { return nil }
    (self.body, self.head, self.total, self.validator) = (body, head, total, validator)
  }

  /// The fields that ask for the rest, or for all of it if it has changed.
  var fields: [String] { ["Range: bytes=\(body.count)-", "If-Range: \(validator)"] }

  /// Takes note of an answer with a part (206), if it is the rest of just this body; if not, nothing of it may be used.
  mutating func isContinued(by handle: borrowing CurlHandle) -> Bool {
    let newer = ResponseHead(handle)
    // A multipart answer has no such field.
    guard let range = handle.header("content-range").flatMap(ContentRange.init), !Self.isEncoded(handle),
      range.first == body.count, total == nil || total == range.total,
      // A date may be left out beside If-Range, a tag may not (section 15.3.7).
      newer.eTag == head.eTag, newer.lastModified == nil || newer.lastModified == head.lastModified,
      newer.finalURL == head.finalURL
    else { return false }
    total = range.total
    head = head.updated(by: newer)
    return true
  }

  private static func isEncoded(_ handle: borrowing CurlHandle) -> Bool {
    handle.header("content-encoding").map { $0.lowercased() != "identity" } ?? false
  }

  /// A strong tag, or a date of change that is as good as one: a minute older than the answer, so that no second change
  /// has the same (section 8.8.2.2).
  private static func strongValidator(of head: ResponseHead) -> String? {
    if let eTag = head.eTag { return eTag.hasPrefix("\"") && eTag.count >= 2 && eTag.hasSuffix("\"") ? eTag : nil }
    guard let date = head.date, let modified = head.lastModifiedTime, modified <= date - 60 else { return nil }
    return head.lastModified
  }
}

/// A Content-Range field of bytes: `bytes 5-9/10`.
struct ContentRange: Hashable {
  /// The first and the last byte's place, and how many there are in all.
  let first, last, total: Int

  /// Reads a field; nil: it is another unit's, tells no length, or cannot be.
  init?(_ field: String) {
    let parts = field.split(separator: " ")
    guard parts.count == 2, parts[0].lowercased() == "bytes" else { return nil }
    let numbers = parts[1].split(separator: "/", omittingEmptySubsequences: false)
    guard numbers.count == 2 else { return nil }
    let places = numbers[0].split(separator: "-", omittingEmptySubsequences: false)
    guard places.count == 2, let first = Self.number(places[0]), let last = Self.number(places[1]),
      let total = Self.number(numbers[1]), first <= last, last < total
    else { return nil }
    (self.first, self.last, self.total) = (first, last, total)
  }

  /// Digits alone: a sign is none.
  private static func number(_ text: Substring) -> Int? {
    text.utf8.allSatisfy { (0x30...0x39).contains($0) } ? Int(text) : nil
  }
}

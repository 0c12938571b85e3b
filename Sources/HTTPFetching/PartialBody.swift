import Fetching

/// The received part of an interrupted body, and the validators to request the rest (RFC 9110, sections 13.1.5
/// and 14).
struct PartialBody {
  /// The bytes received so far.
  let body: CacheBody
  private(set) var head: ResponseHead
  /// The size of the whole body in bytes, or nil if not known yet.
  private(set) var total: Int?
  /// The validator that identifies this version of the body, for If-Range.
  private let validator: String

  /// The start of a complete response, or nil if it cannot be resumed.
  ///
  /// - Parameters:
  ///   - finalURL: The URL after redirects; nil if there were none.
  ///   - total: The size of the whole body in bytes, if known.
  init?(_ body: CacheBody, of handle: borrowing CurlHandle, at finalURL: String?, total: Int?) {
    let units = handle.header("accept-ranges")?.lowercased().split(whereSeparator: { $0 == "," || $0 == " " }) ?? []
    guard units.contains("bytes"), !handle.hasEncodedBody else { return nil }
    let head = ResponseHead(handle, at: finalURL)
    guard let validator = Self.strongValidator(of: head) else { return nil }
    (self.body, self.head, self.total, self.validator) = (body, head, total, validator)
  }

  /// The request fields for the rest, or for the whole body if it has changed.
  var fields: [String] { ["Range: bytes=\(body.count)-", "If-Range: \(validator)"] }

  /// Whether a partial response (206) is the rest of this very body; if so, its head is merged. If not, none of the
  /// response may be used.
  mutating func merge(with handle: borrowing CurlHandle, at finalURL: String?) -> Bool {
    let newer = ResponseHead(handle, at: finalURL)
    // A multipart response has no such field.
    guard let range = handle.header("content-range").flatMap(ContentRange.init), !handle.hasEncodedBody,
      range.first == body.count, total == nil || total == range.total,
      // Beside If-Range, the server may omit the date but not the tag (section 15.3.7).
      newer.eTag == head.eTag, newer.lastModified == nil || newer.lastModified == head.lastModified,
      newer.finalURL == head.finalURL
    else { return false }
    total = range.total
    head = head.updated(by: newer)
    return true
  }

  /// A strong entity tag, or a modification date that serves as one because it is at least a minute older than the
  /// response, so that no second change has the same date (section 8.8.2.2).
  private static func strongValidator(of head: ResponseHead) -> String? {
    if let eTag = head.eTag { return eTag.hasPrefix("\"") && eTag.count >= 2 && eTag.hasSuffix("\"") ? eTag : nil }
    guard let date = head.date, let modified = head.lastModifiedTime, modified <= date - 60 else { return nil }
    return head.lastModified
  }
}

/// A Content-Range field in bytes: `bytes 5-9/10`.
struct ContentRange: Hashable {
  /// The positions of the first and last byte, and the size of the whole body.
  let first, last, total: Int

  /// Parses a field; nil if it has another unit, no total size, or impossible values.
  init?(_ field: String) {
    let parts = field.split(separator: " ")
    guard parts.count == 2, parts[0].lowercased() == "bytes" else { return nil }
    let numbers = parts[1].split(separator: "/", omittingEmptySubsequences: false)
    guard numbers.count == 2 else { return nil }
    let bounds = numbers[0].split(separator: "-", omittingEmptySubsequences: false)
    guard bounds.count == 2, let first = Self.number(bounds[0]), let last = Self.number(bounds[1]),
      let total = Self.number(numbers[1]), first <= last, last < total
    else { return nil }
    (self.first, self.last, self.total) = (first, last, total)
  }

  /// A number of digits only, without a sign.
  private static func number(_ text: Substring) -> Int? {
    text.utf8.allSatisfy { (0x30...0x39).contains($0) } ? Int(text) : nil
  }
}

/// The fields of a response that matter for caching. Times are in seconds since 1970.
package struct ResponseHead: Hashable, Sendable, Codable {
  /// An Expires field.
  package enum Expiry: Hashable, Sendable, Codable {
    case at(Int)
    /// Not a date ("0"): already expired (RFC 9111, section 5.3).
    case unreadable
  }

  /// The fields as received.
  package var contentType: String?
  package var eTag: String?
  package var lastModified: String?
  package var cacheControl: String?
  package var vary: String?
  /// The fields with dates, parsed.
  package var lastModifiedTime: Int?
  package var date: Int?
  package var expires: Expiry?
  /// Seconds that the response has spent in caches on the way (Age).
  package var age: Int = 0
  /// The URL after redirects; nil if there were none. It is the base of relative references in the body (RFC 3986,
  /// section 5.1.3). Entries of older versions do not have it.
  package var finalURL: String?

  /// A head without fields.
  package init() {}

  /// Whether the body may be stored at all.
  package var mayBeKept: Bool { !CacheControl(cacheControl).noStore }

  /// This head updated with the fields of a 304 (RFC 9111, section 3.2); other fields stay.
  package func updated(by newer: ResponseHead) -> ResponseHead {
    var head = self
    head.contentType = newer.contentType ?? contentType
    head.eTag = newer.eTag ?? eTag
    head.vary = newer.vary ?? vary
    if newer.lastModified != nil {
      (head.lastModified, head.lastModifiedTime) = (newer.lastModified, newer.lastModifiedTime)
    }
    // These fields determine the freshness together: an older Expires with a newer max-age would be ambiguous.
    if newer.cacheControl != nil || newer.expires != nil {
      (head.cacheControl, head.expires) = (newer.cacheControl ?? cacheControl, newer.expires ?? expires)
    }
    (head.date, head.age) = (newer.date, newer.age)
    // The redirects to the same body may have changed.
    head.finalURL = newer.finalURL
    return head
  }
}

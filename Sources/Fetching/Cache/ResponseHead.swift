/// What a server said of a body, as far as keeping it depends on it. Times are seconds since 1970.
package struct ResponseHead: Hashable, Sendable, Codable {
  /// An Expires field.
  package enum Expiry: Hashable, Sendable, Codable {
    case at(Int)
    /// It is no date ("0"): expired already (RFC 9111, section 5.3).
    case unreadable
  }

  /// The fields as they were sent.
  package var contentType: String?
  package var eTag: String?
  package var lastModified: String?
  package var cacheControl: String?
  package var vary: String?
  /// The fields that are dates, read.
  package var lastModifiedTime: Int?
  package var date: Int?
  package var expires: Expiry?
  /// Seconds it has lain in caches on the way.
  package var age: Int = 0
  /// The final URL after redirects; nil: the requested one. Relative references in the body are
  /// seen from there (RFC 3986, section 5.1.3). Entries of older versions have none.
  package var finalURL: String?

  /// A head that says nothing.
  package init() {}

  /// Whether the body may be kept at all.
  package var mayBeKept: Bool { !CacheControl(cacheControl).noStore }

  /// This head updated with a 304's fields (RFC 9111, section 3.2); others stay.
  package func updated(by newer: ResponseHead) -> ResponseHead {
    var head = self
    head.contentType = newer.contentType ?? contentType
    head.eTag = newer.eTag ?? eTag
    head.vary = newer.vary ?? vary
    if newer.lastModified != nil {
      (head.lastModified, head.lastModifiedTime) = (newer.lastModified, newer.lastModifiedTime)
    }
    // These fields together determine the freshness: an older Expires beside a newer max-age would be ambiguous.
    if newer.cacheControl != nil || newer.expires != nil {
      (head.cacheControl, head.expires) = (newer.cacheControl ?? cacheControl, newer.expires ?? expires)
    }
    (head.date, head.age) = (newer.date, newer.age)
    // The same body may be found by another way now, or by none.
    head.finalURL = newer.finalURL
    return head
  }
}

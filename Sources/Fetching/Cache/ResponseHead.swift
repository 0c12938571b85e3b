/// The fields of a response that matter for caching. Times are in seconds since 1970.
package struct ResponseHead: Hashable, Sendable, Codable {
  /// An Expires field.
  package enum Expiry: Hashable, Sendable, Codable {
    case at(Int)
    /// Not a date ("0"): already expired (RFC 9111, section 5.3).
    case unreadable
  }

  /// What the redirects on the way to a response allow: a chain is as fresh as its weakest part.
  package struct Redirects: Hashable, Sendable, Codable {
    /// Until when all of them are fresh, in seconds since 1970.
    var end: Int
    /// Whether one of them must not be stored.
    var noStore: Bool
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
  /// The redirects; nil if there were none. Entries of older versions do not have them.
  package var redirects: Redirects?

  /// A head without fields.
  package init() {}

  /// Whether the body may be stored at all.
  package var mayBeKept: Bool { !CacheControl(cacheControl).noStore && redirects?.noStore != true }

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
    (head.finalURL, head.redirects) = (newer.finalURL, newer.redirects)
    return head
  }
}

extension ResponseHead.Redirects {
  /// The redirects of a chain with one more.
  ///
  /// - Parameters:
  ///   - earlier: those before it; nil if it is the first.
  ///   - status: its status. Only 301 and 308 may be reused without an explicit lifetime (RFC 9110, section 15.1).
  ///   - requested: when the request was sent, in seconds since 1970.
  ///   - received: when the redirect was received, in seconds since 1970.
  package init(
    after earlier: ResponseHead.Redirects?, _ head: ResponseHead, status: Int, requested: Int, received: Int
  ) {
    let control = CacheControl(head.cacheControl)
    var end = Freshness.end(of: head, requested: requested, received: received)
    if control.maxAge == nil, head.expires == nil, !control.noCache {
      end = [301, 308].contains(status) ? received + Freshness.longestHeuristic : received - 1
    }
    self.init(end: min(earlier?.end ?? .max, end), noStore: earlier?.noStore == true || control.noStore)
  }
}

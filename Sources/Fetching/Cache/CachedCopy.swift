/// What the disk cache has of a URL.
package struct CachedCopy: Hashable, Sendable {
  /// The body, a whole file, absolute. It may be deleted at any time, like everything in a cache; then there is no copy.
  package var path: String
  /// Bytes of the body.
  package var size: Int
  /// Whether it may be shown without asking the server (RFC 9111); a stale one may be shown while it is being asked.
  package var isFresh: Bool
  /// Where redirects led when it was asked for, as the entry says; nil: nowhere.
  package var finalURL: String?

  /// A copy.
  package init(path: String, size: Int, isFresh: Bool, finalURL: String? = nil) {
    self.path = path
    self.size = size
    self.isFresh = isFresh
    self.finalURL = finalURL
  }
}

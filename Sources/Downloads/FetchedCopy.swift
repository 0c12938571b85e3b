package import System

/// A URL's body in a file of the cache, as it was when it was found: what a picture from the network is decoded from.
package struct FetchedCopy: Hashable, Sendable {
  /// The file.
  package let path: Path
  /// Tells this body from one that took its place.
  package let stamp: FileStamp
  /// The URL from which what is relative in it is seen, where redirects led there; nil: the one that was asked for.
  package let finalURL: String?

  /// A copy.
  ///
  /// - Parameter finalURL: what is no URL of the web, or too long for one, is passed over.
  package init(path: Path, stamp: FileStamp, finalURL: String? = nil) {
    self.path = path
    self.stamp = stamp
    self.finalURL = finalURL.flatMap(WebAddress.checked)
  }
}

package import System

/// A URL's body in a cache file, as it was when it was found. Pictures from the network are decoded from it.
package struct FetchedCopy: Hashable, Sendable {
  /// The path of the file.
  package let path: Path
  /// Distinguishes this body from a later one in the same file.
  package let stamp: FileStamp
  /// The URL after redirects, which is the base of relative references in the body; nil for the requested URL.
  package let finalURL: String?
  /// Whether these are only the first bytes of the body.
  package let isHead: Bool
  /// Whether it is not the whole body: its first bytes, or those that have arrived so far.
  package var isPart: Bool { isHead || stamp.isGrowing }

  /// A copy.
  ///
  /// - Parameter finalURL: ignored unless it is an absolute http(s) URL of at most `WebAddress.longest` bytes.
  package init(path: Path, stamp: FileStamp, finalURL: String? = nil, isHead: Bool = false) {
    self.path = path
    self.stamp = stamp
    self.isHead = isHead
    self.finalURL = finalURL.flatMap(WebAddress.checked)
  }
}

/// Commands from the viewer to the fetching process: one JSON object per line, on its standard input.
///
/// The viewer identifies a download by a number that it never reuses. Several downloads may have the same URL, which is
/// then downloaded once. At the end of standard input, all downloads are cancelled and the process exits.
package enum FetchCommand: Hashable, Sendable, Codable {
  /// Downloads a URL into the cache, unless it has a fresh copy.
  ///
  /// - Parameters:
  ///   - download: the number of the download.
  ///   - url: an absolute http(s) URL.
  ///   - priority: lower is more urgent; 0 is the slide on screen.
  ///   - isForced: whether to revalidate even a fresh copy ("reload").
  ///   - isHead: whether the first bytes suffice, for a thumbnail.
  case fetch(download: UInt64, url: String, priority: Int, isForced: Bool, isHead: Bool = false)
  /// Lists a folder: the index that a web server makes, the collection of a WebDAV server, or the keys with a prefix in a
  /// bucket. The entries are reported in pages.
  ///
  /// - Parameters:
  ///   - url: an absolute URL with a slash at its end: http(s), dav(s) or s3.
  ///   - isRecursive: whether everything below the folder is listed at once, where the protocol can.
  case list(download: UInt64, url: String, isRecursive: Bool)
  /// Cancels a download or listing that is no longer needed.
  case cancel(download: UInt64)
  /// Changes the priority of a download.
  case prioritize(download: UInt64, priority: Int)
  /// Adds a header field to requests to a server, and to no other.
  ///
  /// - Parameters:
  ///   - host: `host` or `host:port`, for https and, if that is this computer, http; or `http://host:port`, for http.
  ///   - field: the name, a colon and the value, which may be secret.
  case field(host: String, field: String)
}

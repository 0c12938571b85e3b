/// Reports from the fetching process to the viewer: one JSON object per line, on its standard output.
///
/// Each download ends with exactly one `done` or `failed`, and each listing with `listed` or `failed`, unless it is cancelled; then there may be no further report.
package enum FetchReport: Hashable, Sendable, Codable {
  /// Progress of a download; reported at most about ten times a second.
  ///
  /// - Parameters:
  ///   - received: the number of bytes of the body so far.
  ///   - expected: the length of the body, if the server has declared it.
  ///   - path: the absolute path of the file that receives the body; nil if it is not known.
  case progress(download: UInt64, received: Int, expected: Int?, path: String? = nil)
  /// A transient failure; the download is retried automatically after this many milliseconds.
  case retrying(download: UInt64, reason: FetchFailure, milliseconds: Int)
  /// The body is complete, or as much of it as was requested.
  ///
  /// - Parameters:
  ///   - path: the absolute path of the file. Like everything in a cache, it may be deleted at any time.
  ///   - wasUnchanged: whether it is the copy that was already in the cache, fresh or confirmed by the server (304).
  ///   - finalURL: the absolute http(s) URL after redirects; nil if there were none.
  ///   - isHead: whether these are only the first bytes of a longer body, as requested.
  case done(download: UInt64, path: String, wasUnchanged: Bool, finalURL: String? = nil, isHead: Bool = false)
  /// Entries of a folder, at most `ListedEntry.maximumPage`.
  ///
  /// - Parameter finalURL: the folder's URL after redirects, to which the names are relative; nil if there were none.
  case page(download: UInt64, entries: [ListedEntry], finalURL: String? = nil)
  /// The listing is complete.
  ///
  /// - Parameter isStale: whether it is the last one, from the cache, because the server cannot be reached.
  case listed(download: UInt64, isStale: Bool)
  /// The download has failed permanently, or too often.
  case failed(download: UInt64, reason: FetchFailure)
}

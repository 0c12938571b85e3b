/// What the fetching process tells the viewer: one JSON object a line, on its standard output.
///
/// Each download ends with exactly one `done` or `failed`, unless it is cancelled: then nothing more need come of it.
package enum FetchReport: Hashable, Sendable, Codable {
  /// Bytes have come; at most some ten of these a second for a download.
  ///
  /// - Parameters:
  ///   - received: bytes of the body so far.
  ///   - expected: its length, where the server has told it.
  case progress(download: UInt64, received: Int, expected: Int?)
  /// A transient failure, which will be retried automatically after some milliseconds.
  case retrying(download: UInt64, reason: FetchFailure, milliseconds: Int)
  /// The body is a whole file.
  ///
  /// - Parameters:
  ///   - path: the file, absolute; it may go at any time, as anything in a cache may.
  ///   - wasUnchanged: it is the copy that was in the cache before, by the server's word (304) or by its freshness.
  ///   - finalURL: where redirects led, absolute, http or https; nil: nowhere, the URL asked for has answered itself.
  case done(download: UInt64, path: String, wasUnchanged: Bool, finalURL: String? = nil)
  /// It failed for good, or too often.
  case failed(download: UInt64, reason: FetchFailure)
}

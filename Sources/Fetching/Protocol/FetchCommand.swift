/// What the viewer tells the fetching process: one JSON object a line, on its standard input.
///
/// A download is known by its number, which the viewer chooses and never uses twice. Several numbers may ask for one URL;
/// it is downloaded once. When standard input ends, every download is given up and the process ends.
package enum FetchCommand: Hashable, Sendable, Codable {
  /// Download a URL into the cache, unless a fresh copy is there.
  ///
  /// - Parameters:
  ///   - download: its number.
  ///   - url: absolute, http or https.
  ///   - priority: less is more urgent; 0 is the slide on screen.
  ///   - isForced: ask the server even if the copy in the cache is fresh ("reload").
  case fetch(download: UInt64, url: String, priority: Int, isForced: Bool)
  /// Nobody wants it any more.
  case cancel(download: UInt64)
  /// Demand has changed.
  case prioritize(download: UInt64, priority: Int)
}

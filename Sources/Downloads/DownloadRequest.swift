package import Fetching
package import System

/// A URL that slides currently need.
package struct DownloadRequest: Hashable, Sendable {
  package var url: String
  /// Lower is more urgent; 0 is on screen.
  package var priority: Int
  /// Distinguishes a repeated request from the earlier one: with a new generation, the URL is fetched again.
  package var generation: Generation
  /// Whether to revalidate with the server even if the cached copy is fresh.
  package var isForced: Bool
  /// Whether to delete the cached copy first, because it is corrupt.
  package var discardsCopy: Bool
  /// Whether to fetch the URL if the cache has no fresh copy; false: only look into the cache for now.
  package var asksServer: Bool
  /// Whether the first bytes suffice, for a thumbnail.
  package var isHead: Bool

  /// A request.
  package init(
    url: String, priority: Int, generation: Generation, isForced: Bool = false, discardsCopy: Bool = false,
    asksServer: Bool = true, isHead: Bool = false
  ) {
    self.url = url
    self.priority = priority
    self.generation = generation
    self.isForced = isForced
    self.discardsCopy = discardsCopy
    self.asksServer = asksServer
    self.isHead = isHead
  }
}

/// A change of a requested download.
package struct DownloadUpdate: Hashable, Sendable {
  /// The kind of change.
  package enum Change: Hashable, Sendable {
    /// A copy is available.
    ///
    /// - Parameters:
    ///   - isKept: whether the body was in the cache before, rather than downloaded now.
    ///   - isFinal: whether the copy is fresh or confirmed by the server; otherwise it may still be replaced.
    case copy(FetchedCopy, isKept: Bool, isFinal: Bool)
    /// - Parameter soFar: what has arrived of a body that is needed on screen.
    case progress(received: Int, expected: Int?, soFar: FetchedCopy? = nil)
    case retrying(reason: FetchFailure, milliseconds: Int)
    case failed(FetchFailure)
  }

  package var url: String
  /// The generation of the request.
  package var generation: Generation
  package var change: Change

  /// An update.
  package init(url: String, generation: Generation, _ change: Change) {
    self.url = url
    self.generation = generation
    self.change = change
  }
}

package import Fetching
package import System

/// A URL that slides in demand want.
package struct DownloadRequest: Hashable, Sendable {
  package var url: String
  /// Less is more urgent; 0 is on screen.
  package var priority: Int
  /// Tells a request made again from the earlier one: with another generation, the URL is fetched again.
  package var generation: Generation
  /// Ask the server even if a copy is fresh.
  package var isForced: Bool
  /// Delete the copy that is kept first: it is corrupt.
  package var discardsCopy: Bool
  /// Ask the server where the cache has no fresh copy; false: only look into the cache, for now.
  package var asksServer: Bool

  /// A request.
  package init(
    url: String, priority: Int, generation: Generation, isForced: Bool = false, discardsCopy: Bool = false,
    asksServer: Bool = true
  ) {
    self.url = url
    self.priority = priority
    self.generation = generation
    self.isForced = isForced
    self.discardsCopy = discardsCopy
    self.asksServer = asksServer
  }
}

/// What has come of a request for a URL.
package struct DownloadUpdate: Hashable, Sendable {
  /// What has changed.
  package enum Change: Hashable, Sendable {
    /// There is a copy to show.
    ///
    /// - Parameters:
    ///   - isKept: it was there before, and has not come over the network now.
    ///   - isFinal: it is what the server has, or fresh; otherwise the server is being asked.
    case copy(FetchedCopy, isKept: Bool, isFinal: Bool)
    case progress(received: Int, expected: Int?)
    case retrying(reason: FetchFailure, milliseconds: Int)
    case failed(FetchFailure)
  }

  package var url: String
  /// The request's.
  package var generation: Generation
  package var change: Change

  /// An update.
  package init(url: String, generation: Generation, _ change: Change) {
    self.url = url
    self.generation = generation
    self.change = change
  }
}

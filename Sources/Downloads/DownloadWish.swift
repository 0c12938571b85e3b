package import Fetching
import System

/// A URL that slides in demand want.
package struct DownloadWish: Hashable, Sendable {
  package var url: String
  /// Less is more urgent; 0 is on screen.
  package var priority: Int
  /// Tells asking again from having asked: with another number, the URL is asked for anew.
  package var round: UInt64
  /// Ask the server even if a copy is fresh.
  package var isForced: Bool
  /// Delete the copy that is kept first: it is corrupt.
  package var discardsCopy: Bool
  /// Ask the server where the cache has no fresh copy; false: only look into the cache, for now.
  package var asksServer: Bool

  /// A wish.
  package init(
    url: String, priority: Int, round: UInt64, isForced: Bool = false, discardsCopy: Bool = false,
    asksServer: Bool = true
  ) {
    self.url = url
    self.priority = priority
    self.round = round
    self.isForced = isForced
    self.discardsCopy = discardsCopy
    self.asksServer = asksServer
  }
}

/// What has come of a wish.
package struct DownloadEvent: Hashable, Sendable {
  /// The news themselves.
  package enum News: Hashable, Sendable {
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
  /// The wish's.
  package var round: UInt64
  package var news: News

  /// An event.
  package init(url: String, round: UInt64, _ news: News) {
    self.url = url
    self.round = round
    self.news = news
  }
}

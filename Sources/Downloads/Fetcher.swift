package import Fetching

/// Fetches copies of URLs, from the cache or through the fetching process: the viewer's only access to the network.
///
/// Nothing is started before the first request. Then one thread does all the work and sleeps while there is none. Fresh
/// copies are served from the cache; the process is started for the first URL without one.
package final class Fetcher: Sendable {
  /// A single fetch whose caller waits for the result.
  package struct Call: Sendable {
    let url: String
    let priority: Int
    let isForced: Bool
    let answer: @Sendable (Result<FetchedCopy, FetchFailure>) -> Void
  }

  /// A listing of a folder whose caller waits for its entries.
  package struct Listing: Sendable {
    /// What has become known of the listing; `end` and `failed` come last.
    package enum Update: Sendable {
      /// - Parameter finalURL: the folder's URL after redirects; nil if there were none.
      case page([ListedEntry], finalURL: String?)
      /// - Parameter isStale: whether it is the last listing, because the server cannot be reached.
      case end(isStale: Bool)
      case failed(FetchFailure)
    }

    let url: String
    let isRecursive: Bool
    let answer: @Sendable (Update) -> Void
  }

  /// Requests that the thread has not handled yet.
  package struct Inbox: Sendable {
    var requests: [DownloadRequest]?
    var calls: [Call] = []
    var listings: [Listing] = []
    var givesUpCalls = false
  }

  /// The settings of the fetcher.
  package let settings: FetchSettings
  private let report: @Sendable ([DownloadUpdate]) -> Void
  let inbox = ThreadInbox(Inbox(), label: "tui.fetching")

  /// A fetcher whose thread has not been started.
  ///
  /// - Parameter report: called with updates on requested downloads, on the fetcher's thread.
  package init(_ settings: FetchSettings, report: @escaping @Sendable ([DownloadUpdate]) -> Void = { _ in }) {
    self.settings = settings
    self.report = report
  }

  /// Replaces the requests of the slides. Downloads that are no longer requested are cancelled.
  package func setDemand(_ requests: [DownloadRequest]) {
    // Does not start the thread for an empty set of requests.
    if requests.isEmpty, !inbox.isStarted { return }
    post { $0.requests = requests }
  }

  /// Fetches one URL, independently of the slides' requests.
  ///
  /// If the server cannot be reached, the result is the cached copy, even if stale.
  ///
  /// - Parameter answer: called once, on the fetcher's thread.
  package func fetch(
    _ url: String, priority: Int = 0, isForced: Bool = false,
    _ answer: @escaping @Sendable (Result<FetchedCopy, FetchFailure>) -> Void
  ) {
    let call = Call(url: url, priority: priority, isForced: isForced, answer: answer)
    post { $0.calls.append(call) }
  }

  /// Lists a folder.
  ///
  /// - Parameters:
  ///   - isRecursive: whether everything below the folder is listed at once, where the protocol can.
  ///   - answer: called for each page, and once at the end, on the fetcher's thread.
  package func list(_ url: String, isRecursive: Bool, _ answer: @escaping @Sendable (Listing.Update) -> Void) {
    let listing = Listing(url: url, isRecursive: isRecursive, answer: answer)
    post { $0.listings.append(listing) }
  }

  /// Cancels all calls of `fetch` and `list`. Each is answered with its cached copy, even if stale, or as stopped.
  package func giveUpCalls() {
    if inbox.isStarted { post { $0.givesUpCalls = true } }
  }

  /// Stops the thread and the process for good. Blocks until that is done, at most half a second. No requests may
  /// follow.
  package func stop() { inbox.stop() }

  private func post(_ change: (inout Inbox) -> Void) {
    inbox.post(change) { [self] in FetchLoop(settings: settings, wakePipe: $0).run(takingFrom: self) }
  }

  /// Reports updates on requested downloads. Called by the thread.
  package func deliver(_ updates: [DownloadUpdate]) { report(updates) }
}

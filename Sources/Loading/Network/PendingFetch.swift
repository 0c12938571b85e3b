import Dispatch
import Fetching
import Synchronization

/// A URL's copy on its way, for those who can wait.
final class PendingFetch: Sendable {
  private let semaphore = DispatchSemaphore(value: 0)
  private let result = Mutex<Result<FetchedCopy, FetchFailure>?>(nil)

  /// Asks for it.
  init(_ url: String, priority: Int = 0, isForced: Bool = false, from fetcher: Fetcher) {
    fetcher.fetch(url, priority: priority, isForced: isForced) { [self] answer in
      result.withLock { $0 = answer }
      semaphore.signal()
    }
  }

  /// Waits until it has come, or has failed.
  func wait() -> Result<FetchedCopy, FetchFailure> {
    semaphore.wait()
    // For whoever waits next.
    semaphore.signal()
    return result.withLock { $0 } ?? .failure(FetchFailure(.other, "it did not come", mayPass: true))
  }
}

import Dispatch
package import Fetching
import Synchronization
import System

/// A URL's copy on its way, for those who can wait.
package final class PendingFetch: Sendable {
  private let semaphore = DispatchSemaphore(value: 0)
  private let result = Mutex<Result<FetchedCopy, FetchFailure>?>(nil)

  /// Asks for it.
  package init(_ url: String, priority: Int = 0, isForced: Bool = false, from fetcher: Fetcher) {
    fetcher.fetch(url, priority: priority, isForced: isForced) { [self] answer in
      result.withLock { $0 = answer }
      semaphore.signal()
    }
  }

  /// Waits until it has come, or has failed.
  package func wait() -> Result<FetchedCopy, FetchFailure> {
    semaphore.wait()
    // For whoever waits next.
    semaphore.signal()
    return result.withLock { $0 } ?? .failure(FetchFailure(.other, "no reply from tui-fetch", isTransient: true))
  }
}

import Dispatch
package import Fetching
import Synchronization

/// A fetch whose result a caller can wait for, blocking its thread.
package final class PendingFetch: Sendable {
  private let semaphore = DispatchSemaphore(value: 0)
  private let result = Mutex<Result<FetchedCopy, FetchFailure>?>(nil)

  /// Starts the fetch.
  package init(_ url: String, priority: Int = 0, isForced: Bool = false, from fetcher: Fetcher) {
    fetcher.fetch(url, priority: priority, isForced: isForced) { [self] answer in
      result.withLock { $0 = answer }
      semaphore.signal()
    }
  }

  /// Blocks until the fetch has succeeded or failed. It can be called more than once.
  package func wait() -> Result<FetchedCopy, FetchFailure> {
    semaphore.wait()
    // Lets the next waiter pass.
    semaphore.signal()
    return result.withLock { $0 } ?? .failure(FetchFailure(.other, "no reply from tui-fetch", isTransient: true))
  }
}

package import Fetching

/// How often, and after what wait, a download that failed is tried again.
package struct RetryPolicy: Hashable, Sendable {
  /// Tries after the first one.
  package var retries = 4
  /// The wait after the first failure; each further one doubles it.
  package var firstWait = Duration.seconds(1)
  /// No wait of our own choice is longer.
  package var longestWait = Duration.seconds(30)
  /// The longest wait a server may ask for (Retry-After). To one that asks for more the download has failed: to try sooner
  /// would be rude, and nobody looks at a placeholder for that long.
  package var longestAskedWait = Duration.seconds(120)

  /// The policy that the program has.
  package init() {}

  /// The wait before the next try, or nil: there is none.
  ///
  /// Exponential back-off with "equal jitter" (Brooker, "Exponential Backoff And Jitter", AWS Architecture Blog, 2015):
  /// half of the wait is sure, so that a server has its rest, and half is left to chance, so that many viewers do not come
  /// back at once.
  ///
  /// - Parameters:
  ///   - reason: why the last try failed.
  ///   - failures: tries that failed so far, the last one included; from 1.
  ///   - jitter: chance, 0…1.
  package func wait(after reason: FetchFailure, failures: Int, jitter: Double) -> Duration? {
    guard reason.isTransient, failures <= retries else { return nil }
    let doublings = min(max(failures - 1, 0), 16)
    let full = min(firstWait * (1 << doublings), longestWait)
    let chance = Int(min(max(jitter, 0), 1) * 1_000)
    let own = full / 2 + full / 2 * chance / 1_000
    guard let asked = reason.retryAfter else { return own }
    let askedWait = Duration.seconds(min(max(asked, 0), 1_000_000))
    guard askedWait <= longestAskedWait else { return nil }
    // Chance comes on top of what the server asked for: never before it.
    return max(own, askedWait + firstWait * chance / 1_000)
  }
}

package import Fetching

/// How often, and after which delay, a failed download is retried.
package struct RetryPolicy: Hashable, Sendable {
  /// The most retries after the first attempt.
  package var retries = 4
  /// The delay after the first failure; it doubles with each further failure.
  package var firstWait = Duration.seconds(1)
  /// The longest delay of our own choice.
  package var longestWait = Duration.seconds(30)
  /// The longest delay that a server may request (Retry-After). If it requests more, the download fails: retrying
  /// sooner would be rude, and nobody watches a placeholder for that long.
  package var longestAskedWait = Duration.seconds(120)

  /// The default policy.
  package init() {}

  /// The delay before the next attempt, or nil if there is none.
  ///
  /// Exponential back-off with "equal jitter" (Brooker, "Exponential Backoff And Jitter", AWS Architecture Blog, 2015):
  /// half of the delay is fixed, to relieve the server, and half is random, so that many viewers do not return at once.
  ///
  /// - Parameters:
  ///   - reason: Why the last attempt failed.
  ///   - failures: The number of failed attempts, including the last one; at least 1.
  ///   - jitter: A random number, 0…1.
  package func wait(after reason: FetchFailure, failures: Int, jitter: Double) -> Duration? {
    guard reason.isTransient, failures <= retries else { return nil }
    let doublings = min(max(failures - 1, 0), 16)
    let full = min(firstWait * (1 << doublings), longestWait)
    let chance = Int(min(max(jitter, 0), 1) * 1_000)
    let own = full / 2 + full / 2 * chance / 1_000
    guard let asked = reason.retryAfter else { return own }
    let askedWait = Duration.seconds(min(max(asked, 0), 1_000_000))
    guard askedWait <= longestAskedWait else { return nil }
    // Jitter is added to the requested delay, so that no retry comes before it.
    return max(own, askedWait + firstWait * chance / 1_000)
  }
}

import Synchronization

/// A clock that goes on by a second whenever it is asked.
final class SteppingClock: Clock {
  typealias Instant = ContinuousClock.Instant
  private let start = ContinuousClock().now
  private let seconds = Mutex(0)

  /// How often it was asked.
  var count: Int { seconds.withLock { $0 } }

  var now: Instant {
    start
      + .seconds(
        seconds.withLock { seconds in
          seconds += 1
          return seconds
        })
  }

  var minimumResolution: Duration { .seconds(1) }

  func sleep(until deadline: Instant, tolerance: Duration?) async throws {}
}

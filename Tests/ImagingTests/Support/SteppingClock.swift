import Synchronization

/// A clock that advances by one second whenever it is read.
final class SteppingClock: Clock {
  typealias Instant = ContinuousClock.Instant
  private let start = ContinuousClock().now
  private let seconds = Mutex(0)

  /// How often the clock was read.
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

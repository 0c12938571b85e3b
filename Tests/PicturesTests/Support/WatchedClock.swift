import Dispatch
import Synchronization

/// A clock that counts how often it is read, and can hold its readers. Decoders read it when they begin and now and then.
final class WatchedClock: Clock {
  typealias Instant = ContinuousClock.Instant
  private let start = ContinuousClock().now
  private let gate = DispatchGroup()
  private let readings = Mutex(0)

  /// A clock; if it is held, its readers wait until `release`.
  init(isHeld: Bool = false) { if isHeld { gate.enter() } }

  /// How often the clock was read, including those who wait.
  var count: Int { readings.withLock { $0 } }

  /// Lets all readers go on.
  func release() { gate.leave() }

  var now: Instant {
    readings.withLock { $0 += 1 }
    gate.wait()
    return start
  }

  var minimumResolution: Duration { .seconds(1) }

  func sleep(until deadline: Instant, tolerance: Duration?) async throws {}
}

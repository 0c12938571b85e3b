import Glibc

/// The system's monotonic clock.
package enum MonotonicClock {
  /// The time since the machine started. It never goes back, and does not advance while the machine sleeps.
  package static var now: Duration {
    var time = timespec()
    unsafe clock_gettime(CLOCK_MONOTONIC, &time)
    return .seconds(time.tv_sec) + .nanoseconds(time.tv_nsec)
  }
}

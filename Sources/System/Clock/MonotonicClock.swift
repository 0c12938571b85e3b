import Glibc

/// The system's monotonic clock.
package enum MonotonicClock {
  /// The time since the machine's start; it never goes back, and stands still while the machine sleeps.
  package static var now: Duration {
    var time = timespec()
    unsafe clock_gettime(CLOCK_MONOTONIC, &time)
    return .seconds(time.tv_sec) + .nanoseconds(time.tv_nsec)
  }
}

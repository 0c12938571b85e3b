import Glibc

/// Time that never goes back.
enum MonotonicClock {
  /// Since some moment in the past.
  static var now: Duration {
    var time = timespec()
    unsafe clock_gettime(CLOCK_MONOTONIC, &time)
    return .seconds(time.tv_sec) + .nanoseconds(time.tv_nsec)
  }
}

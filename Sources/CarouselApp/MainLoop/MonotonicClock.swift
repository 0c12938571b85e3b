package import Carousel
import Glibc

extension Duration {
  /// Whole nanoseconds.
  var nanoseconds: Int64 { components.seconds * 1_000_000_000 + components.attoseconds / 1_000_000_000 }
}

/// The one place where the time is asked for.
package enum MonotonicClock {
  /// The time since the machine's own beginning; it never goes back, and stands still while the machine sleeps.
  package static func now() -> Timestamp {
    var time = timespec()
    unsafe clock_gettime(CLOCK_MONOTONIC, &time)
    return Timestamp(.seconds(time.tv_sec) + .nanoseconds(time.tv_nsec))
  }
}

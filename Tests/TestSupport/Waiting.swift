import Glibc

/// Returns the seconds of the monotonic clock.
package func secondsNow() -> Double {
  var time = timespec()
  unsafe clock_gettime(CLOCK_MONOTONIC, &time)
  return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
}

/// The seconds after which a test gives up waiting. No test asserts this time, so it is long.
package let waitingLimit = 120.0

/// Waits for something that no event announces to this process, such as a file that another one writes, by looking every few
/// milliseconds. Returns whether it came before the limit.
///
/// - Parameter limit: in seconds.
package func waitUntil(limit: Double = waitingLimit, _ isTrue: () throws -> Bool) rethrows -> Bool {
  let deadline = secondsNow() + limit
  while try !isTrue() {
    // The test itself may have been delayed, not the other process.
    if secondsNow() > deadline { return try isTrue() }
    usleep(5000)
  }
  return true
}

/// Lets another process run for a while, for experiments that interrupt it at a random moment. How far it gets depends on the machine: a
/// test must hold at any moment.
package func pause(microseconds: Int) { usleep(UInt32(microseconds)) }

import Glibc

/// Nanoseconds of the clock that is never set back.
func monotonicNanoseconds() -> UInt64 { nanoseconds(of: CLOCK_MONOTONIC) }

/// Nanoseconds of a clock: of time, or of the processor time of a process.
func nanoseconds(of clock: clockid_t) -> UInt64 {
  var time = timespec()
  unsafe clock_gettime(clock, &time)
  return UInt64(time.tv_sec) * 1_000_000_000 + UInt64(time.tv_nsec)
}

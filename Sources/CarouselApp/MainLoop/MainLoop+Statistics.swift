import Carousel
package import Terminal

extension MainLoop {
  /// What became of the frames so far.
  package var statistics: FrameStatistics {
    var statistics = device.screen.statistics
    statistics.compose = tally.compose
    statistics.dropped = tally.dropped
    return statistics
  }

  /// The window at a moment, its composition timed.
  func composed(at now: Timestamp) -> CellBuffer {
    let beginning = MonotonicClock.now()
    let frame = session.composed(at: now)
    tally.compose.add(nanoseconds: beginning.duration(to: MonotonicClock.now()).nanoseconds)
    return frame
  }

  /// Counts the frames that were due since the last one of the same motion.
  func count(_ kind: FrameKind, since last: Timestamp?, at now: Timestamp) {
    defer { lastKind = kind }
    guard kind != .still, lastKind != .still, let last else { return }
    tally.dropped += max(0, Int((last.duration(to: now) / frameInterval).rounded()) - 1)
  }
}

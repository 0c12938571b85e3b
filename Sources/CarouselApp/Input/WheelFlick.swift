import Carousel

/// Distinguishes a touchpad's flick, which is dozens of wheel reports in a row, from the notches of a wheel.
///
/// A flick swipes once. The notches of a wheel are at least about 50 ms apart, and each swipes.
struct WheelFlick: Hashable, Sendable {
  /// The direction in which slides move, in pages.
  enum Direction: Int, Hashable, Sendable {
    case backward = -1
    case forward = 1
  }

  private struct Report: Hashable, Sendable {
    var direction: Direction
    var time: Timestamp
    /// The number of reports in this flick so far, including this one.
    var count: Int
  }

  private var last: Report?

  /// Reports closer together than this are one flick.
  private static let gap: Duration = .milliseconds(40)
  /// After this many reports in a row it is a touchpad, whose last reports are further apart: up to `runGap`.
  private static let run = 4
  private static let runGap: Duration = .milliseconds(200)

  /// Handles a wheel report; returns whether it begins a flick or is a notch.
  mutating func beginsSwipe(_ direction: Direction, at now: Timestamp) -> Bool {
    var report = Report(direction: direction, time: now, count: 1)
    if let last, last.direction == direction,
      last.time.duration(to: now) < (last.count >= WheelFlick.run ? WheelFlick.runGap : WheelFlick.gap)
    {
      report.count = last.count + 1
    }
    last = report
    return report.count == 1
  }
}

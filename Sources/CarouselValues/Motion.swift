/// A motion in one dimension: from a position and velocity to another position, where it comes to rest.
///
/// It is a cubic Hermite segment with an end slope of zero, so a motion that replaces another preserves both position
/// and velocity. A segment that starts towards its target is monotone and never overshoots, because its start slope is
/// at most three times the secant (Fritsch & Carlson, "Monotone Piecewise Cubic Interpolation", 1980). A faster start
/// shortens the motion instead of being slowed down. Only a start away from the target is slowed down, so that the
/// motion turns before the next page.
package struct Motion: Equatable, Sendable {
  /// The initial position, in pages.
  package let from: Double
  /// The final position, in pages.
  package let to: Double
  /// The initial velocity, in pages a second.
  package let velocity: Double
  /// When the motion begins.
  package let start: Timestamp
  /// The duration. Zero or less: the motion ends at once.
  package let duration: Duration
  /// The duration in seconds, which takes as long to compute as the rest of a position.
  private let seconds: Double

  /// Creates a motion with an initial velocity.
  ///
  /// - Parameters:
  ///   - velocity: The velocity in pages a second. It is reduced if it would carry the motion further than `room` away
  ///     from `to`; infinity and NaN count as 0.
  ///   - room: How far, in pages, the motion may go in the wrong direction before it turns, if `velocity` leads away
  ///     from `to`.
  ///   - duration: The longest duration. A high velocity towards `to` shortens it.
  package init(from: Double, to: Double, velocity: Double, room: Double, start: Timestamp, duration: Duration) {
    self.from = from
    self.to = to
    self.start = start
    let distance = to - from
    var duration = duration.bounded
    let seconds = duration.inSeconds
    if seconds <= 0 || !velocity.isFinite {
      self.velocity = 0
    } else if velocity * distance > 0 {
      let steepest = Self.steepest * distance / velocity
      if steepest < seconds { duration = .seconds(steepest) }
      self.velocity = velocity
    } else {
      let limit = Self.steepestAway * max(0, room) / seconds
      self.velocity = max(-limit, min(velocity, limit))
    }
    self.duration = duration
    self.seconds = duration.inSeconds
  }

  /// Returns the initial velocity of a flick from rest: twice the mean velocity, which makes the segment `2s − s²`.
  ///
  /// A key press represents a flick of the finger: in a motion of one page in 0.3 s, the slide has moved by 11 % of a
  /// page a sixtieth of a second after the press, as opposed to 1 % with an ease-in-out curve. Automatic changes begin
  /// at rest instead and so ease in and out (`3s² − 2s³`), as UIKit's animations do by default.
  package static func flick(over distance: Double, in duration: Duration) -> Double {
    let seconds = duration.inSeconds
    return seconds > 0 ? 2 * distance / seconds : 0
  }

  /// Returns a short push against an end and back: from rest to rest, with a velocity that carries it out to `peak`
  /// pages, < 0 backward.
  package static func nudge(by peak: Double, start: Timestamp, duration: Duration) -> Motion {
    let seconds = duration.inSeconds
    let velocity = seconds > 0 ? peak * Self.impulse / seconds : 0
    return Motion(from: 0, to: 0, velocity: velocity, room: abs(peak) * 1.1, start: start, duration: duration)
  }

  /// When the motion ends.
  package var end: Timestamp { duration > .zero ? start.advanced(by: duration) : start }

  /// Returns the position at `now`, in pages: `from` before the motion begins, `to` after it has ended.
  package func position(at now: Timestamp) -> Double {
    guard now < end else { return to }
    let s = progress(at: now)
    let distance = to - from
    let slope = velocity * seconds
    let position = from + distance * s * s * (3 - 2 * s) + slope * s * (1 - s) * (1 - s)
    // Monotone in exact arithmetic; the clamp keeps rounding from carrying it past its target.
    guard slope * distance >= 0, distance != 0 else { return position }
    return distance > 0 ? min(position, to) : max(position, to)
  }

  /// Returns the velocity at `now`, in pages a second.
  package func velocity(at now: Timestamp) -> Double {
    guard now < end else { return 0 }
    let s = progress(at: now)
    return 6 * (to - from) * s * (1 - s) / seconds + velocity * (1 - s) * (1 - 3 * s)
  }

  private func progress(at now: Timestamp) -> Double { max(0, start.duration(to: now).inSeconds / seconds) }

  /// The greatest start slope, as a multiple of the distance, that never overshoots (Fritsch & Carlson).
  package static let steepest = 3.0
  /// The start slope whose excursion is one page: a start slope of one adds `s(1−s)²`, whose maximum is 4/27.
  package static let impulse = 27.0 / 4
  /// The greatest start slope away from the target, per page of room: slightly less than `impulse`, so that the motion
  /// never reaches the next page.
  package static let steepestAway = 0.99 * impulse
}

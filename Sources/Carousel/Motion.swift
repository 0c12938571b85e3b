/// A position over time: from where it is, with the velocity it has, to a whole page, where it stands still.
///
/// It is a cubic Hermite segment whose end slope is zero, so a motion that replaces another keeps position and velocity both.
/// The segment is monotone where it heads for its target (Fritsch & Carlson, "Monotone Piecewise Cubic Interpolation", 1980: a
/// start slope of at most three times the secant, with a flat end), so it never overshoots. A faster start shortens the motion
/// instead of slowing it down. Only a start away from the target is braked, so that it turns before the next page.
struct Motion: Equatable, Sendable {
  /// Where it begins, in pages.
  let from: Double
  /// Where it ends, in pages.
  let to: Int
  /// The velocity it begins with, in pages a second.
  let velocity: Double
  /// When it begins.
  let start: Timestamp
  /// How long it takes; zero or less: it ends at once.
  let duration: Duration

  /// A motion that begins with a velocity.
  ///
  /// - Parameters:
  ///   - room: How far, in pages, it may go the wrong way before it turns, if `velocity` leads away from `to`.
  ///   - duration: How long it takes, if its velocity leaves it that long.
  init(from: Double, to: Int, velocity: Double, room: Double, start: Timestamp, duration: Duration) {
    self.from = from
    self.to = to
    self.start = start
    let distance = Double(to) - from
    let duration = duration.bounded
    let seconds = duration.inSeconds
    guard seconds > 0, velocity.isFinite else {
      self.duration = duration
      self.velocity = 0
      return
    }
    if velocity * distance > 0 {
      let steepest = Self.steepest * distance / velocity
      self.duration = steepest < seconds ? .seconds(steepest) : duration
      self.velocity = velocity
    } else {
      let limit = Self.steepestAway * max(0, room) / seconds
      self.duration = duration
      self.velocity = max(-limit, min(velocity, limit))
    }
  }

  /// The velocity of a slide that is flicked by hand from rest: twice the mean, which makes the segment `2s − s²`.
  ///
  /// A key stands for a finger's flick, and a flicked slide starts at its full speed and runs out: a sixtieth of a second after the
  /// press it has moved by 11 % of a page in 0.3 s, where an ease-in-out would have moved by 1 %. Motion that nobody's hand started
  /// begins at rest instead, and so eases in and out (`3s² − 2s³`) as UIKit's animations do by default.
  static func flick(over distance: Double, in duration: Duration) -> Double {
    let seconds = duration.inSeconds
    return seconds > 0 ? 2 * distance / seconds : 0
  }

  /// A little push against an end, and back: from rest to rest with a velocity that carries it as far as `peak` pages.
  static func nudge(_ direction: Direction, by peak: Double, start: Timestamp, duration: Duration) -> Motion {
    let seconds = duration.inSeconds
    let velocity = seconds > 0 ? direction.sign * peak * Self.impulse / seconds : 0
    return Motion(from: 0, to: 0, velocity: velocity, room: peak * 1.1, start: start, duration: duration)
  }

  /// When it ends.
  var end: Timestamp { duration > .zero ? start.advanced(by: duration) : start }

  /// The position at a moment, in pages: `from` before it begins, `to` when it has ended.
  func position(at now: Timestamp) -> Double {
    guard now < end else { return Double(to) }
    let s = progress(at: now)
    let distance = Double(to) - from
    let slope = velocity * duration.inSeconds
    let position = from + distance * s * s * (3 - 2 * s) + slope * s * (1 - s) * (1 - s)
    // Monotone in exact arithmetic; rounding must not carry it past its target.
    guard slope * distance >= 0, distance != 0 else { return position }
    return distance > 0 ? min(position, Double(to)) : max(position, Double(to))
  }

  /// The velocity at a moment, in pages a second.
  func velocity(at now: Timestamp) -> Double {
    guard now < end else { return 0 }
    let s = progress(at: now)
    return 6 * (Double(to) - from) * s * (1 - s) / duration.inSeconds + velocity * (1 - s) * (1 - 3 * s)
  }

  private func progress(at now: Timestamp) -> Double {
    max(0, start.duration(to: now).inSeconds / duration.inSeconds)
  }

  /// The greatest start slope, in distances, that never overshoots (Fritsch & Carlson).
  static let steepest = 3.0
  /// `s(1−s)²`, what a start slope of one adds, peaks at 4/27; the inverse is the slope that peaks at one page.
  static let impulse = 27.0 / 4
  /// The greatest slope away from the target, in pages of room: short of all the room, so that it never reaches the next page.
  static let steepestAway = 0.99 * impulse
}

/// A motion of several numbers at once: each moves from its current value and velocity to its end, where it comes to
/// rest.
///
/// Each number follows a cubic Hermite segment with an end slope of zero, as in `Motion`, and has its own duration. If
/// several numbers move for the same time, a weighted sum of them that has the same value at both ends and no initial
/// velocity keeps that value throughout. This is how a zoom keeps a point under the pointer.
package struct Glide<Numbers: SIMD & Sendable>: Equatable, Sendable where Numbers.Scalar == Double {
  /// The initial values.
  package let from: Numbers
  /// The final values.
  package var to: Numbers
  /// The initial velocities, per second.
  package var velocity: Numbers
  /// When the motion begins.
  package let start: Timestamp
  /// The duration of each number's motion, in seconds. Zero or less: it is at its end at once.
  package var seconds: Numbers

  /// Creates a glide in which all numbers have the same duration.
  package init(from: Numbers, to: Numbers, velocity: Numbers, start: Timestamp, seconds: Double) {
    self.from = from
    self.to = to
    self.velocity = seconds > 0 ? velocity : .zero
    self.start = start
    self.seconds = Numbers(repeating: seconds)
  }

  /// When the last number comes to rest, to the nanosecond.
  package var end: Timestamp { start.advanced(by: .nanoseconds(Int64((max(0, seconds.max()) * 1e9).roundedToNearest))) }

  /// Returns the values at `now`: `from` before the glide begins, `to` after it has ended.
  package func position(at now: Timestamp) -> Numbers {
    guard now < end else { return to }
    let s = shares(at: now)
    let left: Numbers = .one - s
    let blend: Numbers = s * s * (3 - 2 * s)
    let thrown: Numbers = velocity * seconds * s * left * left
    let position: Numbers = from + (to - from) * blend + thrown
    return position.replacing(with: to, where: s .>= 1)
  }

  /// Returns the velocities at `now`, per second.
  package func velocity(at now: Timestamp) -> Numbers {
    guard now < end else { return .zero }
    let s = shares(at: now)
    let left: Numbers = .one - s
    let blended: Numbers = 6 * (to - from) * s * left / seconds
    let thrown: Numbers = velocity * left * (1 - 3 * s)
    let moving: Numbers = blended + thrown
    return moving.replacing(with: 0, where: s .>= 1)
  }

  /// Returns the initial velocities of a motion that the user starts from rest: twice the mean velocity (see
  /// `Motion.flick`).
  package static func flick(from: Numbers, to: Numbers, seconds: Double) -> Numbers {
    seconds > 0 ? (to - from) * (2 / seconds) : .zero
  }

  private func shares(at now: Timestamp) -> Numbers {
    let elapsed = start.duration(to: now).inSeconds
    let shares = Numbers(repeating: max(0, elapsed)) / seconds
    return shares.clamped(lowerBound: .zero, upperBound: .one).replacing(with: 1, where: seconds .<= 0)
  }
}

extension Glide {
  /// Shortens one number's motion if its initial velocity would make it overshoot, or reduces the velocity if it leads
  /// away from the end.
  ///
  /// - Parameter room: How far the number may move away from its end before it turns; at least 0.
  package mutating func limitOvershoot(_ index: Int, room: Double) {
    let distance = to[index] - from[index]
    let (speed, time) = (velocity[index], seconds[index])
    guard speed != 0, time > 0 else { return }
    if speed * distance > 0 {
      seconds[index] = min(time, Motion.steepest * distance / speed)
    } else {
      let limit = Motion.steepestAway * max(0, room) / time
      velocity[index] = max(-limit, min(speed, limit))
    }
  }
}

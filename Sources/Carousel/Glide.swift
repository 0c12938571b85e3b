/// Numbers that move together: from where they are, with the velocities they have, to where they stand still.
///
/// Each is a cubic Hermite segment with a flat end, as in `Motion`, over seconds of its own. Numbers that move for the same time,
/// with distances and velocities in proportion, stay in proportion: a weighted sum that has the same value at both ends, and no
/// velocity, has it all the way. By that a zoom keeps a point under the pointer.
struct Glide<Numbers: SIMD & Sendable>: Equatable, Sendable where Numbers.Scalar == Double {
  /// Where they begin.
  let from: Numbers
  /// Where they end.
  var to: Numbers
  /// The velocities they begin with, a second.
  var velocity: Numbers
  /// When they begin.
  let start: Timestamp
  /// How long each takes, in seconds; 0 or less: it is at its end at once.
  var seconds: Numbers

  /// A glide in which all numbers take equally long.
  init(from: Numbers, to: Numbers, velocity: Numbers, start: Timestamp, seconds: Double) {
    self.from = from
    self.to = to
    self.velocity = seconds > 0 ? velocity : .zero
    self.start = start
    self.seconds = Numbers(repeating: seconds)
  }

  /// When the last of them stands still, to the nanosecond.
  var end: Timestamp { start.advanced(by: .nanoseconds(Int64((max(0, seconds.max()) * 1e9).roundedToNearest))) }

  /// Where they are at a moment: `from` before the glide begins, `to` when it has ended.
  func position(at now: Timestamp) -> Numbers {
    guard now < end else { return to }
    let s = shares(at: now)
    let left: Numbers = .one - s
    let blend: Numbers = s * s * (3 - 2 * s)
    let thrown: Numbers = velocity * seconds * s * left * left
    let position: Numbers = from + (to - from) * blend + thrown
    return position.replacing(with: to, where: s .>= 1)
  }

  /// How fast they are at a moment, a second.
  func velocity(at now: Timestamp) -> Numbers {
    guard now < end else { return .zero }
    let s = shares(at: now)
    let left: Numbers = .one - s
    let blended: Numbers = 6 * (to - from) * s * left / seconds
    let thrown: Numbers = velocity * left * (1 - 3 * s)
    let moving: Numbers = blended + thrown
    return moving.replacing(with: 0, where: s .>= 1)
  }

  /// The mean velocity doubled: how fast they begin that are moved by hand from rest (see `Motion.flick`).
  static func flick(from: Numbers, to: Numbers, seconds: Double) -> Numbers {
    seconds > 0 ? (to - from) * (2 / seconds) : .zero
  }

  private func shares(at now: Timestamp) -> Numbers {
    let elapsed = start.duration(to: now).inSeconds
    let shares = Numbers(repeating: max(0, elapsed)) / seconds
    return shares.clamped(lowerBound: .zero, upperBound: .one).replacing(with: 1, where: seconds .<= 0)
  }
}

extension Glide {
  /// Shortens one number's time, if it begins so fast that it would overshoot, or brakes it, if it leads away from its end.
  ///
  /// - Parameter room: How far it may go beyond its end or away from it before it turns, at least 0.
  mutating func settle(_ index: Int, room: Double) {
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

extension SIMD where Scalar == Double {
  /// Ones.
  static var one: Self { Self(repeating: 1) }
}

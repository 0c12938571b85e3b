import CarouselValues

/// A motion from one pose to another, in which the zoom changes evenly: by equal factors in equal times, apart from
/// easing.
///
/// The logarithm of the zoom is what moves. The position follows the zoom, linear in its inverse, so that a point that is
/// at the same place of the viewport at both ends stays there throughout. Velocity that does not belong to the zoom
/// decays beside it.
struct ZoomMotion: Equatable, Sendable {
  private let start: ZoomPose
  /// The pose in which the motion ends.
  let to: ZoomPose
  /// The change of the position by that of the inverse zoom.
  private let slope: SIMD2<Double>
  /// x and y without what follows the zoom, and the binary logarithm of the inverse zoom relative to its start; the last
  /// element is unused.
  private var glide: Glide<SIMD4<Double>>

  /// Creates a motion.
  ///
  /// - Parameters:
  ///   - velocity: The initial velocities of x, y and the inverse zoom, per second; nil for those of a flick from rest.
  ///   - seconds: The longest durations of x, y and the zoom. A high velocity shortens them.
  ///   - room: How far x and y may move in the wrong direction before they turn while the zoom does not change.
  init(
    from: ZoomPose, to: ZoomPose, velocity: SIMD4<Double>?, start now: Timestamp, seconds: SIMD4<Double>,
    room: SIMD2<Double>
  ) {
    start = from
    self.to = to
    let change = to.inverse - from.inverse
    slope = change == 0 ? .zero : SIMD2(to.x - from.x, to.y - from.y) / change
    let end = SIMD4(
      to.x - slope[0] * change, to.y - slope[1] * change,
      change == 0 ? 0 : (to.inverse / from.inverse).binaryLogarithm, 0)
    let origin = SIMD4(from.x, from.y, 0, 0)
    var initial = Glide.flick(from: origin, to: end, seconds: seconds.max())
    if let velocity {
      initial = SIMD4(
        velocity[0] - slope[0] * velocity[2], velocity[1] - slope[1] * velocity[2],
        velocity[2] / (from.inverse * Double.logarithmOfTwo), 0)
    }
    glide = Glide(from: origin, to: end, velocity: initial, start: now, seconds: seconds.max())
    glide.seconds = seconds
    if change == 0, glide.velocity[2] == 0 {
      for index in 0...1 { glide.limitOvershoot(index, room: room[index]) }
    } else {
      // Half a doubling.
      glide.limitOvershoot(2, room: 0.5)
    }
    // Numbers that do not change must not prolong the motion and so delay the steady state.
    for index in 0..<4 where glide.from[index] == glide.to[index] && glide.velocity[index] == 0 {
      glide.seconds[index] = 0
    }
  }

  var end: Timestamp { glide.end }

  /// Whether there is anything to move.
  var isEmpty: Bool { glide.seconds.max() <= 0 }

  /// Whether the position changes along an axis.
  func moves(along axis: Axis) -> Bool { axis == .horizontal ? start.x != to.x : start.y != to.y }

  func pose(at now: Timestamp) -> ZoomPose {
    guard now < glide.end else { return to }
    let numbers = glide.position(at: now)
    let inverse = inverse(numbers)
    let followed = slope * (inverse - start.inverse)
    return ZoomPose(x: numbers[0] + followed[0], y: numbers[1] + followed[1], inverse: inverse)
  }

  /// Returns the velocities of x, y and the inverse zoom at `now`, per second.
  func velocity(at now: Timestamp) -> SIMD4<Double> {
    guard now < glide.end else { return .zero }
    let velocity = glide.velocity(at: now)
    let zooming = inverse(glide.position(at: now)) * Double.logarithmOfTwo * velocity[2]
    return SIMD4(velocity[0] + slope[0] * zooming, velocity[1] + slope[1] * zooming, zooming, 0)
  }

  private func inverse(_ numbers: SIMD4<Double>) -> Double {
    if numbers[2] == glide.to[2] { return to.inverse }
    return start.inverse * numbers[2].exponentialOfTwo
  }
}

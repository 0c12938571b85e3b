import CarouselValues

enum ZoomPhase: Equatable, Sendable {
  /// The content has been at rest since a timestamp.
  /// Next: `dragging` (grabbed by a pointer), `moving` (a zoom, a pan, a nudge against an edge).
  case resting(ZoomPose, since: Timestamp)

  /// A pointer holds the content.
  /// Next: `moving` (released, or overridden by a key), `resting` (released where it may rest).
  case dragging(ZoomHold)

  /// The content moves without a pointer holding it.
  /// Next: `resting` (arrived), `dragging` (grabbed), `moving` (redirected).
  case moving(ZoomMotion)

  var isMoving: Bool { if case .moving = self { true } else { false } }

  var hold: ZoomHold? { if case .dragging(let hold) = self { hold } else { nil } }
}

/// A hold of the content by a pointer.
struct ZoomHold: Equatable, Sendable {
  /// The grabbed point of the content, as fractions of its size.
  var share: SlidePoint
  /// The inverse of the zoom at the grab.
  var inverse: Double
  /// The pose of the content at the grab. If it is beyond an edge, there is no resistance up to this place.
  var origin: ZoomPose
  var pointer: SlidePoint
  /// The current distance of two pointers divided by the distance at the grab.
  var scale = 1.0
  /// The pull that was last reported; nil before the first one.
  var reportedPull: Double?
}

extension ZoomGeometry {
  func hold(at pointer: SlidePoint, _ pose: ZoomPose, reportedPull: Double?) -> ZoomHold {
    let share = share(at: pointer, pose)
    return ZoomHold(
      share: share, inverse: pose.inverse, origin: pose, pointer: pointer, reportedPull: reportedPull)
  }

  /// Returns a hold that continues with other content at the same pull.
  func hold(_ old: ZoomHold, on pose: ZoomPose, pull: Double, _ settings: ZoomMachine.Settings) -> ZoomHold {
    var pulled = pose
    let index = settings.swipeAxis == .horizontal ? 0 : 1
    pulled.numbers[index] -= shares(of: SlidePoint(x: pull, y: pull), inverse: pose.inverse)[settings.swipeAxis]
    return ZoomHold(
      share: share(at: old.pointer, pulled), inverse: pose.inverse * old.scale, origin: pose, pointer: old.pointer,
      scale: old.scale, reportedPull: old.reportedPull)
  }

  /// Returns the pose of held content, and the pull of its edge along the swipe axis, in units of the viewport, > 0
  /// right or down.
  func dragged(_ hold: ZoomHold, _ settings: ZoomMachine.Settings) -> (pose: ZoomPose, pull: Double) {
    guard !isEmpty else { return (home, 0) }
    let inverse = yielding(hold.inverse / hold.scale, hold.origin.inverse)
    let free = pose(showing: hold.share, at: hold.pointer, inverse: inverse)
    var (shown, pull) = (free, 0.0)
    for (index, axis) in Axis.allCases.enumerated() {
      let middles = middles(axis, inverse: inverse)
      let origin = hold.origin.numbers[index]
      let edge = max(min(middles.lowerBound, origin), min(free.numbers[index], max(middles.upperBound, origin)))
      let units = (free.numbers[index] - edge) * base.size[axis] / inverse
      shown.numbers[index] = edge
      guard abs(units) > 1e-9 else { continue }
      let isLocked = settings.isLocked && inverse < 1 - 1e-9
      if axis == settings.swipeAxis, !isLocked {
        pull = -units
      } else {
        let yielded = RubberBand().offset(pull: units / viewport[axis]) * viewport[axis]
        shown.numbers[index] += yielded * inverse / base.size[axis]
      }
    }
    return (shown, pull)
  }

  /// Returns the inverse zoom to show for the one that the pointers request, with rubber-band resistance beyond the
  /// least and the greatest zoom.
  private func yielding(_ inverse: Double, _ origin: Double) -> Double {
    let (lower, upper) = (min(inverses.lowerBound, origin), max(inverses.upperBound, origin))
    if inverse < lower { return lower / (1 + RubberBand().offset(pull: lower / inverse - 1)) }
    if inverse > upper { return upper * (1 + RubberBand().offset(pull: inverse / upper - 1)) }
    return inverse
  }
}

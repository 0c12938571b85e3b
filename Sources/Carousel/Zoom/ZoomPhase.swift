/// What a zoom is doing.
enum ZoomPhase: Equatable, Sendable {
  /// The content stands still since a moment.
  ///
  /// Next: `held` (a pointer takes hold), `moving` (a zoom, a pan, a nudge against an edge).
  case resting(ZoomPlace, since: Timestamp)

  /// A pointer holds the content.
  ///
  /// Next: `moving` (let go, or a key takes over), `resting` (let go where it may rest).
  case held(ZoomHold)

  /// The content moves without a hand.
  ///
  /// Next: `resting` (landed), `held` (caught), `moving` (retargeted).
  case moving(Glide<SIMD4<Double>>)

  /// Whether the content moves without a hand.
  var isMoving: Bool {
    switch self {
    case .moving: true
    case .resting, .held: false
    }
  }

  /// The pointer's hold.
  var hold: ZoomHold? {
    switch self {
    case .held(let hold): hold
    case .resting, .moving: nil
    }
  }
}

/// A pointer's hold on content.
struct ZoomHold: Equatable, Sendable {
  /// The share of the content that was taken hold of.
  var share: SlidePoint
  /// One over the zoom at which it was.
  var inverse: Double
  /// Where the content was then. It may be beyond an edge: that much is free.
  var origin: ZoomPlace
  /// Where the pointer is.
  var pointer: SlidePoint
  /// How many times further apart two pointers are than when they took hold.
  var scale = 1.0
  /// The pull that was reported last; nil: none yet.
  var reportedPull: Double?
}

extension ZoomGeometry {
  /// A hold of content at a place.
  func hold(at pointer: SlidePoint, _ place: ZoomPlace) -> ZoomHold {
    ZoomHold(share: share(at: pointer, place), inverse: place.inverse, origin: place, pointer: pointer)
  }

  /// A hold that goes on with other content, and pulls as it did.
  func hold(_ old: ZoomHold, on place: ZoomPlace, pull: Double, _ settings: ZoomMachine.Settings) -> ZoomHold {
    var pulled = place
    switch settings.swipeAxis {
    case .horizontal: pulled.x -= shares(of: SlidePoint(x: pull, y: 0), inverse: place.inverse).x
    case .vertical: pulled.y -= shares(of: SlidePoint(x: 0, y: pull), inverse: place.inverse).y
    }
    return ZoomHold(
      share: share(at: old.pointer, pulled), inverse: place.inverse * old.scale, origin: place, pointer: old.pointer,
      scale: old.scale, reportedPull: old.reportedPull)
  }

  /// Where held content shows, and how far its edge is pulled along the swipe axis, in units, > 0 right or down.
  func held(_ hold: ZoomHold, _ settings: ZoomMachine.Settings) -> (place: ZoomPlace, pull: Double) {
    guard !isEmpty else { return (home, 0) }
    let inverse = yielding(hold.inverse / hold.scale, hold.origin.inverse)
    let free = place(showing: hold.share, at: hold.pointer, inverse: inverse)
    var (shown, pull) = (free, 0.0)
    for (index, axis) in [CarouselMachine.Layout.Axis.horizontal, .vertical].enumerated() {
      let middles = middles(axis, inverse: inverse)
      let origin = hold.origin.numbers[index]
      let edge = max(min(middles.lowerBound, origin), min(free.numbers[index], max(middles.upperBound, origin)))
      let units = (free.numbers[index] - edge) * (axis == .horizontal ? base.width : base.height) / inverse
      shown.numbers[index] = edge
      guard abs(units) > 1e-9 else { continue }
      let isLocked = settings.isLocked && inverse < 1 - 1e-9
      if axis == settings.swipeAxis, !isLocked {
        pull = -units
      } else {
        let extent = axis == .horizontal ? viewport.width : viewport.height
        let yielded = RubberBand.offset(pull: units / extent) * extent
        shown.numbers[index] += yielded * inverse / (axis == .horizontal ? base.width : base.height)
      }
    }
    return (shown, pull)
  }

  /// One over the zoom that shows where the hand asks for another: beyond the least and the greatest ever less.
  private func yielding(_ inverse: Double, _ origin: Double) -> Double {
    let (lower, upper) = (min(inverses.lowerBound, origin), max(inverses.upperBound, origin))
    if inverse < lower { return lower / (1 + RubberBand.offset(pull: lower / inverse - 1)) }
    if inverse > upper { return upper * (1 + RubberBand.offset(pull: inverse / upper - 1)) }
    return inverse
  }
}

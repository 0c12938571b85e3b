import CarouselValues

/// The scroll position of a grid over time, in rows before the viewport's edge.
enum GridScroll: Equatable, Sendable {
  /// The position is at rest, or on its way to it.
  case gliding(Glide<SIMD2<Double>>)
  /// A pointer holds the grid.
  case held(Hold)

  /// A hold by a pointer.
  struct Hold: Equatable, Sendable {
    /// The position at the grab, without resistance.
    var origin: Double
    /// Where the pointer grabbed the grid.
    var grabbed: SlidePoint
    /// Where the pointer is.
    var pointer: SlidePoint
  }

  /// A position at rest.
  static func resting(at top: Double, since now: Timestamp) -> GridScroll {
    .gliding(Glide(from: SIMD2(top, 0), to: SIMD2(top, 0), velocity: .zero, start: now, seconds: 0))
  }

  /// Returns the position at `now`.
  func position(at now: Timestamp, _ layout: GridMachine.Layout) -> Double {
    switch self {
    case .gliding(let glide): glide.position(at: now)[0]
    case .held(let hold):
      layout.resisting(
        hold.origin
          + layout.rows(
            forTranslation: SlidePoint(x: hold.pointer.x - hold.grabbed.x, y: hold.pointer.y - hold.grabbed.y)))
    }
  }

  /// Returns the velocity at `now`, in rows a second; 0 in a hold.
  func velocity(at now: Timestamp) -> Double {
    switch self {
    case .gliding(let glide): glide.velocity(at: now)[0]
    case .held: 0
    }
  }

  /// Returns the position in which the grid comes to rest if no event comes.
  func destination(_ layout: GridMachine.Layout) -> Double {
    switch self {
    case .gliding(let glide): glide.to[0]
    case .held: layout.resting(top: position(at: .zero, layout))
    }
  }

  /// Returns whether the grid moves at `now` without a pointer holding it.
  func isMoving(at now: Timestamp) -> Bool {
    switch self {
    case .gliding(let glide): glide.end > now
    case .held: false
    }
  }

  /// Whether a pointer holds the grid.
  var isHeld: Bool {
    switch self {
    case .gliding: false
    case .held: true
    }
  }
}

extension GridMachine.Layout {
  /// Returns the position to show for one that a pointer pulls to, with rubber-band resistance beyond the ends.
  func resisting(_ top: Double) -> Double {
    let end = bounded(top: top)
    return end + RubberBand().offset(pull: (top - end) / rowsPerPage) * rowsPerPage
  }

  /// Returns the position to which a pointer pulls where one is shown: the inverse of `resisting`.
  func pulled(_ top: Double) -> Double {
    let end = bounded(top: top)
    return end + RubberBand().pull(offset: (top - end) / rowsPerPage) * rowsPerPage
  }
}

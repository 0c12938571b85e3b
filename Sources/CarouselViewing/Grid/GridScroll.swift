import CarouselValues

/// The scroll position of a grid over time, in rows before the viewport's edge.
enum GridScroll: Equatable, Sendable {
  /// The position is at rest, or on its way to it.
  case gliding(Motion)
  /// A pointer holds the grid.
  case held(Hold)

  struct Hold: Equatable, Sendable {
    /// The position at the grab, without resistance.
    var origin: Double
    var grabbed: SlidePoint
    var pointer: SlidePoint
  }

  static func resting(at top: Double, since now: Timestamp) -> GridScroll {
    .gliding(Motion(from: top, to: top, velocity: 0, room: 0, start: now, duration: .zero))
  }

  func position(at now: Timestamp, _ layout: GridMachine.Layout) -> Double {
    switch self {
    case .gliding(let motion): motion.position(at: now)
    case .held(let hold): layout.resisting(hold.origin + layout.rows(forTranslation: hold.pointer - hold.grabbed))
    }
  }

  /// Returns the velocity at `now`, in rows a second; 0 in a hold.
  func velocity(at now: Timestamp) -> Double {
    if case .gliding(let motion) = self { motion.velocity(at: now) } else { 0 }
  }

  /// Returns the position in which the grid comes to rest if no event comes.
  func destination(_ layout: GridMachine.Layout) -> Double {
    switch self {
    case .gliding(let motion): motion.to
    case .held: layout.resting(top: position(at: .zero, layout))
    }
  }

  /// Returns whether the grid moves at `now` without a pointer holding it.
  func isMoving(at now: Timestamp) -> Bool { if case .gliding(let motion) = self { motion.end > now } else { false } }

  var isHeld: Bool { if case .held = self { true } else { false } }
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

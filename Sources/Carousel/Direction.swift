extension CarouselMachine {
  /// A direction along the slides.
  public enum Direction: Hashable, Sendable, CaseIterable {
    /// Towards the next slide.
    case forward
    /// Towards the previous slide.
    case backward

    /// The other direction.
    public var opposite: Direction {
      switch self {
      case .forward: .backward
      case .backward: .forward
      }
    }

    /// The direction of a number of pages; nil for none.
    init?(of pages: Int) {
      guard pages != 0 else { return nil }
      self = pages > 0 ? .forward : .backward
    }

    /// The direction of a distance in pages, or of a velocity; nil for zero and for NaN.
    init?(of distance: Double) {
      guard distance != 0, !distance.isNaN else { return nil }
      self = distance > 0 ? .forward : .backward
    }

    /// One page this way.
    var page: Int {
      switch self {
      case .forward: 1
      case .backward: -1
      }
    }

    /// One page this way, as a distance.
    var sign: Double { Double(page) }
  }
}

typealias Direction = CarouselMachine.Direction

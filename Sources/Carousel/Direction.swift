extension CarouselMachine {
  /// A direction along the slides. There will be no other cases.
  public enum Direction: String, Hashable, Sendable, CaseIterable {
    /// Towards the next slide.
    case forward
    /// Towards the previous slide.
    case backward

    /// The other direction.
    public var opposite: Direction { self == .forward ? .backward : .forward }

    /// Creates the direction of a number of pages; nil for zero.
    init?(of pages: Int) { self.init(of: Double(pages)) }

    /// Creates the direction of a distance in pages or of a velocity; nil for zero and for NaN.
    init?(of distance: Double) {
      guard distance != 0, !distance.isNaN else { return nil }
      self = distance > 0 ? .forward : .backward
    }

    /// One page in this direction: 1 or −1.
    var page: Int { self == .forward ? 1 : -1 }

    var sign: Double { Double(page) }
  }
}

typealias Direction = CarouselMachine.Direction

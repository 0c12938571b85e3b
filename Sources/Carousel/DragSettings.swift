import CarouselValues

extension CarouselMachine.Settings {
  /// How slides follow a pointer, and where they go when it releases them.
  ///
  /// ```swift
  /// settings.drag.releaseDistance = 0.3               // a third of a page is enough
  /// settings.drag.maximumPages = 3                    // a fast throw takes up to three pages
  /// ```
  public struct Drag: Hashable, Sendable {
    /// The share of a page from which a slow release goes to the next one rather than back, 0.05…0.95.
    public var releaseDistance: Double
    /// The least velocity, in pages a second, at which a release goes to the next page in its direction, however short
    /// the drag. Android's ViewPager requires 400 dp a second, about the width of a phone.
    public var flingVelocity: Double
    /// The greatest number of pages that a throw may take, 1…1000.
    public var maximumPages: Int
    /// Where slides come to rest that a pointer releases, or that scroll.
    public var landing: Landing
    /// Whether slides can be pulled beyond an end, against resistance, and are nudged there by a move.
    public var bounces: Bool
    /// How easily slides yield to a pull beyond an end, 0.05…1: the share of its first movement that they follow, which
    /// decreases with the distance. Apple's scroll views have 0.55.
    public var elasticity: Double
    /// How far a pointer must move, across or down, before a `PointerGesture` is a drag, in units of the viewport, ≥ 0:
    /// touch slop. Android has 8 dp, UIKit 10 points.
    public var slop: Double
    /// Whether a `PointerGesture` that begins across the slides leaves them where they are, for the page around them.
    public var locksAxis: Bool

    /// Creates settings; by default a release goes to the nearest page or, from one page a second on, to the next one,
    /// and slides bounce at the ends. Pointers drag from their first movement along the slides. Values out of range are
    /// clamped on use.
    public init(
      releaseDistance: Double = 0.5, flingVelocity: Double = 1, maximumPages: Int = 1, landing: Landing = .page,
      bounces: Bool = true, elasticity: Double = 0.55, slop: Double = 0, locksAxis: Bool = true
    ) {
      self.releaseDistance = releaseDistance
      self.flingVelocity = flingVelocity
      self.maximumPages = maximumPages
      self.landing = landing
      self.bounces = bounces
      self.elasticity = elasticity
      self.slop = slop
      self.locksAxis = locksAxis
    }

    /// Where slides come to rest. Later versions may add cases.
    @nonexhaustive
    public enum Landing: String, Hashable, Sendable, CaseIterable {
      /// On a page, at most `maximumPages` away.
      case page
      /// On the page nearest to where their momentum carries them: 0.3 s at the velocity of the release, in 0.9 s.
      case momentum
      /// Where their momentum carries them, also between two pages. Moves and jumps lead to pages as ever.
      case free
    }

    var releaseLimit: Double { releaseDistance.isNaN ? 0.5 : max(0.05, min(releaseDistance, 0.95)) }

    var minimumVelocity: Double { flingVelocity.isNaN ? 1 : max(0, flingVelocity) }

    var pageLimit: Int { max(1, min(maximumPages, CarouselMachine.maximumTravel)) }

    /// The resistance beyond an end; nil if slides cannot be pulled there.
    var rubberBand: RubberBand? {
      bounces ? RubberBand(elasticity: elasticity.isNaN ? 0.55 : max(0.05, min(elasticity, 1))) : nil
    }
  }
}

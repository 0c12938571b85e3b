extension CarouselMachine {
  /// The settings of a carousel, which a host may change at any time with `Event.configure`.
  public struct Settings: Hashable, Sendable {
    /// How long a slide rests before the next one comes; nil for no auto-advance. Values below `minimumInterval` are
    /// raised to it.
    public var interval: Duration?
    /// The lower limit of `interval`.
    public var minimumInterval: Duration
    /// The direction of auto-advance. Without wrapping, it is reversed at the ends.
    public var heading: Direction
    /// Whether the last slide is followed by the first. Otherwise a drag beyond an end meets rubber-band resistance (with
    /// `bounces`), and auto-advance goes back and forth.
    public var wraps: Bool
    /// Whether slides can be pulled beyond an end, against resistance, and are nudged there by a move.
    public var bounces: Bool
    /// How far a release at a velocity throws the slides.
    public var fling: Fling
    /// How slides change, unless the slide that comes in has its own transition in `slides`.
    public var transition: TransitionSettings
    /// The positions and sizes of slides.
    public var layout: Layout
    /// What single slides have in place of these settings, by index. Indices without a slide are ignored. A reload
    /// keeps or replaces them: see `Event.reload`.
    public var slides: [Int: SlideSettings]

    /// Creates settings; by default auto-advance every 5 s (at least 2 s), forward, with wrapping, the `slide` transition and
    /// one slide in view.
    public init(
      interval: Duration? = .seconds(5), minimumInterval: Duration = .seconds(2), heading: Direction = .forward,
      wraps: Bool = true, transition: TransitionSettings = .slide, layout: Layout = Layout(), bounces: Bool = true,
      fling: Fling = Fling(), slides: [Int: SlideSettings] = [:]
    ) {
      self.interval = interval
      self.minimumInterval = minimumInterval
      self.heading = heading
      self.wraps = wraps
      self.bounces = bounces
      self.fling = fling
      self.transition = transition
      self.layout = layout
      self.slides = slides
    }

    /// How far a release at a velocity throws the slides.
    public struct Fling: Hashable, Sendable {
      /// The greatest number of pages that a throw may take, 1…1000.
      public var maximumPages: Int
      /// The least velocity, in pages a second, at which a release goes to the next page in its direction, however
      /// short the drag. Android's ViewPager requires 400 dp a second, about the width of a phone.
      public var threshold: Double

      /// Creates a fling; by default one page, from one page a second on. Values out of range are clamped on use.
      public init(maximumPages: Int = 1, threshold: Double = 1) {
        self.maximumPages = maximumPages
        self.threshold = threshold
      }

      /// `maximumPages`, clamped to its range.
      var pageLimit: Int { max(1, min(maximumPages, CarouselMachine.maximumTravel)) }

      /// `threshold`, at least zero.
      var minimumVelocity: Double { threshold.isNaN ? 1 : max(0, threshold) }
    }

    /// The interval in force: `interval`, at least `minimumInterval`; nil if `interval` is nil or the result is not
    /// positive. Slides may have their own: see `effectiveInterval(of:)`.
    public var effectiveInterval: Duration? { interval.flatMap(inForce) }
  }
}

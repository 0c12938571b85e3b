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
    /// Whether the last slide is followed by the first. Otherwise a drag beyond an end meets rubber-band resistance (see
    /// `Drag.bounces`), and auto-advance goes back and forth or stops.
    public var wraps: Bool
    /// Whether auto-advance stops at an end rather than turning back.
    public var stopsAtEnd: Bool
    /// The velocity of a ticker, in views a second; 0 for none. In place of auto-advance, slides then move along at this
    /// velocity. A pause stops them where they are.
    public var tickerVelocity: Double
    /// How slides follow a pointer, and where they go when it releases them.
    public var drag: Drag
    /// How slides change, unless the slide that comes in has its own transition in `slides`.
    public var transition: TransitionSettings
    /// The positions and sizes of slides.
    public var layout: Layout
    /// The number of slides to load beyond those in view at rest, in the direction of travel, 0…32: see `SlideDemand.upcoming`.
    public var preloadAhead: Int
    /// The number of slides to load in the other direction, 0…32.
    public var preloadBehind: Int
    /// What single slides have in place of these settings, by index. Indices without a slide are ignored. A reload
    /// keeps or replaces them: see `Event.reload`.
    public var slides: [Int: SlideSettings]

    /// Creates settings; by default auto-advance every 5 s (at least 2 s), forward, with wrapping, the `slide` transition and
    /// one slide in view. Two slides ahead and one behind are loaded.
    public init(
      interval: Duration? = .seconds(5), minimumInterval: Duration = .seconds(2), heading: Direction = .forward,
      wraps: Bool = true, stopsAtEnd: Bool = false, tickerVelocity: Double = 0, transition: TransitionSettings = .slide,
      layout: Layout = Layout(), drag: Drag = Drag(), preloadAhead: Int = 2, preloadBehind: Int = 1,
      slides: [Int: SlideSettings] = [:]
    ) {
      self.interval = interval
      self.minimumInterval = minimumInterval
      self.heading = heading
      self.wraps = wraps
      self.stopsAtEnd = stopsAtEnd
      self.tickerVelocity = tickerVelocity
      self.drag = drag
      self.preloadAhead = preloadAhead
      self.preloadBehind = preloadBehind
      self.transition = transition
      self.layout = layout
      self.slides = slides
    }

    /// The interval in force: `interval`, at least `minimumInterval`; nil if `interval` is nil or the result is not
    /// positive. Slides may have their own: see `effectiveInterval(of:)`.
    public var effectiveInterval: Duration? { interval.flatMap(inForce) }

    /// Returns whether the last of a number of slides is followed by the first. Slides that are contained in the view
    /// do not move round.
    func wraps(_ count: Int) -> Bool { wraps && !(layout.isContained && layout.fits(count)) }
  }
}

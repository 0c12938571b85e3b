extension CarouselMachine {
  /// What a host may set, at any time, with `Event.configure`.
  public struct Settings: Hashable, Sendable {
    /// How long a slide rests before the next one comes; nil: no auto-advance. Values below `minimumInterval` are raised to it.
    public var interval: Duration?
    /// The shortest interval in force.
    public var minimumInterval: Duration
    /// The direction of auto-advance. Without wrap it turns at the ends.
    public var heading: Direction
    /// Whether the last slide is followed by the first. Otherwise the ends yield to a pull, and auto-advance goes to and fro.
    public var wraps: Bool
    /// How slides change.
    public var mode: ChangeMode
    /// Where slides stand.
    public var layout: Layout

    /// Settings; by default every 5 s (at least 2 s), forward, endless, sliding, one slide in view.
    public init(
      interval: Duration? = .seconds(5), minimumInterval: Duration = .seconds(2), heading: Direction = .forward,
      wraps: Bool = true, mode: ChangeMode = .slide, layout: Layout = Layout()
    ) {
      self.interval = interval
      self.minimumInterval = minimumInterval
      self.heading = heading
      self.wraps = wraps
      self.mode = mode
      self.layout = layout
    }

    /// The interval in force: `interval`, at least `minimumInterval`; nil if there is none or it is not positive.
    public var effectiveInterval: Duration? {
      guard let interval else { return nil }
      let effective = max(interval, minimumInterval)
      return effective > .zero ? effective : nil
    }
  }
}

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
    /// Whether the last slide is followed by the first. Otherwise a drag beyond an end meets rubber-band resistance,
    /// and auto-advance goes back and forth.
    public var wraps: Bool
    /// How slides change.
    public var mode: ChangeMode
    /// The positions and sizes of slides.
    public var layout: Layout

    /// Creates settings; by default auto-advance every 5 s (at least 2 s), forward, with wrapping, the `slide` mode and
    /// one slide in view.
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

    /// The interval in force: `interval`, at least `minimumInterval`; nil if `interval` is nil or the result is not
    /// positive.
    public var effectiveInterval: Duration? {
      guard let interval else { return nil }
      let effective = max(interval, minimumInterval)
      return effective > .zero ? effective : nil
    }
  }
}

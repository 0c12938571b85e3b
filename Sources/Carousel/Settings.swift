/// What a carousel's owner may set, at any time.
public struct Settings: Hashable, Sendable {
  /// How long a slide rests before the next; nil: no auto-advance. Raised to `minimumInterval` where it is less.
  public var interval: Duration?
  /// The least interval.
  public var minimumInterval: Duration
  /// Whether the last slide is followed by the first.
  public var wraps: Bool
  /// How slides change.
  public var mode: ChangeMode
  /// How long after the last arrow key a drag by keys ends; zero or less: keys hold nothing.
  public var keyReleaseDelay: Duration

  /// Settings; by default 5 s, at least 2 s, endless, sliding, 400 ms.
  public init(
    interval: Duration? = .seconds(5), minimumInterval: Duration = .seconds(2), wraps: Bool = true,
    mode: ChangeMode = .slide, keyReleaseDelay: Duration = .milliseconds(400)
  ) {
    self.interval = interval
    self.minimumInterval = minimumInterval
    self.wraps = wraps
    self.mode = mode
    self.keyReleaseDelay = keyReleaseDelay
  }

  /// The interval in force: `interval`, at least `minimumInterval`. Nil: no auto-advance, also if that leaves no time at all.
  public var effectiveInterval: Duration? {
    guard let interval else { return nil }
    let effective = max(interval, minimumInterval)
    return effective > .zero ? effective : nil
  }
}

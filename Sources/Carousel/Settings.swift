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
  /// How long after the last arrow key a drag by keys ends.
  public var keyReleaseDelay: Duration

  /// The defaults: 5 s, at least 2 s, endless, sliding, 400 ms.
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
}

/// Why auto-advance stands still. It runs only when there is no reason at all.
public enum PauseReason: Hashable, Sendable, CaseIterable {
  /// The user said so; only the user takes it back.
  case user
  /// A finger, or an arrow key, holds the slide.
  case drag
  /// The full-window viewer is open.
  case viewer
  /// The picture is zoomed.
  case zoom
  /// Nobody can see it: suspended, or the window is too small.
  case hidden
}

/// How the carousel changes from one slide to the next: the transition, its durations and the drift of slides at rest.
///
/// ```swift
/// var settings = CarouselMachine.Settings()
/// settings.transition = .fade
/// settings.transition.userDuration = .milliseconds(200)
/// ```
public struct TransitionSettings: Hashable, Sendable {
  /// The transition, which determines how slides look during the change.
  public var style: SlideTransition
  /// The duration of a change by the user or the host. Zero or less: at once.
  public var userDuration: Duration
  /// The duration of a change by auto-advance. Zero or less: at once.
  public var automaticDuration: Duration
  /// The slow zoom and pan of a slide at rest; nil if it does not move.
  public var drift: Drift?

  /// Creates settings; by default every change takes 0.3 s, and slides at rest do not drift.
  public init(
    _ style: SlideTransition, userDuration: Duration = .milliseconds(300),
    automaticDuration: Duration = .milliseconds(300), drift: Drift? = nil
  ) {
    self.style = style
    self.drift = drift
    self.userDuration = userDuration
    self.automaticDuration = automaticDuration
  }

  /// Slides move along side by side, in 0.3 s.
  public static let slide = TransitionSettings(.slide)
  /// Slides dissolve into each other: in 0.3 s if the user or the host changes them, in 1.2 s by auto-advance.
  public static let fade = TransitionSettings(.fade, automaticDuration: .milliseconds(1200))
  /// Like `fade`, with a slow zoom and pan of slides at rest.
  public static let drift = TransitionSettings(.fade, automaticDuration: .milliseconds(1200), drift: Drift())
  /// Slides change at once, without motion. They still follow a pointer that drags them.
  public static let none = TransitionSettings(.slide, userDuration: .zero, automaticDuration: .zero)
}

/// How one slide gives way to the next: how it looks and how long it takes.
///
/// ```swift
/// var settings = CarouselMachine.Settings()
/// settings.mode = .fade
/// settings.mode.handDuration = .milliseconds(200)
/// ```
public struct ChangeMode: Hashable, Sendable {
  /// How the slides look on the way.
  public var transition: SlideTransition
  /// How long a change by hand or by the program takes; zero or less: it happens at once.
  public var handDuration: Duration
  /// How long auto-advance takes for a change; zero or less: it happens at once.
  public var automaticDuration: Duration
  /// How a slide moves while it rests; nil: it stands still.
  public var drift: Drift?

  /// A mode; by default 0.3 s for every change, and slides at rest stand still.
  public init(
    _ transition: SlideTransition, handDuration: Duration = .milliseconds(300),
    automaticDuration: Duration = .milliseconds(300), drift: Drift? = nil
  ) {
    self.transition = transition
    self.drift = drift
    self.handDuration = handDuration
    self.automaticDuration = automaticDuration
  }

  /// The slides move along: 0.3 s.
  public static let slide = ChangeMode(.slide)
  /// The slides dissolve: 0.3 s by hand, 1.2 s by auto-advance.
  public static let fade = ChangeMode(.fade, automaticDuration: .milliseconds(1200))
  /// As `fade`, with a slow zoom and pan while a slide rests.
  public static let drift = ChangeMode(.fade, automaticDuration: .milliseconds(1200), drift: Drift())
  /// No motion: slides change at once. They still follow a pointer that drags them.
  public static let none = ChangeMode(.slide, handDuration: .zero, automaticDuration: .zero)
}

extension CarouselMachine {
  /// What a slide has in place of the carousel's settings.
  ///
  /// ```swift
  /// var settings = CarouselMachine.Settings(interval: .seconds(5))
  /// settings.slides[2] = CarouselMachine.SlideSettings(dwell: .lasting(.seconds(20)))
  /// settings.slides[7] = CarouselMachine.SlideSettings(dwell: .unlimited, transition: .fade)
  /// carousel.handle(.configure(settings), at: now)
  /// ```
  public struct SlideSettings: Hashable, Sendable {
    /// How long the slide rests before auto-advance moves on; nil for `Settings.interval`.
    public var dwell: Dwell?
    /// How the slide comes in, forward and backward, is nudged at an end or dragged beyond it, and whether it drifts at
    /// rest; nil for `Settings.transition`.
    public var transition: TransitionSettings? {
      get { transitions.first }
      set { transitions = newValue.map { [$0] } ?? [] }
    }
    /// None or one: copies share its memory, since many slides may have the same.
    private var transitions: [TransitionSettings]

    /// Creates settings; by default, the slide has those of the carousel.
    public init(dwell: Dwell? = nil, transition: TransitionSettings? = nil) {
      self.dwell = dwell
      transitions = transition.map { [$0] } ?? []
    }

    /// How long a slide rests.
    @nonexhaustive
    public enum Dwell: Hashable, Sendable {
      /// For a time, even if `Settings.interval` is nil. Values below `Settings.minimumInterval` are raised to it.
      case lasting(Duration)
      /// Until a move, a jump or a drag leads away from it: auto-advance ends here until then.
      case unlimited
    }
  }
}

extension CarouselMachine.Settings {
  /// The interval in force while a slide rests: its own or, if it has none, `effectiveInterval`; nil if auto-advance
  /// does not move on from it.
  public func effectiveInterval(of slide: Int) -> Duration? {
    guard !slides.isEmpty, let dwell = slides[slide]?.dwell else { return effectiveInterval }
    switch dwell {
    case .lasting(let duration): return inForce(duration)
    case .unlimited: return nil
    }
  }

  /// The transition in force for a slide: its own or, if it has none, `transition`.
  public func effectiveTransition(of slide: Int) -> TransitionSettings {
    slides.isEmpty ? transition : slides[slide]?.transition ?? transition
  }

  /// An interval, at least `minimumInterval`; nil if the result is not positive.
  func inForce(_ interval: Duration) -> Duration? {
    let effective = max(interval, minimumInterval)
    return effective > .zero ? effective : nil
  }
}

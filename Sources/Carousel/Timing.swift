extension CarouselMachine {
  /// How long a motion takes, and how its speed changes.
  ///
  /// ```swift
  /// carousel.handle(.move(by: 1, timing: .init(.seconds(1), .easeInOut)), at: now)
  /// ```
  ///
  /// A motion that takes the place of another one begins at its velocity. Without a timing, it takes
  /// `TransitionSettings.userDuration` and eases out.
  public struct Timing: Hashable, Sendable {
    /// The longest duration, which a high velocity of the motion under way shortens. Zero or less: at once.
    public var duration: Duration
    /// How the speed changes on the way from rest.
    public var curve: Curve

    /// Creates a timing.
    public init(_ duration: Duration, _ curve: Curve = .easeOut) {
      self.duration = duration
      self.curve = curve
    }

    /// How the speed of a motion changes. All curves are cubics that end at rest, so that the next motion can continue each
    /// of them.
    public struct Curve: Hashable, Sendable {
      /// The initial velocity, as a share of that of a flick, which is twice the mean velocity.
      let slope: Double

      /// At full speed at first, as after a flick: 2s − s².
      public static let easeOut = Curve(slope: 1)
      /// From rest: 3s² − 2s³.
      public static let easeInOut = Curve(slope: 0)
    }
  }
}

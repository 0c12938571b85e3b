import CarouselValues

extension ViewerMachine {
  /// The settings of a viewer, which a host may change at any time with `Event.configure`.
  public struct Settings: Hashable, Sendable {
    /// The duration of opening and closing. Zero or less: at once.
    public var duration: Duration
    /// The distance of a downward drag beyond which a release dismisses the content, as a fraction of the viewport's
    /// height. Infinity: dragging that far is never enough.
    public var dismissDistance: Double
    /// The downward velocity beyond which a release dismisses the content, in viewport heights a second. A release at
    /// that velocity upward never does.
    public var dismissVelocity: Double
    /// The lower limit of the scale of content that is dragged down, 0.01…1. At 1, it keeps its size.
    public var minimumScale: Double

    /// Creates settings; by default 0.3 s, dismissal from 30 % of the height or 0.8 heights a second on, and no less
    /// than 30 % of the size.
    public init(
      duration: Duration = .milliseconds(300), dismissDistance: Double = 0.3, dismissVelocity: Double = 0.8,
      minimumScale: Double = 0.3
    ) {
      self.duration = duration
      self.dismissDistance = dismissDistance
      self.dismissVelocity = dismissVelocity
      self.minimumScale = minimumScale
    }

    var scaleLimit: Double { minimumScale.isNaN ? 0.3 : max(0.01, min(minimumScale, 1)) }
  }
}

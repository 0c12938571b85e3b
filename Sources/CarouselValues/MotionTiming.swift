/// How long a motion takes, and how its speed changes.
///
/// ```swift
/// carousel.handle(.move(by: 1, timing: .init(.seconds(1), .easeInOut)), at: now)
/// ```
///
/// A motion that takes the place of another one begins at its velocity. Without a timing, it takes
/// `TransitionSettings.userDuration`: a move or a jump eases out, a reload in and out.
public struct MotionTiming: Hashable, Sendable {
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
    fileprivate let slope: Double

    /// At full speed at first, as after a flick: 2s − s².
    public static let easeOut = Curve(slope: 1)
    /// From rest: 3s² − 2s³.
    public static let easeInOut = Curve(slope: 0)
  }

  /// Returns the initial velocity of a motion over a distance from rest.
  package func velocity(over distance: Double) -> Double {
    Motion.flick(over: distance, in: duration.bounded) * curve.slope
  }

  /// Returns a motion from rest.
  package func motion(from start: Double, to end: Double, at now: Timestamp) -> Motion {
    Motion(from: start, to: end, velocity: velocity(over: end - start), room: 0, start: now, duration: duration)
  }
}

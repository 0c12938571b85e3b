/// A moment on a clock of the caller's choosing. The model never asks for the time: it is told.
public struct Timestamp: InstantProtocol, Sendable {
  /// The time since the clock's own beginning.
  public var sinceStart: Duration

  /// A moment, so long after the clock's beginning.
  public init(_ sinceStart: Duration) { self.sinceStart = sinceStart }

  /// A moment of any clock, counted from an earlier one, such as `clock.now` when the carousel was made.
  ///
  /// What the carousel says goes back to that clock as `start.advanced(by: wake.sinceStart)`.
  public init<Instant: InstantProtocol>(_ instant: Instant, since start: Instant)
  where Instant.Duration == Swift.Duration {
    self.init(start.duration(to: instant))
  }

  /// The clock's beginning.
  public static let zero = Timestamp(.zero)

  /// A moment in seconds after the beginning, for tests and scripts.
  public static func seconds(_ seconds: Double) -> Timestamp { Timestamp(.seconds(seconds)) }

  /// The moment `duration` later.
  public func advanced(by duration: Duration) -> Timestamp { Timestamp(sinceStart + duration) }

  /// How long it is from here to `other`; negative if that was before.
  public func duration(to other: Timestamp) -> Duration { other.sinceStart - sinceStart }

  /// Whether the first moment is before the second.
  public static func < (left: Timestamp, right: Timestamp) -> Bool { left.sinceStart < right.sinceStart }
}

/// A point in time on a clock of the caller's choice. The library never reads a clock: every timestamp is passed to it.
public struct Timestamp: InstantProtocol, Sendable {
  /// The time since the clock's zero.
  public var sinceStart: Duration

  /// Creates a timestamp at a time after the clock's zero.
  public init(_ sinceStart: Duration) { self.sinceStart = sinceStart }

  /// Creates a timestamp from an instant of any clock, counted from an earlier one, such as `clock.now` when the
  /// carousel was created.
  ///
  /// To convert a timestamp back to that clock, use `start.advanced(by: timestamp.sinceStart)`.
  public init<Instant: InstantProtocol>(_ instant: Instant, since start: Instant)
  where Instant.Duration == Swift.Duration {
    self.init(start.duration(to: instant))
  }

  /// The clock's zero.
  public static let zero = Timestamp(.zero)

  /// Returns the timestamp at a number of seconds after zero, for tests and scripts.
  public static func seconds(_ seconds: Double) -> Timestamp { Timestamp(.seconds(seconds)) }

  /// Returns the timestamp `duration` later.
  public func advanced(by duration: Duration) -> Timestamp { Timestamp(sinceStart + duration) }

  /// Returns the duration from this timestamp to `other`, negative if `other` is earlier.
  public func duration(to other: Timestamp) -> Duration { other.sinceStart - sinceStart }

  /// Returns whether the first timestamp is earlier than the second.
  public static func < (left: Timestamp, right: Timestamp) -> Bool { left.sinceStart < right.sinceStart }
}

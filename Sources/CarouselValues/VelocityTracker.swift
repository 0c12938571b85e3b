/// Measures the velocity of a pointer from its last positions, for `Event.release(velocity:)`.
///
/// ```swift
/// var tracker = VelocityTracker()
/// tracker.add(pull, at: now)                        // with each `drag(to: pull)`
/// carousel.handle(.release(velocity: tracker.velocity(at: now)), at: now)
/// ```
public struct VelocityTracker: Hashable, Sendable {
  /// The time over which the velocity is averaged. A pointer that has rested for this time has no velocity.
  public var window: Duration
  private var samples: [Sample] = []

  private struct Sample: Hashable, Sendable {
    var position: Double
    var time: Timestamp
  }

  /// Creates a tracker without positions.
  public init(window: Duration = .milliseconds(100)) { self.window = window }

  /// Adds a position, in pages or any other unit. Numbers that are not finite are ignored.
  public mutating func add(_ position: Double, at now: Timestamp) {
    guard position.isFinite else { return }
    let now = now.bounded
    samples.removeAll { $0.time.duration(to: now) > window || $0.time > now }
    if samples.last?.time == now { samples.removeLast() }
    samples.append(Sample(position: position, time: now))
    // A pointer that reports a thousand times a second has a hundred positions in the window: a few are enough.
    if samples.count > 32 { samples.remove(at: 1) }
  }

  /// Returns the velocity, in units a second.
  public func velocity(at now: Timestamp) -> Double {
    let recent = samples.filter { $0.time.duration(to: now.bounded) <= window }
    guard let first = recent.first, let last = recent.last else { return 0 }
    // Less than a hundredth of a second is too short to measure a velocity.
    let seconds = first.time.duration(to: last.time).inSeconds
    return seconds < 0.01 ? 0 : (last.position - first.position) / seconds
  }

  /// Forgets all positions, as when a new drag begins.
  public mutating func reset() { samples = [] }
}

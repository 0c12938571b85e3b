/// Measures the velocity of a pointer from its last positions, for `Event.release(velocity:)`.
///
/// ```swift
/// var tracker = VelocityTracker()
/// tracker.add(pull, at: now)                        // with each `drag(to: pull)`
/// carousel.handle(.release(velocity: tracker.velocity(at: now)), at: now)
/// ```
///
/// The velocity is the mean of those between successive positions, weighted by (1 − age ÷ window)². A pointer that has
/// not moved for longer than it took from one position to the next counts as resting since then.
public struct VelocityTracker: Hashable, Sendable {
  /// The time over which the velocity is averaged. A pointer that has rested for this time has no velocity.
  public var window: Duration
  private var samples: [Sample] = []

  private struct Sample: Hashable, Sendable {
    var position: Double
    var time: Timestamp
  }

  /// Positions that follow each other faster are merged.
  private static let shortestInterval = Duration.milliseconds(4)
  /// The shortest time, in seconds, over which a velocity can be measured.
  private static let shortestMeasurement = 0.01

  /// Creates a tracker without positions.
  public init(window: Duration = .milliseconds(100)) { self.window = window }

  /// Adds a position, in pages or any other unit. Numbers that are not finite are ignored.
  public mutating func add(_ position: Double, at now: Timestamp) {
    guard position.isFinite else { return }
    let now = now.bounded
    samples.removeAll { $0.time.duration(to: now) > window || $0.time > now }
    // The position before the last one decides: otherwise a fast pointer would have a single position.
    let isMerged = samples.dropLast().last.map { $0.time.duration(to: now) < Self.shortestInterval } ?? false
    if isMerged || samples.last?.time == now { samples.removeLast() }
    samples.append(Sample(position: position, time: now))
    // An endless window must not take endless memory.
    if samples.count > 64 { samples.removeFirst() }
  }

  /// Returns the velocity, in units a second.
  public func velocity(at now: Timestamp) -> Double {
    let (now, window) = (now.bounded, window.inSeconds)
    guard let first = samples.first, let last = samples.last, window > 0,
      first.time.duration(to: last.time).inSeconds >= Self.shortestMeasurement
    else { return 0 }
    var (distance, time, longest) = (0.0, 0.0, 0.0)
    func weight(_ start: Timestamp, _ end: Timestamp) -> Double {
      let age = (start.duration(to: now).inSeconds + end.duration(to: now).inSeconds) / 2
      let share = 1 - max(0, age) / window
      return share > 0 ? share * share : 0
    }
    for (start, end) in zip(samples, samples.dropFirst()) {
      let (seconds, weight) = (start.time.duration(to: end.time).inSeconds, weight(start.time, end.time))
      distance += (end.position - start.position) * weight
      time += seconds * weight
      longest = max(longest, seconds)
    }
    let rest = last.time.duration(to: now).inSeconds - longest
    if rest > 0 { time += rest * weight(last.time, now) }
    return time > 0 ? distance / time : 0
  }

  /// Forgets all positions, as when a new drag begins.
  public mutating func reset() { samples = [] }
}

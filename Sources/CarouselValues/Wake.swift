/// When to wake the carousel and to draw it again if no event comes. There will be no other cases.
public enum Wake: Hashable, Sendable {
  /// As soon as the screen can show another frame: something moves.
  case nextFrame
  /// At a given time, when something becomes due. Until then only the countdown and a drift change.
  case at(Timestamp)
  /// Not until an event comes: nothing is due.
  case never

  /// Returns when the timer should fire: at the given time or, while something moves, one frame after `now`; nil for
  /// no timer.
  ///
  /// ```swift
  /// if let due = carousel.nextWake(after: now).deadline(after: now, frameInterval: .milliseconds(16)) {
  ///   timer.arm(at: start.advanced(by: due.sinceStart))
  /// }
  /// ```
  public func deadline(after now: Timestamp, frameInterval: Duration) -> Timestamp? {
    switch self {
    case .nextFrame: now.advanced(by: frameInterval)
    case .at(let time): time
    case .never: nil
    }
  }
}

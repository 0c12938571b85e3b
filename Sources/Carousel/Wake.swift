extension CarouselMachine {
  /// When the carousel has to be drawn again if no event comes.
  public enum Wake: Hashable, Sendable {
    /// Something moves: as soon as the screen can show another frame.
    case nextFrame
    /// Something is due at a moment; before it only the countdown and a drift change.
    case at(Timestamp)
    /// Nothing is due: sleep until an event comes.
    case never

    /// When to arm a timer for: the moment itself, or one frame from `now` while something moves; nil: no timer.
    ///
    /// ```swift
    /// if let due = carousel.nextWake(after: now).moment(after: now, frameInterval: .milliseconds(16)) {
    ///   timer.arm(at: start.advanced(by: due.sinceStart))
    /// }
    /// ```
    public func moment(after now: Timestamp, frameInterval: Duration) -> Timestamp? {
      switch self {
      case .nextFrame: now.advanced(by: frameInterval)
      case .at(let moment): moment
      case .never: nil
      }
    }
  }
}

package import Carousel
package import Terminal

/// Composes each of the session's frames once: a frame at rest is reused until an event or a deadline, however often
/// the terminal's replies request one.
///
/// ```swift
/// let frame = composer.frame(of: &session, at: now, clock)
/// composer.rests(until: session.requests(at: now).wake)    // the end of the turn
/// composer.somethingHappened()                             // an event
/// ```
package struct FrameComposer {
  /// How long the compositions took.
  package private(set) var times = TimeDistribution()
  private var last = Last.none

  /// The last frame, and how long it is valid.
  private enum Last {
    /// There is no valid frame.
    case none
    /// The frame was composed in this turn; the end of the turn decides how long it is valid. → `resting`.
    case composed(Frame)
    /// The frame is valid until a timestamp; nil: until an event.
    case resting(Frame, until: Timestamp?)
  }

  /// A composer without a frame.
  package init() {}

  /// Returns the frame at a timestamp, and keeps what was drawn for it in the session.
  ///
  /// - Parameter clock: measures how long the composition takes.
  package mutating func frame(of session: inout Session, at now: Timestamp, _ clock: () -> Timestamp) -> Frame {
    if case .resting(let frame, let end) = last, end.map({ now < $0 }) ?? true { return frame }
    let beginning = clock()
    let composed = session.frame(at: now)
    times.add(nanoseconds: beginning.duration(to: clock()).nanoseconds)
    session.update(.composed(composed), at: now)
    let frame = composed.frame
    last = session.frameKind(at: now) == .still ? .composed(frame) : .none
    return frame
  }

  /// Ends a turn after which nothing is due before a timestamp; nil: nothing is due at all.
  ///
  /// A frame from an earlier turn never outlives the deadline that was set then, because this turn has not composed it
  /// again.
  package mutating func rests(until end: Timestamp?) {
    switch last {
    case .none: break
    case .composed(let frame): last = .resting(frame, until: end)
    case .resting(let frame, let earlier): last = .resting(frame, until: [earlier, end].compactMap { $0 }.min())
    }
  }

  /// Discards the last frame: the session's next one may look different.
  package mutating func somethingHappened() { last = .none }
}

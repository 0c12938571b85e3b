package import Carousel
package import Terminal

/// Composes the session's frames, each once: what rests looks the same until something happens or is due, however often the
/// terminal's answers call for a frame.
///
/// ```swift
/// let frame = composer.frame(of: &session, at: now, clock)
/// composer.rests(until: session.requests(at: now).wake)    // the end of the turn
/// composer.somethingHappened()                             // an event
/// ```
package struct FrameComposer {
  /// How long compositions took.
  package private(set) var times = TimeDistribution()
  /// The last frame, as long as it is valid; nil: the next one is composed.
  private var resting: Frame?
  /// Until when it is valid at most; nil: until something happens.
  private var end: Timestamp?

  /// Nothing is composed.
  package init() {}

  /// The window at a moment; what was drawn for it is kept in the session.
  ///
  /// - Parameter clock: tells how long it takes.
  package mutating func frame(of session: inout Session, at now: Timestamp, _ clock: () -> Timestamp) -> Frame {
    if let resting, end.map({ now < $0 }) ?? true { return resting }
    let beginning = clock()
    let composed = session.frame(at: now)
    times.add(nanoseconds: beginning.duration(to: clock()).nanoseconds)
    session.update(.composed(composed), at: now)
    let frame = composed.frame
    // Until the turn's end it is not known for how long.
    (resting, end) = (session.frameKind(at: now) == .still ? frame : nil, now)
    return frame
  }

  /// A turn has ended, and nothing is due before a time; nil: nothing is.
  package mutating func rests(until end: Timestamp?) { self.end = end }

  /// The session's frame may look different now.
  package mutating func somethingHappened() { resting = nil }
}

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
  private var last = Last.none

  /// The last frame.
  private enum Last {
    /// There is none, or it is not valid any more.
    case none
    /// It was composed in this turn; until the turn's end it is not known for how long it is valid. → `resting`.
    case composed(Frame)
    /// It is valid until a time; nil: until something happens.
    case resting(Frame, until: Timestamp?)
  }

  /// Nothing is composed.
  package init() {}

  /// The window at a moment; what was drawn for it is kept in the session.
  ///
  /// - Parameter clock: tells how long it takes.
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

  /// A turn has ended, and nothing is due before a time; nil: nothing is.
  ///
  /// A frame that an earlier turn composed is not valid for longer than was said then: in this one, nobody has looked.
  package mutating func rests(until end: Timestamp?) {
    switch last {
    case .none: break
    case .composed(let frame): last = .resting(frame, until: end)
    case .resting(let frame, let earlier): last = .resting(frame, until: [earlier, end].compactMap { $0 }.min())
    }
  }

  /// The session's frame may look different now.
  package mutating func somethingHappened() { last = .none }
}

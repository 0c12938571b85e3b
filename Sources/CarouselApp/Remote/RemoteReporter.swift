import Carousel
import RemoteControl

/// Compares a session with what subscribers know of it, and reports what has changed.
struct RemoteReporter: Sendable {
  /// What subscribers know.
  private struct Known: Equatable {
    var current: Int?
    var slide: RemoteSlide?
    var motion: MotionID
    var destination: Int?
    var isMoving: Bool
    var isPaused: Bool
    /// The last complete reading, and the number of its slides.
    var deck: DeckMark?
  }

  private var known: Known

  /// A reporter to subscribers who know the session's state.
  init(_ session: Session, at now: Timestamp) {
    known = RemoteReporter.known(of: session, session.snapshot(at: now).frame, before: nil)
  }

  /// The reports of an update, in order.
  ///
  /// - Parameter follows: whether another program leads.
  mutating func reports(of session: Session, at now: Timestamp, follows: Bool = false) -> [RemoteReport] {
    let (before, frame) = (known, session.snapshot(at: now).frame)
    known = RemoteReporter.known(of: session, frame, before: before)
    guard known != before else { return [] }
    var events: [RemoteReport.Event] = []
    if known.deck != before.deck, let deck = known.deck { events.append(.deck(count: deck.count)) }
    if known.motion != before.motion, known.isMoving, let slide = session.remoteSlide(at: known.destination) {
      events.append(
        .begin(
          to: slide, start: (session.machine.motionStart ?? now).sinceStart.remoteSeconds,
          cause: RemoteMotion.Cause(frame.progress.cause),
          direction: RemoteReporter.direction(of: frame, session.machine.automaticDirection)))
    }
    if known.slide != before.slide { events.append(.show(known.slide, isMoving: known.isMoving)) }
    if before.isMoving || known.motion != before.motion, !known.isMoving, let current = known.current {
      events.append(.land(current + 1))
    }
    if known.isPaused != before.isPaused { events.append(.pause(known.isPaused)) }
    return events.map { RemoteReport($0, at: now.sinceStart.remoteSeconds, follows: follows) }
  }

  /// The way round of a motion; nil if it has none.
  private static func direction(
    of frame: CarouselMachine.Frame, _ automatic: CarouselMachine.Direction
  ) -> RemoteMotion.Direction? {
    if frame.velocity != 0 { return frame.velocity > 0 ? .forward : .backward }
    // An automatic motion begins without velocity.
    guard frame.progress.cause == .automatic else { return nil }
    return automatic == .forward ? .forward : .backward
  }

  private static func known(of session: Session, _ frame: CarouselMachine.Frame, before: Known?) -> Known {
    let isGrid = session.isGrid
    let current = isGrid ? session.grid?.selection : frame.current
    let deck = session.slides.mark ?? before?.deck
    // A slide's text takes time to put together, and changes only with the slide or the slides.
    let isSame = before.map { $0.current == current && $0.deck == deck && $0.slide != nil } ?? false
    return Known(
      current: current, slide: isSame ? before?.slide : session.remoteSlide(at: current),
      motion: session.machine.motion,
      destination: frame.destination, isMoving: !isGrid && frame.isMoving,
      isPaused: session.machine.pauseReasons.contains(.user), deck: deck)
  }
}

extension RemoteMotion.Cause {
  fileprivate init(_ cause: CarouselMachine.Cause) {
    switch cause {
    case .user: self = .user
    case .automatic: self = .automatic
    case .program: self = .program
    }
  }
}

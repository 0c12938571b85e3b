import Carousel
import CarouselValues
import Decks
import RemoteControl

/// Compares a session with what subscribers know of it, and reports what has changed.
struct RemoteReporter: Sendable {
  /// What subscribers know.
  private struct Known: Equatable {
    var current: Int?
    var slide: RemoteSlide?
    var motion: CarouselMachine.MotionID
    var destination: Int?
    var isMoving: Bool
    var isPaused: Bool
    /// The last complete reading, and the number of its slides.
    var deck: DeckMark?
    var marks: Int
    var clicks: Int
    var answer: Int?
    /// What the viewer showed last at rest.
    var view: RemoteView?
  }

  private var known: Known

  init(_ session: Session, at now: Timestamp) {
    known = RemoteReporter.known(of: session, session.snapshot(at: now), before: nil)
  }

  /// The reports of an update, in order.
  ///
  /// - Parameter follows: whether another program leads.
  mutating func reports(of session: Session, at now: Timestamp, follows: Bool = false) -> [RemoteReport] {
    let (before, snapshot) = (known, session.snapshot(at: now))
    let frame = snapshot.frame
    known = RemoteReporter.known(of: session, snapshot, before: before)
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
    if known.marks != before.marks { events.append(RemoteReporter.mark(in: session)) }
    if known.clicks != before.clicks, let slide = session.remoteSlide(at: session.input.activity.clicked?.index) {
      events.append(.click(slide))
    }
    if known.view != before.view, let view = known.view { events.append(.view(view)) }
    if known.answer != before.answer, let answer = session.input.activity.answer {
      events.append(
        .answer(
          ask: answer.number, answer.slide.flatMap { session.remoteSlide(at: $0.index) }, count: session.deck.count))
    }
    return events.map { RemoteReport($0, at: now.sinceStart.remoteSeconds, follows: follows) }
  }

  /// The last change of the marks.
  private static func mark(in session: Session) -> RemoteReport.Event {
    let location = session.marks.changed
    let slide = location.flatMap { session.remoteSlide(at: session.deck.position(of: $0, near: 0)) }
    return .mark(count: session.markedSlides.count, slide, isMarked: location.map(session.marks.contains))
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

  private static func known(of session: Session, _ now: Snapshot, before: Known?) -> Known {
    let (isGrid, frame) = (session.isGrid, now.frame)
    let current = isGrid ? session.grid?.selection : frame.current
    let deck = session.slides.mark ?? before?.deck
    // A slide's text takes time to put together, and changes only with the slide or the slides.
    let isSame = before.map { $0.current == current && $0.deck == deck && $0.slide != nil } ?? false
    return Known(
      current: current, slide: isSame ? before?.slide : session.remoteSlide(at: current),
      motion: session.machine.motion,
      destination: frame.destination, isMoving: !isGrid && frame.isMoving && frame.current != nil,
      isPaused: session.machine.pauseReasons.contains(.user), deck: deck, marks: session.marks.changes,
      clicks: session.input.activity.clicks, answer: session.input.activity.answer?.number,
      view: session.restingView(at: now) ?? before?.view)
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

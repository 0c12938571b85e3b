public import CarouselValues

/// A carousel of slides over time: a value that takes events and timestamps, and returns frames.
///
/// It owns no timer, thread or clock. A host needs one event handler and one timer:
///
/// ```swift
/// let clock = ContinuousClock()
/// let start = clock.now
/// var carousel = CarouselMachine(count: 12)
///
/// func handle(_ event: CarouselMachine.Event) {      // a key, a pointer, the timer (`.tick`)
///   let now = Timestamp(clock.now, since: start)
///   for report in carousel.handle(event, at: now) {
///     switch report {
///     case .didShow(let slide, _): title.text = slide.map { names[$0] } ?? ""
///     case .progress(let progress): tabs.follow(progress)
///     default: break
///     }
///   }
///   draw(carousel.frame(at: now).layers)             // a whole frame, back to front
///   loader.load(carousel.demand)                     // which slides to load now, which next
///   switch carousel.nextWake(after: now) {
///   case .nextFrame: timer.arm(at: clock.now + .milliseconds(16))
///   case .at(let due): timer.arm(at: start.advanced(by: due.sinceStart))
///   case .never: timer.disarm()                      // sleep until an event comes
///   }
/// }
/// handle(.move(by: 1))                              // an arrow key
/// ```
///
/// Time never runs backward: a timestamp earlier than the last one handled counts as that one. Every event is safe in
/// every phase and with any value: numbers out of range are clamped, and events that make no sense are ignored.
public struct CarouselMachine: Equatable, Sendable {
  /// The settings in force.
  public internal(set) var settings: Settings
  /// The number of slides.
  public var count: Int { track.count }
  /// The current slide as of the last `handle`; nil only if there are no slides. Use `frame(at:)` for the state at a
  /// later time.
  public var current: Int? { track.slide(at: 0) }
  /// The reasons why auto-advance is paused; empty if it is not.
  public var pauseReasons: Set<PauseReason> { isHeld ? hostReasons.union([.drag]) : hostReasons }
  /// The direction of the next automatic change: the settings' heading, or the opposite after an end was reached
  /// without wrapping.
  public internal(set) var automaticDirection: Direction

  /// The last motion that began to a new destination.
  ///
  /// ```swift
  /// carousel.handle(.move(by: 1), at: now)
  /// let motion = carousel.motion
  /// // Later, on `didLand`: has this move arrived, or a later one in its place?
  /// if carousel.landedMotion >= motion { done() }
  /// ```
  public internal(set) var motion = MotionID()
  /// The last motion that has come to rest, or that an event ended without one.
  public internal(set) var landedMotion = MotionID()

  /// The number of pages passed since the start, < 0 backward.
  var pagesPassed = 0
  var track: Track
  var phase: Phase
  /// The mode of the change under way or, at rest, of the current slide.
  var mode: TransitionSettings
  /// The side of the current page on which `mode` is in force, because a change began there; nil at rest. Only slides
  /// with their own transitions make a difference between the sides.
  var modeSide: Direction?
  /// The cause of the motion under way or, at rest, of the last one.
  var cause = Cause.program
  /// The last timestamp handled.
  var clock: Timestamp
  /// The pause reasons that the host has set by events.
  var hostReasons: Set<PauseReason> = []
  var keysHeldUntil: Timestamp?
  /// The direction of travel: that of the last change, begun or completed.
  var travel: Direction
  var drift: DriftClock {
    get { drifts.first ?? DriftClock() }
    set { if newValue != drift { drifts = newValue == DriftClock() ? [] : [newValue] } }
  }
  /// Whether a slide drifts or returns to full view.
  var isDrifting: Bool { !drifts.isEmpty }
  /// One, or none in a carousel that does not drift: a machine is copied for every frame.
  private var drifts: [DriftClock] = []
  /// The motion of single slides to their pages; nil if all are there.
  var realignment: Realignment?
  /// The removed slides in view, back to front.
  var departures: [Departure] = []
  /// The number of removed slides that were in view.
  var departedCount = 0

  /// Creates a carousel at rest on a slide.
  ///
  /// - Parameters:
  ///   - count: The number of slides, clamped to 0…`Int.max / 4`.
  ///   - start: The first slide to show, clamped to the valid indices.
  ///   - settings: The initial settings.
  ///   - now: When the first dwell begins.
  public init(count: Int, start: Int = 0, settings: Settings = Settings(), at now: Timestamp = .zero) {
    self.settings = settings
    let (count, layout) = (Reload.bounded(count: count), settings.layout)
    track = Track(
      count: count, current: layout.firstSlide(ofGroupWith: max(0, min(start, count - 1))),
      wraps: settings.wraps(count), span: layout.span)
    clock = now.bounded
    phase = .resting(since: clock)
    mode = settings.transition
    automaticDirection = settings.heading
    travel = settings.heading
    restMode()
    updateDrift(at: clock)
  }

  /// Handles an event and returns reports of everything that happened, in order.
  ///
  /// Everything due until `now` is handled first, each at its own time, however late this call is. If several dwells
  /// have ended since the last call, the slide changes only once.
  ///
  /// - Complexity: O(1) in the number of slides, except for a reload: see `Reload`.
  @discardableResult
  public mutating func handle(_ event: Event, at now: Timestamp) -> [Report] {
    let now = max(now.bounded, clock)
    var log = ReportLog(progress: progress(at: clock))
    advance(to: now, &log)
    if case .tick = event {
      // Nothing but time has passed.
    } else {
      let reload: Reload? = if case .reload(let reload, _) = event { reload } else { nil }
      step(at: now, reload: reload, &log) { machine, log in
        let wasResting = machine.isResting
        machine.restartingDwell(at: now) {
          $0.apply(event, at: now, &log)
          $0.updateTicker(at: now)
        }
        machine.updateRealignment(at: now)
        if !wasResting, machine.isResting { machine.reportLanding(isFinished: false, &log) }
      }
      advance(to: now, &log)
    }
    log.report(progress(at: now))
    return log.reports
  }

  /// Makes a change at one point in time, and reports what it brings about.
  mutating func step(
    at now: Timestamp, reload: Reload? = nil, _ log: inout ReportLog,
    _ change: (inout CarouselMachine, inout ReportLog) -> Void
  ) {
    func makeStep() {
      clock = now
      change(&self, &log)
      updateDrift(at: now)
    }
    if log.isMuted { return makeStep() }
    let before = self
    log.beginStep()
    makeStep()
    if motion != before.motion, isMoving, let goal = track.slide(at: movingGoal) {
      log.report(beginOf: motion, to: goal, cause)
    }
    reportDepartures(before, &log)
    reportSlidesInView(before, reload, at: now, &log)
  }

  func reportLanding(isFinished: Bool, _ log: inout ReportLog) {
    guard let current else { return }
    log.report(Progress(from: current, cause: cause))
    log.append(.didLand(current, cause: cause, motion: motion, isFinished: isFinished))
  }

  private func reportSlidesInView(
    _ before: CarouselMachine, _ reload: Reload?, at now: Timestamp, _ log: inout ReportLog
  ) {
    // A reload may show other slides of the same indices.
    if reload == nil, realignment == nil, before.realignment == nil {
      // The common case: slides are on their pages, which takes no memory to find out.
      let (old, new) = (before.view(at: before.offset(at: before.clock)), view(at: offset(at: now)))
      if old == new, track == before.track { return }
      for page in new {
        guard let slide = track.slide(at: page) else { continue }
        if !old.contains(where: { before.track.slide(at: $0) == slide }) { log.report(appeared: slide) }
      }
      for page in old {
        guard let slide = before.track.slide(at: page) else { continue }
        if !new.contains(where: { track.slide(at: $0) == slide }) { log.report(disappeared: slide) }
      }
      return
    }
    var shown = before.slidesInView(at: before.clock)
    if let reload { shown = shown.compactMap { reload.newIndex(of: $0, in: Reload.bounded(count: reload.count)) } }
    let shows = slidesInView(at: now)
    for slide in shows where !shown.contains(slide) { log.report(appeared: slide) }
    for slide in shown where !shows.contains(slide) { log.report(disappeared: slide) }
  }

  /// Returns the frame to draw at `now`, as it is after a `tick` at that time. The carousel does not change.
  public func frame(at now: Timestamp) -> Frame {
    let now = max(now.bounded, clock)
    return advanced(to: now).advancedFrame(at: now)
  }

  /// Returns the slides whose new indices a reload at `now` has to name: those in view and beside it, the destination of
  /// a motion, and those with their own settings.
  ///
  /// - Complexity: O(1) in the number of slides. At most 7 slides, and 4 more for each neighbor that the layout allows
  ///   on a side, besides those with their own settings.
  public func anchorSlides(at now: Timestamp) -> [Int] {
    let now = max(now.bounded, clock)
    let machine = advanced(to: now)
    var slides: [Int] = []
    let view = machine.view(at: machine.offset(at: now))
    for page in [0, machine.goal] + (view.lowerBound - 1...view.upperBound + 1) {
      if let slide = machine.track.slide(at: page), !slides.contains(slide) { slides.append(slide) }
    }
    for move in machine.realignment?.moves ?? [] where !slides.contains(move.slide) { slides.append(move.slide) }
    if !settings.slides.isEmpty {
      let listed = Set(slides)
      slides += settings.slides.keys.filter { $0 >= 0 && $0 < count && !listed.contains($0) }.sorted()
    }
    return slides
  }

  private func advanced(to now: Timestamp) -> CarouselMachine {
    var machine = self
    var log = ReportLog.muted
    machine.advance(to: now, &log)
    return machine
  }

  private mutating func apply(_ event: Event, at now: Timestamp, _ log: inout ReportLog) {
    switch event {
    case .move(let pages, let cause, let holding, let timing):
      move(by: pages, holding: holding, cause, timing, at: now)
    case .jump(let slide, animated: true, let timing): jump(to: slide, timing, at: now)
    case .jump(let slide, animated: false, _): place(on: slide, at: now, &log)
    case .grab: grab(at: now)
    case .drag(let pull): drag(to: pull, &log)
    case .release(let velocity): release(velocity: velocity, at: now)
    case .pause(let reason): hostReasons.insert(reason)
    case .resume(let reason): hostReasons.remove(reason)
    case .configure(let settings): configure(settings, at: now)
    case .reload(let reload, let slides): self.reload(reload, slides, at: now, &log)
    case .scroll(let views, let animated): scroll(by: views, animated: animated, at: now, &log)
    case .scrollTo(let place, let animated): scroll(to: place, animated: animated, at: now, &log)
    case .advanceAutomatically: advanceNow(at: now)
    case .tick: break
    }
  }

  /// Returns the frame at `now`. Everything due by then must have been handled.
  func advancedFrame(at now: Timestamp) -> Frame {
    let offset = offset(at: now)
    let range = settings.layout.effectiveNeighbors + 1
    var frame = Frame(
      count: track.count, slots: Slots(track: track, reach: range), value: offset, transition: mode(at: offset),
      layout: settings.layout, nearestSlide: track.slide(at: nearestPage(to: offset)))
    frame.scroll = scroll(at: offset)
    frame.progress.cause = cause
    frame.position = Double(pagesPassed) + offset
    frame.velocity = velocity(at: now)
    if isMoving {
      frame.isMoving = true
      frame.destination = track.slide(at: movingGoal) ?? track.current
    } else if offset != 0 {
      frame.destination = track.slide(at: releasePage(at: offset))
    }
    if let destination = frame.destination {
      frame.canMoveBackward = track.count > 1 && hasStop(.backward, of: destination)
      frame.canMoveForward = track.count > 1 && hasStop(.forward, of: destination)
    }
    frame.advancesAutomatically = dwellEnd != nil || (isMoving && cause == .automatic)
    if let moves = realignment?.moves(at: now), !moves.isEmpty {
      frame.isMoving = true
      frame.moves = moves
      frame.movesRepeat = track.isEndless
    }
    if !departures.isEmpty {
      frame.isMoving = true
      frame.departingLayers = departures.map { $0.layer.showing($0.left.position(at: now)) }
    }
    frame.countdown = countdown(at: now)
    if isDrifting {
      let pages = [0, goal].map { page in CarouselMachine.Frame.Crop(page: page, box: crop(ofPage: page, at: now)) }
      frame.crops = pages.filter { $0.box != SlideBox() }
    }
    return frame
  }
}

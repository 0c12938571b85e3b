public import CarouselValues

extension CarouselMachine {
  private enum Due {
    case landing, keyRelease, dwellEnd, realigned, departure
  }

  /// Returns when to handle the next `tick` and to draw the next frame, unless an event comes first.
  public func nextWake(after now: Timestamp) -> Wake {
    let now = max(now.bounded, clock)
    if isMoving { return .nextFrame }
    if let realignment, now < realignment.end { return .nextFrame }
    if departures.contains(where: { now < $0.left.end }) { return .nextFrame }
    let due = nextDue.map { max($0.time, now) }
    switch nextDrift(after: now) {
    case .nextFrame: return .nextFrame
    case .at(let frame): return .at(due.map { min($0, frame) } ?? frame)
    case .never, nil: return due.map { .at($0) } ?? .never
    }
  }

  /// The interval in force on the current slide; nil if auto-advance does not move on from it.
  var currentInterval: Duration? { track.slide(at: 0).flatMap { settings.effectiveInterval(of: $0) } }

  /// When auto-advance moves on from the slide at rest; nil if auto-advance is not counting.
  var dwellEnd: Timestamp? {
    guard let since = restingSince, hostReasons.isEmpty, !isHeld else { return nil }
    if settings.tickerVelocity > 0 { return tickerDirection == nil ? nil : since }
    guard let interval = currentInterval, hasStops, !isStoppedAtEnd else { return nil }
    return since.advanced(by: interval.bounded)
  }

  /// Whether auto-advance has nowhere to go from the slide at rest.
  private var isStoppedAtEnd: Bool { settings.stopsAtEnd && nextStop(automaticDirection) == nil }

  /// Returns the elapsed share of the dwell, 0…1; nil if auto-advance is not counting.
  func countdown(at now: Timestamp) -> Double? {
    guard settings.tickerVelocity <= 0, let since = restingSince, let end = dwellEnd else { return nil }
    let interval = since.duration(to: end)
    return max(0, min(since.duration(to: now).inSeconds / interval.inSeconds, 1))
  }

  /// Makes a change, and restarts the dwell at `now` if the change is what lets auto-advance count.
  mutating func restartingDwell(at now: Timestamp, _ change: (inout CarouselMachine) -> Void) {
    let didCount = dwellEnd != nil
    change(&self)
    if !didCount, dwellEnd != nil { restartDwell(at: now) }
  }

  /// Handles everything due until `now`, in order, each at its own time.
  mutating func advance(to now: Timestamp, _ log: inout ReportLog) {
    var hasAdvanced = false
    while true {
      while let time = nextDue.map({ max($0.time, clock) }), time <= now {
        step(at: time, &log) { machine, log in
          machine.passPages(at: time, &log)
          // Slides that begin to move when a page is passed may be on their pages before.
          guard let due = machine.nextDue, due.time <= time else { return }
          switch due.what {
          case .landing:
            if machine.isScrolling { machine.float(at: due.time) } else { machine.rest(since: due.time) }
            machine.reportLanding(isFinished: true, &log)
          case .keyRelease: machine.restartingDwell(at: due.time) { $0.keysHeldUntil = nil }
          case .realigned: machine.finishRealignment(at: due.time)
          case .departure: machine.endDepartures(at: due.time)
          case .dwellEnd where hasAdvanced:
            // Several dwells have ended since the last call: change the slide once, not once for each of them.
            machine.restartDwell(at: now)
          case .dwellEnd:
            hasAdvanced = true
            machine.advanceAutomatically(at: due.time)
          }
        }
      }
      guard now > clock else { return }
      step(at: now, &log) { machine, log in machine.passPages(at: now, &log) }
    }
  }

  /// Makes the slides that a motion has passed by `now` current, one after the other, until the position is less than a
  /// page away.
  private mutating func passPages(at now: Timestamp, _ log: inout ReportLog) {
    while case .settling(var settling) = phase {
      let position = settling.motion.position(at: now)
      guard abs(position - Double(settling.passed)) >= 1,
        let direction = Direction(of: position - Double(settling.passed)),
        shift(direction, isArriving: settling.remaining == direction.page, &log)
      else { return }
      // Slides on their way to other pages may begin to move to this one, whenever the next tick comes.
      let time = realignment == nil ? now : settling.passing(direction, by: now)
      settling.passed += direction.page
      phase = .settling(settling)
      // Exactly on its page, a slide shows what its own mode shows beside it, not what the next one's would.
      if position == Double(settling.passed) { restMode() }
      updateRealignment(at: time)
    }
    while case .scrolling(var scroll) = phase {
      let offset = settings.layout.offset(ofPull: scroll.pull(at: now), track.slide)
      guard abs(offset) >= 1, let direction = Direction(of: offset) else { return }
      let way = settings.layout.pull(toOffset: direction.sign, track.slide)
      guard shift(direction, &log) else { return }
      let time = realignment == nil ? now : scroll.passing(direction, way, by: now)
      scroll.pass(direction, way)
      phase = .scrolling(scroll)
      updateRealignment(at: time)
    }
  }

  /// Makes the neighbor in a direction current, as the destination of a motion if it is arriving, and reports it;
  /// returns false if there is none.
  mutating func shift(_ direction: Direction, isArriving: Bool = false, _ log: inout ReportLog) -> Bool {
    guard track.shift(direction, keeping: viewAfterShift(direction)) else { return false }
    travel = direction
    handOverDrift(isArriving: isArriving)
    shiftRealignment(direction)
    // A slide is exactly on its page, where all modes look the same, so a new mode can begin.
    beginMode(toPage: direction.page)
    pagesPassed += direction.page
    log.report(shown: track.current, direction, cause)
    return true
  }

  /// Returns the pages that may be in view when the neighbor in a direction has become current: with its own transition
  /// at the destination, and with the one of the next slide on the way there.
  private func viewAfterShift(_ direction: Direction) -> ClosedRange<Int> {
    if settings.layout.dependsOnSlides {
      // All that can be in view beside a slide of any length.
      let neighbors = settings.layout.effectiveNeighbors
      return -neighbors...neighbors
    }
    let goalView = goalView
    guard !settings.slides.isEmpty else { return goalView }
    let next = view(restingIn: transition(ofPage: 2 * direction.page)) { track.slide(at: $0 + direction.page) }
    return min(goalView.lowerBound, next.lowerBound)...max(goalView.upperBound, next.upperBound)
  }

  /// Advances automatically before the dwell is over, unless a pause or a motion prevents it.
  mutating func advanceNow(at now: Timestamp) {
    guard restingSince != nil, hasStops, hostReasons.isEmpty, !isHeld, !isStoppedAtEnd else { return }
    advanceAutomatically(at: now)
  }

  /// Advances in the automatic direction, which is reversed at an end.
  // Inlined into `advance`, it crashes the optimizer of Swift 6.3.1 (BorrowUtils, in SimplifyCFG).
  @inline(never)
  private mutating func advanceAutomatically(at now: Timestamp) {
    if settings.tickerVelocity > 0 { return beginTicker(at: now) }
    if nextStop(automaticDirection) == nil { automaticDirection = automaticDirection.opposite }
    // A row of one group has no next stop.
    guard let page = nextStop(automaticDirection) else { return restartDwell(at: now) }
    cause = .automatic
    beginMotion(toPage: page, velocity: 0, duration: transition(ofPage: page).automaticDuration, at: now)
  }

  private var nextDue: (time: Timestamp, what: Due)? {
    var next: (time: Timestamp, what: Due)?
    func consider(_ time: Timestamp?, _ what: Due) {
      if let time, next.map({ time < $0.time }) ?? true { next = (time, what) }
    }
    if case .settling(let settling) = phase { consider(settling.motion.end, .landing) }
    if case .scrolling(let scroll) = phase { consider(scroll.motion.end, .landing) }
    consider(realignment?.end, .realigned)
    for departure in departures { consider(departure.left.end, .departure) }
    consider(keysHeldUntil, .keyRelease)
    consider(dwellEnd, .dwellEnd)
    return next
  }
}

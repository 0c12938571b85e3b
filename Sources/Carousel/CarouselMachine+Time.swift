/// The passage of time.
extension CarouselMachine {
  /// An event that becomes due as time passes.
  private enum Due {
    case landing(Settling)
    case keyRelease
    case dwellEnd
    case realigned
  }

  /// Returns when to handle the next `tick` and to draw the next frame, unless an event comes first.
  public func nextWake(after now: Timestamp) -> Wake {
    let now = max(now.bounded, clock)
    if isSettling { return .nextFrame }
    if let realignment, now < realignment.end { return .nextFrame }
    let due = nextDue.map { max($0.time, now) }
    switch nextDrift(after: now) {
    case .nextFrame: return .nextFrame
    case .at(let frame): return .at(due.map { min($0, frame) } ?? frame)
    case .never, nil: return due.map { .at($0) } ?? .never
    }
  }

  /// The interval in force on the current slide; nil if auto-advance does not move on from it.
  var currentInterval: Duration? {
    track.slide(at: 0).flatMap { settings.effectiveInterval(of: $0) }
  }

  /// When auto-advance moves on from the slide at rest; nil if auto-advance is not counting.
  var dwellEnd: Timestamp? {
    guard case .resting(let since) = phase, let interval = currentInterval, track.count > 1, hostReasons.isEmpty,
      !isHeld
    else { return nil }
    return since.advanced(by: interval.bounded)
  }

  /// Returns the elapsed share of the dwell, 0…1; nil if auto-advance is not counting.
  func countdown(at now: Timestamp) -> Double? {
    guard case .resting(let since) = phase, let end = dwellEnd else { return nil }
    let interval = since.duration(to: end)
    return max(0, min(since.duration(to: now).inSeconds / interval.inSeconds, 1))
  }

  /// Makes a change, and restarts the dwell at `now` if the change is what lets auto-advance count.
  mutating func restartingDwell(at now: Timestamp, _ change: (inout CarouselMachine) -> Void) {
    let didCount = dwellEnd != nil
    change(&self)
    if !didCount, dwellEnd != nil { phase = .resting(since: now) }
  }

  /// Handles everything due until `now`, in order.
  mutating func advance(to now: Timestamp, _ log: inout ReportLog) {
    var hasAdvanced = false
    while let due = nextDue, due.time <= now {
      switch due.what {
      case .landing(let settling):
        pass(settling, upTo: Double(settling.motion.to), &log)
        rest(since: due.time)
        log.report(landed: track.current, cause)
      case .keyRelease:
        restartingDwell(at: due.time) { $0.keysHeldUntil = nil }
      case .realigned:
        if case .settling(let settling) = phase { pass(settling, upTo: settling.motion.position(at: due.time), &log) }
        finishRealignment(at: due.time)
      case .dwellEnd where hasAdvanced:
        // Several dwells have ended since the last call: change the slide once, not once for each of them.
        phase = .resting(since: now)
      case .dwellEnd:
        hasAdvanced = true
        advanceAutomatically(at: due.time)
      }
      updateDrift(at: due.time)
    }
    if case .settling(let settling) = phase {
      pass(settling, upTo: settling.motion.position(at: now), &log)
    }
    clock = now
    updateDrift(at: now)
  }

  /// Makes the slides that a motion has passed current, one after the other, until the position is less than a page
  /// away.
  private mutating func pass(_ settling: Settling, upTo position: Double, _ log: inout ReportLog) {
    var settling = settling
    while abs(position - Double(settling.passed)) >= 1,
      let direction = Direction(of: position - Double(settling.passed)), shift(direction, &log)
    {
      settling.passed += direction.page
      // Exactly on its page, a slide shows what its own mode shows beside it, not what the next one's would.
      if position == Double(settling.passed) { restMode() }
    }
    phase = .settling(settling)
  }

  /// Makes the neighbor in a direction current and reports it; returns false if there is none.
  mutating func shift(_ direction: Direction, _ log: inout ReportLog) -> Bool {
    guard track.shift(direction, keeping: goalView) else { return false }
    travel = direction
    handOverDrift()
    shiftRealignment(direction)
    // A slide is exactly on its page, where all modes look the same, so a new mode can begin.
    beginMode(toPage: direction.page)
    pagesPassed += direction.page
    log.report(shown: track.current, direction, cause)
    return true
  }

  /// Advances automatically before the dwell is over, unless a pause or a motion prevents it.
  mutating func advanceNow(at now: Timestamp) {
    guard case .resting = phase, track.count > 1, hostReasons.isEmpty, !isHeld else { return }
    advanceAutomatically(at: now)
  }

  /// Advances in the automatic direction, which is reversed at an end.
  // Inlined into `advance`, it crashes the optimizer of Swift 6.3.1 (BorrowUtils, in SimplifyCFG).
  @inline(never)
  private mutating func advanceAutomatically(at now: Timestamp) {
    if track.slide(at: automaticDirection.page) == nil { automaticDirection = automaticDirection.opposite }
    cause = .automatic
    let page = automaticDirection.page
    beginMotion(toPage: page, velocity: 0, duration: transition(ofPage: page).automaticDuration, at: now)
  }

  /// The first thing that becomes due if no event comes.
  private var nextDue: (time: Timestamp, what: Due)? {
    var next: (time: Timestamp, what: Due)?
    func consider(_ time: Timestamp?, _ what: Due) {
      if let time, next.map({ time < $0.time }) ?? true { next = (time, what) }
    }
    if case .settling(let settling) = phase { consider(settling.motion.end, .landing(settling)) }
    consider(realignment?.end, .realigned)
    consider(keysHeldUntil, .keyRelease)
    consider(dwellEnd, .dwellEnd)
    return next
  }
}

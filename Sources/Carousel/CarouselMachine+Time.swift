/// What happens as time passes.
extension CarouselMachine {
  /// Something that is due at a moment.
  private enum Due {
    case landing(Settling)
    case keyRelease
    case dwellEnd
  }

  /// When to come back with `tick` if no event comes before; with a drift, when to draw it again.
  public func nextWake(after now: Timestamp) -> Wake {
    let now = max(now.bounded, clock)
    if isSettling { return .nextFrame }
    let due = nextDue.map { max($0.time, now) }
    switch nextDrift(after: now) {
    case .nextFrame: return .nextFrame
    case .at(let frame): return .at(due.map { min($0, frame) } ?? frame)
    case .never, nil: return due.map { .at($0) } ?? .never
    }
  }

  /// When auto-advance takes the slide at rest on; nil if it doesn't.
  var dwellEnd: Timestamp? {
    guard case .resting(let since) = phase, let interval = settings.effectiveInterval, track.count > 1,
      hostReasons.isEmpty, !isHeld
    else { return nil }
    return since.advanced(by: interval.bounded)
  }

  /// How much of the dwell has passed, 0…1; nil while auto-advance doesn't count.
  func countdown(at now: Timestamp) -> Double? {
    guard case .resting(let since) = phase, let end = dwellEnd else { return nil }
    let interval = since.duration(to: end)
    return max(0, min(since.duration(to: now).inSeconds / interval.inSeconds, 1))
  }

  /// Makes a change, and begins a full dwell at `now` if it is this change that lets auto-advance count.
  mutating func restartingDwell(at now: Timestamp, _ change: (inout CarouselMachine) -> Void) {
    let didCount = dwellEnd != nil
    change(&self)
    if !didCount, dwellEnd != nil { phase = .resting(since: now) }
  }

  /// Brings about, in order, what is due until `now`.
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
      case .dwellEnd where hasAdvanced:
        // Nobody looked for so long: change once, not once for each dwell that has run out since.
        phase = .resting(since: now)
      case .dwellEnd:
        hasAdvanced = true
        advanceAutomatically(at: due.time)
      }
      followDrift(at: due.time)
    }
    if case .settling(let settling) = phase {
      pass(settling, upTo: settling.motion.position(at: now), &log)
    }
    clock = now
    followDrift(at: now)
  }

  /// Makes the slides that a motion has passed current, one after the other, until the position is less than a page away.
  private mutating func pass(_ settling: Settling, upTo position: Double, _ log: inout ReportLog) {
    var settling = settling
    while abs(position - Double(settling.passed)) >= 1,
      let direction = Direction(of: position - Double(settling.passed)), shift(direction, &log)
    {
      settling.passed += direction.page
    }
    phase = .settling(settling)
  }

  /// Makes the neighbour current and reports it; false where there is none.
  mutating func shift(_ direction: Direction, _ log: inout ReportLog) -> Bool {
    guard track.shift(direction, keeping: goalView) else { return false }
    travel = direction
    passDrift()
    // A slide stands exactly on its page: every mode shows the same, so a new one can begin.
    mode = settings.mode
    log.report(shown: track.current, cause)
    return true
  }

  /// Auto-advance before the dwell is over, if nothing holds it up.
  mutating func advanceNow(at now: Timestamp) {
    guard case .resting = phase, track.count > 1, hostReasons.isEmpty, !isHeld else { return }
    advanceAutomatically(at: now)
  }

  /// Auto-advance: in the heading or, where there are ends, to and fro between them.
  private mutating func advanceAutomatically(at now: Timestamp) {
    if track.slide(at: automaticDirection.page) == nil { automaticDirection = automaticDirection.opposite }
    cause = .automatic
    settle(toPage: automaticDirection.page, velocity: 0, duration: settings.mode.automaticDuration, at: now)
  }

  /// The first thing that is due if no event comes.
  private var nextDue: (time: Timestamp, what: Due)? {
    var next: (time: Timestamp, what: Due)?
    func consider(_ time: Timestamp?, _ what: Due) {
      if let time, next.map({ time < $0.time }) ?? true { next = (time, what) }
    }
    if case .settling(let settling) = phase { consider(settling.motion.end, .landing(settling)) }
    consider(keysHeldUntil, .keyRelease)
    consider(dwellEnd, .dwellEnd)
    return next
  }
}

/// What time brings about.
extension CarouselMachine {
  /// Something that happens by itself, at its moment.
  private enum Due {
    case landing(Transition)
    case keyRelease
    case dwellEnd
  }

  /// When `tick` is due next; `now` itself while something moves; nil: sleep until someone comes.
  ///
  /// Between now and then only a frame's countdown changes.
  public func nextWake(after now: Timestamp) -> Timestamp? {
    let now = max(now.bounded, clock)
    if isSettling { return now }
    return nextDue.map { max($0.time, now) }
  }

  /// When the slide at rest gives way to the next by itself; nil if it doesn't.
  var dwellEnd: Timestamp? {
    guard case .resting(let since) = phase, let interval = settings.effectiveInterval, lane.count > 1,
      outsideReasons.isEmpty, !isHeld
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
      case .landing(let transition):
        pass(transition, upTo: Double(transition.motion.to), &log)
        rest(since: due.time)
      case .keyRelease:
        restartingDwell(at: due.time) { $0.keysHeldUntil = nil }
      case .dwellEnd where hasAdvanced:
        // Nobody looked for so long: change once, not once for each dwell that has run out since.
        phase = .resting(since: now)
      case .dwellEnd:
        hasAdvanced = true
        advanceAutomatically(at: due.time)
      }
    }
    if case .settling(let transition) = phase {
      pass(transition, upTo: transition.motion.position(at: now), &log)
    }
    clock = now
  }

  /// Makes the slides that a motion has passed current, one after the other, until the position is less than a page away.
  private mutating func pass(_ transition: Transition, upTo position: Double, _ log: inout ReportLog) {
    var transition = transition
    while abs(position - Double(transition.passed)) >= 1,
      let direction = Direction(of: position - Double(transition.passed)), shift(direction, &log)
    {
      transition.passed += direction.page
    }
    phase = .settling(transition)
  }

  /// Makes the neighbour current and tells of it; false where there is none.
  mutating func shift(_ direction: Direction, _ log: inout ReportLog) -> Bool {
    guard lane.shift(direction) else { return false }
    travel = direction
    log.tell(shown: lane.current)
    return true
  }

  /// Auto-advance before the dwell is over, if nothing holds it up.
  mutating func advanceNow(at now: Timestamp) {
    guard case .resting = phase, lane.count > 1, outsideReasons.isEmpty, !isHeld else { return }
    advanceAutomatically(at: now)
  }

  /// Auto-advance: forward, or, where there are ends, to and fro between them.
  private mutating func advanceAutomatically(at now: Timestamp) {
    if lane.slide(at: automaticDirection.page) == nil { automaticDirection = automaticDirection.opposite }
    settle(toPage: automaticDirection.page, velocity: 0, duration: settings.mode.automaticDuration, at: now)
  }

  /// The first thing that happens by itself, if nobody comes.
  private var nextDue: (time: Timestamp, what: Due)? {
    var next: (time: Timestamp, what: Due)?
    func consider(_ time: Timestamp?, _ what: Due) {
      if let time, next.map({ time < $0.time }) ?? true { next = (time, what) }
    }
    if case .settling(let transition) = phase { consider(transition.motion.end, .landing(transition)) }
    consider(keysHeldUntil, .keyRelease)
    consider(dwellEnd, .dwellEnd)
    return next
  }
}

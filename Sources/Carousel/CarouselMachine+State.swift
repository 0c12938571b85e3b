/// What follows from the state.
extension CarouselMachine {
  /// The greatest number of pages that one motion travels, or a drag pulls. What leads further is a jump: at a thousand pages in
  /// 0.3 s nobody sees what is passed, and the work is bounded for any number that comes in.
  static let greatestTravel = 1000

  /// The progress at a moment that everything due before has been brought about for, within −1…1, ends excluded.
  func offset(at now: Timestamp) -> Double {
    switch phase {
    case .resting: return 0
    case .dragging(let drag):
      guard let direction = Direction(of: drag.unbound) else { return 0 }
      let offset = track.slide(at: direction.page) == nil ? RubberBand.offset(pull: drag.unbound) : drag.unbound
      return max((-1.0).nextUp, min(offset, (1.0).nextDown))
    case .settling(let settling):
      let offset = settling.motion.position(at: now) - Double(settling.passed)
      return max((-1.0).nextUp, min(offset, (1.0).nextDown))
    }
  }

  /// How fast the slides move without a hand, in pages a second.
  func velocity(at now: Timestamp) -> Double {
    switch phase {
    case .resting, .dragging: 0
    case .settling(let settling): settling.motion.velocity(at: now)
    }
  }

  /// The progress with its slides, at a moment that everything due before has been brought about for.
  func progress(at now: Timestamp) -> Progress {
    let offset = offset(at: now)
    let next = Direction(of: offset).flatMap { track.slide(at: $0.page) }
    return Progress(from: track.slide(at: 0), to: next, value: offset, cause: cause)
  }

  /// The pages in view at an offset, whether or not there are slides on them; always 0 itself.
  func view(at offset: Double) -> ClosedRange<Int> {
    settings.layout.pagesInView(offset: offset, in: mode.transition)
  }

  /// The pages in view once the slides stand still.
  var goalView: ClosedRange<Int> { settings.layout.pagesInView(offset: 0, in: settings.mode.transition) }

  /// The slides in view at a moment, from behind to ahead; more than once if there are few.
  func slidesInView(at now: Timestamp) -> [Int] { view(at: offset(at: now)).compactMap(track.slide) }

  /// The page that the slides move to without a hand: 0 unless they do.
  var goal: Int {
    switch phase {
    case .resting, .dragging: 0
    case .settling(let settling): settling.remaining
    }
  }

  /// Whether the slides stand still and nothing but keys holds them.
  var isResting: Bool {
    switch phase {
    case .resting: true
    case .dragging, .settling: false
    }
  }

  /// Whether the slides move without a hand.
  var isSettling: Bool {
    switch phase {
    case .resting, .dragging: false
    case .settling: true
    }
  }

  /// Whether a pointer or a key holds the slide.
  var isHeld: Bool {
    switch phase {
    case .dragging: true
    case .resting, .settling: keysHeldUntil != nil
    }
  }

  /// The page that shows more than any other, which dots mark and a release goes to: the neighbour from half-way on.
  func nearestPage(to offset: Double) -> Int {
    guard abs(offset) >= 0.5, let direction = Direction(of: offset), track.slide(at: direction.page) != nil else {
      return 0
    }
    return direction.page
  }

  /// Begins a motion to a page from where the slides are.
  ///
  /// - Parameter velocity: What it begins with, in pages a second; braked if it leads away from `page`.
  mutating func settle(toPage page: Int, velocity: Double, duration: Duration, at now: Timestamp) {
    let offset = offset(at: now)
    if offset == 0 { mode = settings.mode }
    if offset == 0, page == 0 { return stop(at: now) }
    let motion = Motion(
      from: offset, to: page, velocity: velocity, room: room(from: offset, velocity: velocity), start: now,
      duration: duration)
    phase = .settling(Settling(motion: motion))
    if let direction = Direction(of: page) { travel = direction }
  }

  /// Begins a motion by hand or program: with the velocity that the slides have or, if they stand or are held, as a flick.
  mutating func settle(toPage page: Int, at now: Timestamp) {
    let duration = settings.mode.handDuration
    let velocity =
      isSettling ? velocity(at: now) : Motion.flick(over: Double(page) - offset(at: now), in: duration)
    settle(toPage: page, velocity: velocity, duration: duration, at: now)
  }

  /// Stands still on the current slide.
  mutating func rest(since now: Timestamp) {
    mode = settings.mode
    track.trim(view: goalView, goal: 0)
    phase = .resting(since: now)
  }

  /// Stands still, if it doesn't already, where there is nowhere to go: a dwell that has begun continues.
  private mutating func stop(at now: Timestamp) {
    switch phase {
    case .resting: break
    case .dragging, .settling: rest(since: now)
    }
  }

  /// How far a motion may still go the way of its velocity before it turns: short of the next page, and hardly over an end.
  private func room(from offset: Double, velocity: Double) -> Double {
    guard let direction = Direction(of: velocity) else { return 0 }
    let limit = track.slide(at: direction.page) == nil ? Self.nudgeDistance : 1
    return limit - direction.sign * offset
  }

  /// How far a swipe nudges a slide that none follows, in pages; and how far a motion that turns may carry one over an end.
  static let nudgeDistance = 0.1
}

/// What follows from the state.
extension CarouselMachine {
  /// The greatest number of pages that one motion travels, or a drag pulls. What leads further is a jump: at a thousand pages in
  /// 0.3 s nobody sees what is passed, and the work is bounded whatever number comes in.
  static let greatestTravel = 1000

  /// The progress at a moment that everything before has been brought about for, within −1…1, ends excluded.
  func offset(at now: Timestamp) -> Double {
    switch phase {
    case .resting: return 0
    case .dragging(let drag):
      guard let direction = Direction(of: drag.unbound) else { return 0 }
      return lane.slide(at: direction.page) == nil ? RubberBand.offset(pull: drag.unbound) : drag.unbound
    case .settling(let transition):
      let offset = transition.motion.position(at: now) - Double(transition.passed)
      return max((-1.0).nextUp, min(offset, (1.0).nextDown))
    }
  }

  /// The page that the slides move to by themselves: 0 unless they do.
  var goal: Int {
    switch phase {
    case .resting, .dragging: 0
    case .settling(let transition): transition.remaining
    }
  }

  /// Whether the slides move by themselves.
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

  /// How the change under way is drawn, or, at rest, the next one.
  var drawing: ChangeMode.Drawing {
    switch phase {
    case .resting: settings.mode.drawing
    case .dragging(let drag): drag.drawing
    case .settling(let transition): transition.drawing
    }
  }

  /// The page that shows more than any other, which dots mark and a release goes to: the neighbour from half-way on.
  func nearestPage(to offset: Double) -> Int {
    guard abs(offset) >= 0.5, let direction = Direction(of: offset), lane.slide(at: direction.page) != nil else {
      return 0
    }
    return direction.page
  }

  /// Begins a motion to a page from where the slides are.
  ///
  /// - Parameter velocity: What it begins with, in pages a second, as far as a smooth motion to `page` allows.
  mutating func settle(toPage page: Int, velocity: Double, duration: Duration, at now: Timestamp) {
    let offset = offset(at: now)
    if offset == 0, page == 0 { return stop(at: now) }
    let motion = Motion(
      from: offset, to: page, velocity: velocity, room: room(from: offset, velocity: velocity), start: now,
      duration: duration)
    phase = .settling(Transition(motion: motion, drawing: drawing))
    if let direction = Direction(of: page) { travel = direction }
  }

  /// Begins a motion by hand: with the velocity that the slides have, or, if they stand or are held, as a flick.
  mutating func settle(toPage page: Int, at now: Timestamp) {
    let duration = settings.mode.handDuration
    let velocity =
      switch phase {
      case .resting, .dragging: Motion.flick(over: Double(page) - offset(at: now), in: duration)
      case .settling(let transition): transition.motion.velocity(at: now)
      }
    settle(toPage: page, velocity: velocity, duration: duration, at: now)
  }

  /// Stands still on the current slide.
  mutating func rest(since now: Timestamp) {
    lane.straighten()
    phase = .resting(since: now)
  }

  /// Stands still, if it doesn't already, where there is nowhere to go: a dwell that has begun goes on.
  private mutating func stop(at now: Timestamp) {
    switch phase {
    case .resting: break
    case .dragging, .settling: rest(since: now)
    }
  }

  /// How far a motion may still go the way of its velocity before it turns: short of the next page, and hardly over an end.
  private func room(from offset: Double, velocity: Double) -> Double {
    guard let direction = Direction(of: velocity) else { return 0 }
    let limit = lane.slide(at: direction.page) == nil ? Self.give : 1
    return limit - direction.sign * offset
  }

  /// How far a swipe nudges a slide that none follows, in pages; and how far a motion that turns may carry one over an end.
  static let give = 0.1
}

package import CarouselValues

extension CarouselMachine {
  /// The greatest number of pages that one motion travels or one drag pulls; longer ways become jumps. At a thousand
  /// pages in 0.3 s nobody can see the slides that pass, and the limit bounds the work for any number that a host
  /// passes.
  static let maximumTravel = 1000

  /// Returns the progress at `now`, in −1…1, ends excluded. Everything due by `now` must have been handled.
  func offset(at now: Timestamp) -> Double {
    switch phase {
    case .resting: return 0
    case .floating(let pull, _): return limited(settings.layout.offset(ofPull: pull, track.slide))
    case .scrolling(let scroll): return limited(settings.layout.offset(ofPull: scroll.pull(at: now), track.slide))
    case .dragging(let drag):
      let unbound = settings.layout.offset(ofPull: drag.unbound, track.slide)
      guard isBeyondEnd(unbound) else { return limited(unbound) }
      return limited(
        settings.drag.rubberBand?.offset(pull: drag.unbound) ?? max(-drag.slack, min(drag.unbound, drag.slack)))
    case .settling(let settling):
      return limited(settling.motion.position(at: now) - Double(settling.passed))
    }
  }

  private func limited(_ offset: Double) -> Double { max((-1.0).nextUp, min(offset, (1.0).nextDown)) }

  /// The pull that leads from the current page to where the slides rest.
  var restingPull: Double { if case .floating(let pull, _) = phase { pull } else { 0 } }

  func currentPull(at now: Timestamp) -> Double { settings.layout.pull(toOffset: offset(at: now), track.slide) }

  func pullVelocity(at now: Timestamp) -> Double {
    velocity(at: now) * settings.layout.scrollRate(at: offset(at: now), track.slide)
  }

  /// Returns the velocity of a motion, in pages a second; 0 at rest and in a drag.
  func velocity(at now: Timestamp) -> Double {
    switch phase {
    case .resting, .dragging, .floating: 0
    case .settling(let settling): settling.motion.velocity(at: now)
    case .scrolling(let scroll):
      scroll.velocity(at: now) / max(0.1, settings.layout.scrollRate(at: offset(at: now), track.slide))
    }
  }

  /// Returns the progress at `now` with its slides. Everything due by `now` must have been handled.
  func progress(at now: Timestamp) -> Progress {
    let offset = offset(at: now)
    let next = Direction(of: offset).flatMap { track.slide(at: $0.page) }
    return Progress(from: track.slide(at: 0), to: next, value: offset, cause: cause)
  }

  /// Returns the pages in view at an offset, whether or not there are slides on them. Page 0 is always included.
  ///
  /// A closure that captured the carousel instead of its row would copy it.
  func view(at offset: Double) -> ClosedRange<Int> {
    let track = track
    return settings.layout.pagesInView(offset: offset, in: mode(at: offset).style, scroll: scroll(at: offset)) {
      track.slide(at: $0)
    }
  }

  /// Returns the scroll position at an offset, if the places of slides depend on the slides.
  func scroll(at offset: Double) -> Double? {
    guard settings.layout.dependsOnSlides else { return nil }
    let track = track
    return settings.layout.scroll(at: offset) { track.slide(at: $0) }
  }

  /// Whether all slides fit into a view that contains them, so that nothing moves.
  var isStill: Bool { settings.layout.isContained && settings.layout.fits(track.count) }

  /// Returns the pages that stay while the slides move: those in view and, in a layout with gaps wider than slides, the
  /// one out of view towards which the slides have moved. The offset depends on whether it is there.
  func keptPages(at offset: Double) -> ClosedRange<Int> {
    let view = view(at: offset)
    let side = Direction(of: offset)?.page ?? 0
    return min(view.lowerBound, side)...max(view.upperBound, side)
  }

  /// The pages in view when the slides come to rest.
  var goalView: ClosedRange<Int> {
    let (goal, track) = (goal, track)
    return view(restingIn: transition(ofPage: goal)) { track.slide(at: goal + $0) }
  }

  /// Returns the pages in view while a slide with a transition rests, from which the row counts its pages.
  func view(restingIn transition: TransitionSettings, _ row: (Int) -> Int?) -> ClosedRange<Int> {
    let layout = settings.layout
    let scroll = layout.dependsOnSlides ? layout.scroll(at: 0, row) : nil
    return layout.pagesInView(offset: 0, in: transition.style, scroll: scroll, row)
  }

  /// Returns the slides in view at `now`. A slide appears more than once if there are few.
  func slidesInView(at now: Timestamp) -> [Int] {
    if let realignment, now < realignment.end {
      var slides: [Int] = []
      slides.reserveCapacity(settings.layout.span)
      advancedFrame(at: now).forEachSlide { slides.append($0.slide) }
      return slides
    }
    return view(at: offset(at: now)).compactMap(track.slide)
  }

  /// The page that a motion heads for; 0 at rest and in a drag.
  var goal: Int { if case .settling(let settling) = phase { settling.remaining } else { 0 } }

  /// The page that a motion heads for, or the one nearest to the end of a scroll; 0 at rest and in a drag.
  var movingGoal: Int {
    switch phase {
    case .resting, .dragging, .floating: 0
    case .settling(let settling): settling.remaining
    case .scrolling(let scroll): scroll.page
    }
  }

  /// Whether the slides are at rest, which they also are while only keys hold them.
  var isResting: Bool { restingSince != nil }

  /// When the slides came to rest, on a page or between two; nil while they are held or move.
  var restingSince: Timestamp? {
    switch phase {
    case .resting(let since), .floating(_, let since): since
    case .dragging, .settling, .scrolling: nil
    }
  }

  mutating func restartDwell(at now: Timestamp) {
    switch phase {
    case .resting: phase = .resting(since: now)
    case .floating(let pull, _): phase = .floating(pull: pull, since: now)
    case .dragging, .settling, .scrolling: break
    }
  }

  /// Whether the slides move to a page without a pointer holding them.
  var isSettling: Bool { if case .settling = phase { true } else { false } }

  var isScrolling: Bool { if case .scrolling = phase { true } else { false } }

  var isMoving: Bool { isSettling || isScrolling }

  var isHeld: Bool { if case .dragging = phase { true } else { keysHeldUntil != nil } }

  /// When the motion under way began; nil at rest and in a drag.
  package var motionStart: Timestamp? {
    switch phase {
    case .resting, .dragging, .floating: nil
    case .settling(let settling): settling.motion.start
    case .scrolling(let scroll): scroll.motion.start
    }
  }

  /// Returns the most visible page, which dots mark: the neighbor from half-way on.
  func nearestPage(to offset: Double) -> Int { page(at: offset, from: 0.5) }

  func releasePage(at offset: Double) -> Int {
    settings.layout.isGrouped ? groupStop(at: offset) : page(at: offset, from: settings.drag.releaseLimit)
  }

  /// Returns the neighbor from a share of a page on, otherwise the current page.
  private func page(at offset: Double, from share: Double) -> Int {
    guard abs(offset) >= share, let direction = Direction(of: offset), track.slide(at: direction.page) != nil else {
      return 0
    }
    return direction.page
  }

  /// Begins a motion to a page from an offset or, if it is nil, from where the slides are. The velocity, in pages a
  /// second, is limited if it leads away from the page.
  mutating func beginMotion(
    toPage page: Int, velocity: Double, duration: Duration, from offset: Double? = nil, at now: Timestamp
  ) {
    let offset = offset ?? self.offset(at: now)
    if offset == 0 { beginMode(toPage: page) } else { holdMode(at: offset) }
    if offset == 0, page == 0 {
      // The dwell of slides at rest continues.
      if case .resting = phase { return }
      return rest(since: now)
    }
    let motion = Motion(
      from: offset, to: Double(page), velocity: velocity, room: room(from: offset, velocity: velocity), start: now,
      duration: duration)
    phase = .settling(Settling(motion: motion))
    self.motion = self.motion.next
    if let direction = Direction(of: page) { travel = direction }
  }

  /// Begins a motion caused by the user or the host: with the current velocity if the slides move, otherwise with that
  /// of the timing, which by default is a flick that takes the transition's duration.
  mutating func beginMotion(
    toPage page: Int, _ timing: MotionTiming? = nil, from offset: Double? = nil, at now: Timestamp
  ) {
    let timing = timing ?? MotionTiming(transition(ofPage: page).userDuration)
    let offset = offset ?? self.offset(at: now)
    let velocity = isMoving ? velocity(at: now) : timing.velocity(over: Double(page) - offset)
    beginMotion(toPage: page, velocity: velocity, duration: timing.duration.bounded, from: offset, at: now)
  }

  /// Comes to rest on the current slide. Slides in view that do not follow by index move to their pages.
  mutating func rest(since now: Timestamp) {
    landedMotion = motion
    guard track.isSpliced else {
      restMode()
      phase = .resting(since: now)
      return
    }
    realigning(at: now) { machine in
      machine.restMode()
      machine.track.straighten()
      machine.phase = .resting(since: now)
    }
  }

  /// Returns how far, in pages, a motion may continue in the direction of its velocity before it turns: not quite to
  /// the next page, and by `nudgeDistance` beyond an end.
  private func room(from offset: Double, velocity: Double) -> Double {
    guard let direction = Direction(of: velocity) else { return 0 }
    let beyond = settings.drag.bounces ? Self.nudgeDistance : 0
    let limit = track.slide(at: direction.page) == nil ? beyond : 1
    return limit - direction.sign * offset
  }

  /// How far, in pages, a swipe at an end nudges the slide, and how far a motion that turns may carry the slides beyond
  /// an end.
  static let nudgeDistance = 0.1
}

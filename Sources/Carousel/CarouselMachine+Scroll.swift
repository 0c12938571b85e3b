import CarouselValues

/// Free scrolling and the ticker: motions along the view rather than from page to page.
///
/// A scroll is a pull as a pointer's, by a motion in its place. It may end between two pages, where the slides then rest.
extension CarouselMachine {
  /// Returns where the view is after a pull: the pull, which the row's ends limit, and the page nearest to it.
  ///
  /// - Complexity: O(1) for pages of one length, otherwise O(n) in the number of pages, at most `maximumTravel`.
  func scrolled(by pull: Double) -> (pull: Double, page: Int) {
    let most = Double(Self.maximumTravel)
    let pull = max(-most, min(pull, most))
    guard let direction = Direction(of: pull) else { return (0, 0) }
    let layout = settings.layout
    guard layout.dependsOnSlides else {
      let way = min(abs(pull), Double(min(track.reach(direction), Self.maximumTravel)))
      return (direction.sign * way, direction.page * Int(way.roundedToNearest))
    }
    var (left, page) = (pull, 0)
    while abs(page) < Self.maximumTravel, track.slide(at: page + direction.page) != nil {
      func row(_ other: Int) -> Int? { track.slide(at: page + other) }
      let offset = layout.offset(ofPull: left, row)
      guard abs(offset) >= 1 else { return (pull, page + Int(offset.roundedToNearest)) }
      left -= layout.pull(toOffset: direction.sign, row)
      page += direction.page
    }
    return (pull - left, page)
  }

  /// Scrolls by a number of views, or to the page nearest to there if slides rest only on pages.
  mutating func scroll(by views: Double, animated: Bool, at now: Timestamp, _ log: inout ReportLog) {
    guard views.isFinite, track.count > 0, !isStill else { return }
    // Before the pull is measured, which depends on the row.
    trim(goal: 0, at: now)
    let start = currentPull(at: now)
    scroll(toPull: start + views / settings.layout.pitch, animated: animated, at: now, &log)
  }

  /// Scrolls to a place in the row, in slides from the first one, or to the slide nearest to it.
  mutating func scroll(to place: Double, animated: Bool, at now: Timestamp, _ log: inout ReportLog) {
    guard place.isFinite, track.count > 0, !isStill else { return }
    let place = max(0, min(place, Double(track.count - 1)))
    let nearest = Int(place.roundedToNearest)
    guard settings.drag.landing == .free else {
      return animated ? jump(to: nearest, at: now) : self.place(on: nearest, at: now, &log)
    }
    cause = .program
    trim(goal: 0, at: now)
    let way = place - Double(track.current)
    if !animated || abs(way) > Double(Self.maximumTravel) || track.isSpliced {
      self.place(on: nearest, exactly: true, at: now, &log)
      guard place != Double(nearest) else { return }
      let offset = place - Double(nearest)
      beginMode(toPage: Direction(of: offset)?.page ?? 0)
      phase = .floating(pull: settings.layout.pull(toOffset: offset, track.slide), since: now)
      return
    }
    let whole = Int(way.roundedDown)
    func row(_ page: Int) -> Int? { track.slide(at: whole + page) }
    let before = settings.layout.distance(toPage: whole, track.slide) / settings.layout.pitch
    scroll(toPull: before + settings.layout.pull(toOffset: way - Double(whole), row), animated: true, at: now, &log)
  }

  private mutating func scroll(toPull pull: Double, animated: Bool, at now: Timestamp, _ log: inout ReportLog) {
    let start = currentPull(at: now)
    if !isScrolling { cause = .user }
    let end = scrolled(by: pull)
    let duration = animated ? transition(ofPage: 0).userDuration : .zero
    guard settings.drag.landing == .free else {
      guard let direction = Direction(of: pull - start) else { return }
      // At least to the next page, if there is one.
      let next = nextStop(direction) ?? 0
      let page = groupStop(direction, from: 0, thrownTo: Double(end.page), limit: Self.maximumTravel)
      return beginMotion(toPage: abs(page) < abs(next) ? next : page, at: now)
    }
    let velocity = isMoving ? pullVelocity(at: now) : Motion.flick(over: end.pull - start, in: duration)
    beginScroll(from: start, to: end, velocity: velocity, duration: duration, at: now)
  }

  /// Ends a drag where the slides are thrown to or, if they are beyond an end, at that end.
  mutating func releaseFreely(velocity: Double, at now: Timestamp) {
    let (start, offset) = (currentPull(at: now), offset(at: now))
    guard !isBeyondEnd(offset) else {
      return beginMotion(toPage: 0, velocity: velocity, duration: transition(ofPage: 0).userDuration, at: now)
    }
    let end = scrolled(by: start + velocity * Momentum.way)
    beginScroll(from: start, to: end, velocity: velocity, duration: .seconds(Momentum.seconds), at: now)
  }

  private mutating func beginScroll(
    from start: Double, to end: (pull: Double, page: Int), velocity: Double, duration: Duration, at now: Timestamp
  ) {
    let offset = offset(at: now)
    guard abs(end.pull - start) > 1e-9 else { return float(at: now) }
    beginScroll(
      Motion(from: start, to: end.pull, velocity: velocity, room: 0, start: now, duration: duration), page: end.page,
      from: offset)
  }

  private mutating func beginScroll(_ motion: Motion, page: Int, from offset: Double, isTicker: Bool = false) {
    let direction = Direction(of: motion.to - motion.from)
    if offset == 0 { beginMode(toPage: direction?.page ?? 0) } else { holdMode(at: offset) }
    phase = .scrolling(Scroll(motion: motion, page: page, isTicker: isTicker))
    self.motion = self.motion.next
    if let direction { travel = direction }
  }

  /// Rests where the slides are, on a page or between two.
  mutating func float(at now: Timestamp) {
    let offset = offset(at: now)
    guard abs(offset) > 1e-9, !isBeyondEnd(offset) else { return rest(since: now) }
    landedMotion = motion
    holdMode(at: offset)
    let pull = settings.layout.pull(toOffset: offset, track.slide)
    guard track.isSpliced else { return phase = .floating(pull: pull, since: now) }
    realigning(at: now) { machine in
      machine.track.straighten()
      machine.phase = .floating(pull: machine.settings.layout.pull(toOffset: offset, machine.track.slide), since: now)
      if machine.isBeyondEnd(offset) { machine.beginMotion(toPage: 0, at: now) }
    }
  }

  /// Keeps slides that scroll or float at their offset on screen after the row has changed. Beyond a new end, they go
  /// back to it.
  mutating func rebaseScroll(showing offset: Double, at now: Timestamp) {
    switch phase {
    case .resting, .dragging, .settling: return
    case .floating, .scrolling: break
    }
    guard !isBeyondEnd(offset) else {
      return beginMotion(toPage: 0, velocity: 0, duration: transition(ofPage: 0).userDuration, from: offset, at: now)
    }
    let pull = settings.layout.pull(toOffset: offset, track.slide)
    if case .floating(_, let since) = phase { phase = .floating(pull: pull, since: since) }
    guard case .scrolling(var scroll) = phase else { return }
    scroll.passed = scroll.position(at: now) - pull
    phase = .scrolling(scroll)
    // The ticker begins again at once.
    if scroll.isTicker { return float(at: now) }
    let end = scrolled(by: scroll.end)
    if end.pull != scroll.end {
      let (velocity, id) = (pullVelocity(at: now), motion)
      beginScroll(from: pull, to: end, velocity: velocity, duration: scroll.motion.duration, at: now)
      motion = id
    }
  }

  // MARK: The ticker

  /// The direction in which the ticker moves; nil if there is none, or nowhere to go.
  var tickerDirection: Direction? {
    guard settings.tickerVelocity > 0, track.count > 1, !isStill else { return nil }
    let start = restingPull
    func mayScroll(_ direction: Direction) -> Bool {
      abs(scrolled(by: start + direction.sign * 0.01).pull - start) > 1e-6
    }
    if mayScroll(automaticDirection) { return automaticDirection }
    return !settings.stopsAtEnd && mayScroll(automaticDirection.opposite) ? automaticDirection.opposite : nil
  }

  /// Scrolls at a constant velocity, to the end of the row or for `maximumTravel` pages.
  mutating func beginTicker(at now: Timestamp) {
    guard let direction = tickerDirection else { return }
    automaticDirection = direction
    cause = .automatic
    let start = currentPull(at: now)
    let most = direction.sign * Double(Self.maximumTravel)
    let end = track.isEndless ? start + most : scrolled(by: most).pull
    let velocity = direction.sign * min(settings.tickerVelocity, Double(Self.maximumTravel)) / settings.layout.pitch
    let motion = Motion(
      from: start, to: end, velocity: velocity, room: 0, start: now,
      duration: .seconds((end - start) / velocity))
    beginScroll(motion, page: direction.page, from: offset(at: now), isTicker: true)
  }

  mutating func updateTicker(at now: Timestamp) {
    guard case .scrolling(let scroll) = phase, scroll.isTicker else { return }
    if !hostReasons.isEmpty || isHeld || settings.tickerVelocity <= 0 { float(at: now) }
  }
}

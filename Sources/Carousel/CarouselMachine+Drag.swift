import CarouselValues

extension CarouselMachine {
  /// Begins a drag with the slides where they are.
  mutating func grab(at now: Timestamp) {
    guard track.count > 0 else { return }
    let offset = offset(at: now)
    cause = .user
    holdMode(at: offset)
    trim(goal: 0, at: now)
    phase = .dragging(Drag(origin: pull(showing: offset), slack: slack(at: offset)))
  }

  /// Moves the slides to a distance, in pages, from where the drag began.
  mutating func drag(to pull: Double, _ log: inout ReportLog) {
    guard case .dragging(var drag) = phase, pull.isFinite, !isStill else { return }
    let limit = Double(Self.maximumTravel)
    drag.pull = max(-limit, min(pull, limit))
    passPages(&drag, &log)
    phase = .dragging(drag)
    holdMode(at: offset(at: clock))
    trim(goal: 0, at: clock)
  }

  /// Makes the slides current that a drag has passed. Inlined into `drag`, this crashes the optimizer of Swift 6.3.1.
  @inline(never)
  private mutating func passPages(_ drag: inout Drag, _ log: inout ReportLog) {
    while true {
      let unbound = settings.layout.offset(ofPull: drag.unbound, track.slide)
      guard abs(unbound) >= 1, let direction = Direction(of: unbound) else { return }
      let way = settings.layout.pull(toOffset: direction.sign, track.slide)
      guard shift(direction, &log) else { return }
      drag.origin -= way
    }
  }

  /// Ends the drag: the slides settle on the page that they are thrown to or, below `Drag.flingVelocity`, on the
  /// one that their offset determines.
  mutating func release(velocity: Double, at now: Timestamp) {
    guard case .dragging = phase else { return }
    let velocity = velocity.isNaN ? 0 : max(-Momentum.maximumVelocity, min(velocity, Momentum.maximumVelocity))
    guard settings.drag.landing != .free || isStill else { return releaseFreely(velocity: velocity, at: now) }
    let offset = offset(at: now)
    // The slides continue as fast on screen. Near an end where they hardly move, they do not become faster.
    let pages = velocity / max(0.1, settings.layout.scrollRate(at: offset, track.slide))
    let page = landingPage(offset: offset, velocity: pages)
    var duration = transition(ofPage: page).userDuration
    if settings.drag.landing == .momentum, abs(velocity) >= settings.drag.minimumVelocity {
      duration = max(duration, .seconds(Momentum.seconds))
    }
    beginMotion(toPage: page, velocity: pages, duration: duration, at: now)
  }

  /// Drops the splices that are neither in view nor on the way to `goal`. A drag keeps its offset even if an end of the
  /// row disappears with them.
  mutating func trim(goal: Int, at now: Timestamp) {
    let offset = offset(at: now)
    changingRow(at: now) { $0.track.trim(view: $0.keptPages(at: offset), goal: goal) }
    if case .dragging = phase, self.offset(at: now) != offset { rebaseDrag(showing: offset) }
  }

  /// Keeps the slides of a drag at their offset on screen after an end has appeared or disappeared.
  mutating func rebaseDrag(showing offset: Double) {
    guard case .dragging(var drag) = phase else { return }
    drag.origin = pull(showing: offset) - drag.pull
    drag.slack = slack(at: offset)
    phase = .dragging(drag)
  }

  private func landingPage(offset: Double, velocity: Double) -> Int {
    guard abs(velocity) >= settings.drag.minimumVelocity, let direction = Direction(of: velocity) else {
      return releasePage(at: offset)
    }
    // Thrown back towards the current page, which is the next one in that direction.
    let first = Direction(of: offset) == direction.opposite ? 0 : 1
    // A flick covers half of the distance that its initial velocity would cover in its time: see `Motion.flick`.
    let duration = transition(ofPage: first * direction.page).userDuration.bounded.inSeconds
    let isThrown = settings.drag.landing != .page
    let way = isThrown ? Momentum.way : duration / 2
    let projected = offset * direction.sign + abs(velocity) * way
    let most = isThrown ? Self.maximumTravel : settings.drag.pageLimit
    if settings.layout.isGrouped {
      return groupStop(direction, from: offset, thrownTo: direction.sign * projected, limit: most)
    }
    let limit = most - 1 + first
    let pages = max(first, min(Int(min(projected, Double(limit)).roundedToNearest), limit))
    return min(pages, track.reach(direction)) * direction.page
  }

  private func pull(showing offset: Double) -> Double {
    isBeyondEnd(offset)
      ? settings.drag.rubberBand?.pull(offset: offset) ?? offset
      : settings.layout.pull(toOffset: offset, track.slide)
  }

  /// Returns how far an offset is beyond an end, in pages.
  private func slack(at offset: Double) -> Double { isBeyondEnd(offset) ? abs(offset) : 0 }

  /// Returns whether there is no slide on the side to which the slides have moved.
  func isBeyondEnd(_ offset: Double) -> Bool {
    Direction(of: offset).map { track.slide(at: $0.page) == nil } ?? false
  }
}

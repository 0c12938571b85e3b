import CarouselValues

/// Drags by a pointer.
extension CarouselMachine {
  /// The limit of release velocities, in pages a second: no finger moves faster.
  private static let maximumVelocity = 100.0

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
    guard case .dragging(let before) = phase, pull.isFinite else { return }
    let limit = Double(Self.maximumTravel)
    var drag = before
    drag.pull = max(-limit, min(pull, limit))
    passPages(&drag, &log)
    phase = .dragging(drag)
    holdMode(at: offset(at: clock))
    trim(goal: 0, at: clock)
  }

  /// Makes the slides current that a drag has passed. Inlined into `drag`, this crashes the optimizer of Swift 6.3.1.
  @inline(never)
  private mutating func passPages(_ drag: inout Drag, _ log: inout ReportLog) {
    while abs(drag.unbound) >= 1, let direction = Direction(of: drag.unbound), shift(direction, &log) {
      drag.origin -= direction.sign
    }
  }

  /// Ends the drag: the slides settle on the page that they are thrown to or, below `Drag.flingVelocity`, on the
  /// one that their offset determines.
  mutating func release(velocity: Double, at now: Timestamp) {
    guard case .dragging = phase else { return }
    let velocity = velocity.isNaN ? 0 : max(-Self.maximumVelocity, min(velocity, Self.maximumVelocity))
    let page = landingPage(offset: offset(at: now), velocity: velocity)
    beginMotion(toPage: page, velocity: velocity, duration: transition(ofPage: page).userDuration, at: now)
  }

  /// Drops the splices that are neither in view nor on the way to `goal`. A drag keeps its offset even if an end of the
  /// row disappears with them.
  mutating func trim(goal: Int, at now: Timestamp) {
    let offset = offset(at: now)
    track.trim(view: keptPages(at: offset), goal: goal)
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
    let projected = offset * direction.sign + abs(velocity) * duration / 2
    let limit = settings.drag.pageLimit - 1 + first
    let pages = max(first, min(Int(min(projected, Double(limit)).roundedToNearest), limit))
    return min(pages, track.reach(direction)) * direction.page
  }

  /// Returns the pull that results in an offset.
  private func pull(showing offset: Double) -> Double {
    isBeyondEnd(offset) ? settings.drag.rubberBand?.pull(offset: offset) ?? offset : offset
  }

  /// Returns how far an offset is beyond an end, in pages.
  private func slack(at offset: Double) -> Double { isBeyondEnd(offset) ? abs(offset) : 0 }

  /// Returns whether there is no slide on the side to which the slides have moved.
  func isBeyondEnd(_ offset: Double) -> Bool {
    Direction(of: offset).map { track.slide(at: $0.page) == nil } ?? false
  }
}

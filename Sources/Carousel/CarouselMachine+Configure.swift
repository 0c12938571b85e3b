import CarouselValues

extension CarouselMachine {
  /// Applies new settings. Slides in motion stay where they are; at rest, those beyond an end leave.
  mutating func configure(_ new: Settings, at now: Timestamp) {
    let (old, interval) = (settings, currentInterval)
    let offset = offset(at: now)
    let pages = keptPages(at: offset)
    let wraps = new.wraps(track.count)
    // The same pull leads elsewhere.
    let isScrolled = (new.layout.dependsOnSlides || old.layout.dependsOnSlides) && new.layout != old.layout
    func change(_ machine: inout CarouselMachine) {
      machine.holdMode(at: offset)
      machine.settings = new
      if new.drag.rubberBand != old.drag.rubberBand || isScrolled {
        machine.rebaseDrag(showing: offset)
      }
      if offset == 0 { machine.beginMode(toPage: machine.goal) }
      if new.heading != old.heading || new.wraps != old.wraps { machine.automaticDirection = new.heading }
      guard wraps != machine.track.wraps || new.layout.span != old.layout.span, machine.track.count > 0 else { return }
      // A slide in view may lie beyond the seam between last and first, which has just closed: it stays while it moves.
      let count = machine.track.count
      machine.rearrange(count: count, in: pages, keepingGoal: false, at: now, { $0 }, replacing: { $0 })
    }
    if wraps != track.wraps { realigning(at: now, change) } else { change(&self) }
    if isScrolled { rebaseScroll(showing: offset, at: now) }
    if case .scrolling(let scroll) = phase, scroll.isTicker, new.tickerVelocity != old.tickerVelocity { float(at: now) }
    if currentInterval != interval { restartDwell(at: now) }
  }

  /// Adapts the phase to ends that have moved: slides beyond an end are pulled back, a motion that leads beyond it ends
  /// on the last slide there, and a drag continues from the offset shown.
  mutating func keepWithinEnds(showing offset: Double, at now: Timestamp) {
    let offset = pullBack(from: offset, at: now)
    if case .dragging = phase { return rebaseDrag(showing: offset) }
    rebaseScroll(showing: offset, at: now)
    guard case .settling(let settling) = phase, let direction = Direction(of: settling.remaining) else { return }
    let left = min(abs(settling.remaining), track.reach(direction))
    if left < abs(settling.remaining) { redirect(settling, toPage: left * direction.page, at: now) }
  }

  /// If a drag or motion is beyond an end by half a page or more, lets it continue as if the slides had been pulled
  /// there; returns the new offset.
  mutating func pullBack(from offset: Double, at now: Timestamp) -> Double {
    guard abs(offset) > RubberBand.furthest, isBeyondEnd(offset) else { return offset }
    let new = RubberBand().offset(pull: offset)
    switch phase {
    case .resting: break
    case .floating, .scrolling:
      beginMotion(toPage: 0, velocity: 0, duration: transition(ofPage: 0).userDuration, from: new, at: now)
    case .dragging: rebaseDrag(showing: new)
    case .settling(let settling): redirect(settling, from: new, toPage: settling.remaining, at: now)
    }
    return self.offset(at: now)
  }

  /// Redirects a motion to another page, from an offset or from where it is. It takes the whole duration set or, if it
  /// is longer, its own: a mode with zero durations that was set meanwhile does not cut it short.
  mutating func redirect(_ settling: Settling, from offset: Double? = nil, toPage page: Int, at now: Timestamp) {
    let motion = settling.motion
    let id = self.motion
    let transition = transition(ofPage: page)
    let whole = cause == .automatic ? transition.automaticDuration : transition.userDuration
    let duration = max(motion.duration, whole)
    beginMotion(toPage: page, velocity: motion.velocity(at: now), duration: duration, from: offset, at: now)
    self.motion = id
  }
}

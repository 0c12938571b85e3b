/// Changes of the settings.
extension CarouselMachine {
  /// Applies new settings. The slides in view stay where they are.
  mutating func configure(_ new: Settings, at now: Timestamp) {
    let old = settings
    let offset = offset(at: now)
    let anchors = track.anchors(in: view(at: offset))
    settings = new
    if offset == 0 { mode = new.mode }
    if new.heading != old.heading { automaticDirection = new.heading }
    if new.wraps != old.wraps {
      automaticDirection = new.heading
      track.wraps = new.wraps
      // A slide in view may lie beyond the seam between last and first, which has just closed: it stays.
      track.rebuild(count: track.count, current: track.current, anchors)
      keepWithinEnds(showing: offset, at: now)
    }
    if isResting { track.trim(view: goalView, goal: 0) }
    if new.effectiveInterval != old.effectiveInterval, case .resting = phase { phase = .resting(since: now) }
  }

  /// Adapts the phase to ends that have moved: a motion beyond an end is redirected to the last slide there, and a drag
  /// continues from the offset shown.
  mutating func keepWithinEnds(showing offset: Double, at now: Timestamp) {
    switch phase {
    case .resting: break
    case .dragging: rebaseDrag(showing: offset)
    case .settling(let settling):
      guard let direction = Direction(of: settling.remaining) else { return }
      let left = min(abs(settling.remaining), track.reach(direction))
      if left < abs(settling.remaining) { redirect(settling, toPage: left * direction.page, at: now) }
    }
  }

  /// Redirects a motion to another page. It keeps its duration, so that a mode with zero durations that was set
  /// meanwhile does not cut it short.
  mutating func redirect(_ settling: Settling, toPage page: Int, at now: Timestamp) {
    let motion = settling.motion
    settle(toPage: page, velocity: motion.velocity(at: now), duration: motion.duration, at: now)
  }
}

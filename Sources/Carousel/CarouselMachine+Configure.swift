/// New settings.
extension CarouselMachine {
  /// Takes new settings; slides in view stay there.
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
      // Across the seam that has just closed, a slide may be in view: it stays.
      track.rebuild(count: track.count, current: track.current, anchors)
      keepWithinEnds(showing: offset, at: now)
    }
    if isResting { track.trim(view: goalView, goal: 0) }
    if new.effectiveInterval != old.effectiveInterval, case .resting = phase { phase = .resting(since: now) }
  }

  /// After the ends have moved: a motion beyond them leads to the last slide there is, a drag continues from where it shows.
  mutating func keepWithinEnds(showing offset: Double, at now: Timestamp) {
    switch phase {
    case .resting: break
    case .dragging: regrip(showing: offset)
    case .settling(let settling):
      guard let direction = Direction(of: settling.remaining) else { return }
      let left = min(abs(settling.remaining), track.reach(direction))
      if left < abs(settling.remaining) { redirect(settling, toPage: left * direction.page, at: now) }
    }
  }

  /// Leads a motion to another page, in the time that it had: a mode without motion that came along must not cut it short.
  mutating func redirect(_ settling: Settling, toPage page: Int, at now: Timestamp) {
    let motion = settling.motion
    settle(toPage: page, velocity: motion.velocity(at: now), duration: motion.duration, at: now)
  }
}

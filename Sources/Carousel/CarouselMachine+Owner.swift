/// Changes of what there is to show, and how.
extension CarouselMachine {
  /// Takes new settings; what is on screen stays there.
  mutating func change(to new: Settings, at now: Timestamp) {
    let old = settings
    let offset = offset(at: now)
    settings = new
    if new.wraps != old.wraps {
      let shown = Direction(of: offset).flatMap { side in lane.slide(at: side.page).map { (side, $0) } }
      lane.wraps = new.wraps
      // Across the seam that has just closed, a slide may be half on screen: it stays.
      if let (side, slide) = shown, lane.slide(at: side.page) != slide { lane.pin(slide, side) }
      automaticDirection = .forward
      keepWithinEnds(showing: offset, at: now)
    }
    if new.effectiveInterval != old.effectiveInterval, case .resting = phase { phase = .resting(since: now) }
  }

  /// Takes new slides; the current one is now `current`.
  mutating func reload(count: Int, current: Int?, at now: Timestamp, _ log: inout ReportLog) {
    let old = lane
    let offset = offset(at: now)
    guard count > 0 else {
      lane = Lane(count: 0, current: 0, wraps: lane.wraps)
      keysHeldUntil = nil
      return rest(since: now)
    }
    let index = max(0, min(current ?? old.current, count - 1))
    lane.reload(count: count, current: index)
    if old.count == 0 || index != old.current { log.tell(renumbered: index) }

    let isKept = current == index
    let neighbour = Direction(of: offset)?.page ?? 0
    let hasVanished = old.slide(at: neighbour) != nil && lane.slide(at: neighbour) == nil
    switch phase {
    case .resting:
      if !isKept { rest(since: now) }
    case .dragging, .settling:
      if hasVanished { rest(since: now) } else { keepWithinEnds(showing: offset, at: now) }
    }
  }

  /// After the ends have moved: a motion beyond them leads to the last slide there is, a drag goes on from where it shows.
  private mutating func keepWithinEnds(showing offset: Double, at now: Timestamp) {
    switch phase {
    case .resting: break
    case .dragging: regrip(showing: offset)
    case .settling(let transition):
      guard let direction = Direction(of: transition.remaining) else { return }
      let left = min(abs(transition.remaining), lane.reach(direction))
      guard left < abs(transition.remaining) else { return }
      // In the time that it had: a mode without motion that came along must not cut it short.
      let motion = transition.motion
      settle(toPage: left * direction.page, velocity: motion.velocity(at: now), duration: motion.duration, at: now)
    }
  }
}

/// Changes by pages, and to a slide.
extension CarouselMachine {
  /// Moves the destination by so many pages.
  mutating func swipe(by pages: Int, holding: Bool, at now: Timestamp) {
    guard lane.count > 0, let direction = Direction(of: pages) else { return }
    let offset = offset(at: now)
    let goal = isSettling ? goal : nearestPage(to: offset)
    if holding, settings.keyReleaseDelay > .zero { keysHeldUntil = now.advanced(by: settings.keyReleaseDelay.bounded) }
    guard let destination = lane.slide(at: goal) else { return }

    let moved = lane.isEndless ? wrapped(pages) : clamped(pages, from: destination)
    guard let slide = lane.index(destination, movedBy: moved) else { return }
    if moved == 0, !lane.isEndless { return push(direction, against: goal, at: now) }
    // Only now: a motion that goes on may still uncover what it was measured for.
    lane.trim(offset: offset, goal: goal)
    go(to: slide, page: wrapped(goal + moved), direction, at: now)
  }

  /// Goes to a slide by the shorter way.
  mutating func jump(to slide: Int, at now: Timestamp) {
    guard lane.count > 0 else { return }
    let slide = max(0, min(slide, lane.count - 1))
    if isSettling, lane.slide(at: goal) == slide { return }
    lane.trim(offset: offset(at: now), goal: goal)
    route(to: slide, lane.shorterWay(to: slide), at: now)
  }

  /// Goes to a slide through those between, if it is to be found so many pages away; else past them.
  private mutating func go(to slide: Int, page: Int, _ direction: Direction, at now: Timestamp) {
    if page.magnitude <= Self.greatestTravel.magnitude, lane.slide(at: page) == slide {
      settle(toPage: page, at: now)
    } else {
      route(to: slide, direction, at: now)
    }
  }

  /// Shows a slide in the first slot in a direction that is not on screen, and goes there.
  private mutating func route(to slide: Int, _ direction: Direction, at now: Timestamp) {
    if slide == lane.current { return settle(toPage: 0, at: now) }
    // At an end that yields, nothing is on screen beside the current slide, though the offset leads there.
    let side = Direction(of: offset(at: now))
    let onScreen = side.flatMap { lane.slide(at: $0.page) }
    if let side, onScreen == slide { return settle(toPage: side.page, at: now) }
    let distance = side == direction && onScreen != nil ? 2 : 1
    lane.splice(slide, at: distance, direction)
    settle(toPage: distance * direction.page, at: now)
  }

  /// A swipe towards where nothing follows.
  private mutating func push(_ direction: Direction, against goal: Int, at now: Timestamp) {
    switch phase {
    case .resting:
      let duration = settings.mode.handDuration
      guard duration > .zero else { return }
      let motion = Motion.nudge(direction, by: Self.give, start: now, duration: duration)
      phase = .settling(Transition(motion: motion, drawing: drawing))
    case .dragging: settle(toPage: goal, at: now)
    case .settling: break  // It is on its way to that end already, or bounces off it.
    }
  }

  /// A number of pages with the whole rounds taken out, where it is too great to travel and the slides go round.
  private func wrapped(_ pages: Int) -> Int {
    lane.isEndless && pages.magnitude > Self.greatestTravel.magnitude ? pages % lane.count : pages
  }

  /// As many pages as there are from a slide.
  private func clamped(_ pages: Int, from slide: Int) -> Int { max(-slide, min(pages, lane.count - 1 - slide)) }
}

import CarouselValues

extension CarouselMachine {
  /// Moves the destination by a number of pages.
  mutating func move(by pages: Int, holding: Duration, _ cause: Cause, _ timing: MotionTiming?, at now: Timestamp) {
    guard track.count > 0, let direction = Direction(of: pages) else { return }
    let offset = offset(at: now)
    let goal = isSettling ? goal : nearestPage(to: offset)
    if holding > .zero { keysHeldUntil = now.advanced(by: holding.bounded) }
    guard let destination = track.slide(at: goal) else { return }

    self.cause = cause
    let moved =
      settings.layout.isGrouped
      ? slides(from: destination, inGroups: pages)
      : track.isEndless ? wrapped(pages) : clamped(pages, from: destination)
    let page = wrapped(goal + moved)
    // From rest, pages count along the track as it is in view; in motion, by index from the destination, which may
    // still be on its way.
    let visible = isSettling || !view(at: offset).contains(page) ? nil : track.slide(at: page)
    guard let slide = visible ?? track.index(destination, movedBy: moved) else { return }
    if moved == 0, !track.isEndless { return push(direction, against: goal, timing, at: now) }
    // Only now: a motion that continues may still uncover slides by which the destination was found.
    trim(goal: goal, at: now)
    go(to: slide, page: page, direction, timing, at: now)
  }

  /// Goes to a slide the shorter way round.
  mutating func jump(to slide: Int, _ timing: MotionTiming? = nil, at now: Timestamp) {
    guard track.count > 0 else { return }
    let slide = settings.layout.firstSlide(ofGroupWith: max(0, min(slide, track.count - 1)))
    if isSettling, track.slide(at: goal) == slide { return }
    cause = .program
    trim(goal: goal, at: now)
    route(to: slide, track.shorterWay(to: slide), timing, at: now)
  }

  /// Shows a slide at once: exactly that one, or the first of its group. If the carousel is at rest on it, nothing
  /// happens and its dwell continues.
  mutating func place(on slide: Int, exactly: Bool = false, at now: Timestamp, _ log: inout ReportLog) {
    guard let old = current else { return }
    var slide = max(0, min(slide, track.count - 1))
    if !exactly { slide = settings.layout.firstSlide(ofGroupWith: slide) }
    if isResting, slide == old, restingPull == 0 {
      (realignment, departures) = (nil, [])
      return
    }
    let wasResting = isResting
    cause = .program
    if slide != old {
      let direction = Direction(of: slide - old)
      if let direction { travel = direction }
      track = Track(count: track.count, current: slide, wraps: settings.wraps(track.count), span: settings.layout.span)
      drift = DriftClock()
      log.report(shown: slide, direction, cause)
    }
    rest(since: now)
    (realignment, departures) = (nil, [])
    if wasResting { reportLanding(isFinished: false, &log) }
  }

  /// Goes to a slide through those in between if it is on `page` and near enough; otherwise jumps past them.
  private mutating func go(to slide: Int, page: Int, _ direction: Direction, _ timing: MotionTiming?, at now: Timestamp)
  {
    if page.magnitude <= Self.maximumTravel.magnitude, track.slide(at: page) == slide, !track.isShuffled {
      beginMotion(toPage: page, timing, at: now)
    } else {
      route(to: slide, direction, timing, at: now)
    }
  }

  /// Goes to a slide past those in between.
  private mutating func route(to slide: Int, _ direction: Direction, _ timing: MotionTiming?, at now: Timestamp) {
    let offset = offset(at: now)
    // A drag beyond an end stays where it is even if the row continues there now.
    let page = lead(to: slide, direction, at: now)
    beginMotion(toPage: page, timing, from: offset, at: now)
  }

  /// Returns the page of a slide that is in view or comes into view next. Otherwise splices it, with those that will be
  /// in view beside it, onto the first pages in a direction that are not in view.
  mutating func lead(to slide: Int, _ direction: Direction, at now: Timestamp) -> Int {
    let offset = offset(at: now)
    let view = view(at: offset)
    if slide == track.current { return 0 }
    let nearest = PagesOutward(view, from: offset, preferring: .forward)
    if let page = nearest.first(where: { track.slide(at: $0) == slide }) { return page }
    // Beyond an end nothing is in view beside the current slide, although the offset points there.
    let edge =
      view.filter { track.slide(at: $0) != nil }.map { $0 * direction.page }.max().map { max(0, $0) } ?? 0
    let rest = self.view(restingIn: settings.effectiveTransition(of: slide)) { track.index(slide, movedBy: $0) }
    let maximum = direction == .forward ? -rest.lowerBound : rest.upperBound
    if let near = (1...edge + 1 + maximum).first(where: { track.slide(at: $0 * direction.page) == slide }) {
      return near * direction.page
    }
    let before = stride(from: maximum, through: 1, by: -1).first { before in
      track.index(slide, movedBy: -before * direction.page).map {
        track.accepts($0, and: before, at: edge + 1, direction)
      } ?? false
    }
    let first = before.flatMap { track.index(slide, movedBy: -$0 * direction.page) } ?? slide
    func splice(_ machine: inout CarouselMachine) {
      machine.track.splice(first, and: before ?? 0, at: edge + 1, direction, keeping: view)
    }
    // A row that ends in view goes on there: the slides fade in.
    changingRow(at: now, isVisible: view.contains((edge + 1) * direction.page), splice)
    return (edge + 1 + (before ?? 0)) * direction.page
  }

  /// Handles a swipe beyond an end.
  private mutating func push(_ direction: Direction, against goal: Int, _ timing: MotionTiming?, at now: Timestamp) {
    switch phase {
    case .resting:
      let duration = timing?.duration ?? transition(ofPage: 0).userDuration
      guard duration > .zero, settings.drag.bounces, !isStill else { return }
      phase = .settling(
        Settling(motion: .nudge(by: direction.sign * Self.nudgeDistance, start: now, duration: duration)))
    case .dragging, .scrolling, .floating: beginMotion(toPage: goal, timing, at: now)
    case .settling: break  // Already heading for that end, or bouncing off it.
    }
  }

  /// Returns a number of pages; in an endless carousel without its full rounds if it exceeds `maximumTravel`.
  private func wrapped(_ pages: Int) -> Int {
    track.isEndless && pages.magnitude > Self.maximumTravel.magnitude ? pages % track.count : pages
  }

  private func clamped(_ pages: Int, from slide: Int) -> Int { max(-slide, min(pages, track.count - 1 - slide)) }
}

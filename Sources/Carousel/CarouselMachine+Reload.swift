/// Replacing the slides.
extension CarouselMachine {
  /// Replaces the slides. Those in view that still exist stay where they are, and a motion keeps its destination.
  mutating func reload(_ reload: Reload, at now: Timestamp, _ log: inout ReportLog) {
    let old = track
    let offset = offset(at: now)
    let count = Track.bounded(count: reload.count)
    guard count > 0, old.count > 0 else {
      if count == 0 { keysHeldUntil = nil }
      track = Track(count: count, current: 0, wraps: settings.wraps)
      rest(since: now)
      if (count > 0) != (old.count > 0) { log.report(renumbered: current) }
      return
    }
    let view = view(at: offset)
    let current = standing(among: view, at: offset, reload, in: count)
    let destination = old.slide(at: goal).map { reload.place(of: $0, in: count) ?? reload.vacancy(of: $0, in: count) }
    track.rebuild(count: count, current: current.slide, kept(in: view, reload, current.slide, count))
    if current.slide != old.current { log.report(renumbered: current.slide) }

    if case .resting = phase {
      if reload.places[old.current] == nil { rest(since: now) }
      return
    }
    let side = Direction(of: offset)?.page ?? 0
    let hasVanished = old.slide(at: side) != nil && track.slide(at: side) == nil
    if hasVanished || !current.isKept { return rest(since: now) }
    if case .settling(let settling) = phase, let destination {
      follow(destination, settling, from: old, in: view, at: now)
    }
    keepWithinEnds(showing: offset, at: now)
  }

  /// Returns the slide for page 0 with which the surviving slide nearest to the middle stays on its page.
  ///
  /// - Returns: The slide, and `isKept`: false if an end of the carousel prevents that.
  private func standing(
    among view: ClosedRange<Int>, at offset: Double, _ reload: Reload, in count: Int
  ) -> (slide: Int, isKept: Bool) {
    let nearest = view.sorted { (abs(Double($0) - offset), $1) < (abs(Double($1) - offset), $0) }
    for page in [0] + nearest {
      guard let slide = track.slide(at: page), let place = reload.place(of: slide, in: count) else { continue }
      let row = Track(count: count, current: place, wraps: track.wraps)
      return row.slide(at: -page).map { ($0, true) } ?? (place, false)
    }
    return (reload.vacancy(of: track.current, in: count), true)
  }

  /// Returns the anchors of the new track, by their new indices: the surviving slides in view, and the splices on the
  /// way.
  private func kept(in view: ClosedRange<Int>, _ reload: Reload, _ current: Int, _ count: Int) -> [Track.Anchor] {
    track.anchors(in: view).compactMap { anchor in
      if let place = reload.place(of: anchor.slide, in: count) {
        // A neighbour that replaces the current slide on page 0 cannot also stay on its own page.
        return place == current && anchor.slide != track.current ? nil : Track.Anchor(page: anchor.page, slide: place)
      }
      if view.contains(anchor.page) { return nil }
      return Track.Anchor(page: anchor.page, slide: reload.vacancy(of: anchor.slide, in: count))
    }
  }

  /// Redirects a motion to its destination: through the slides in between or, if there are now more than twice as many,
  /// past them by a splice.
  private mutating func follow(
    _ destination: Int, _ settling: Settling, from old: Track, in view: ClosedRange<Int>, at now: Timestamp
  ) {
    let goal = settling.remaining
    guard let direction = Direction(of: goal), track.slide(at: goal) != destination, !view.contains(goal) else {
      return
    }
    let anchors = old.anchors(in: view).map { $0.page * direction.page }
    let last = anchors.filter { $0 > 0 && $0 < abs(goal) }.max() ?? 0
    let old = abs(goal) - last
    if let start = track.slide(at: last * direction.page),
      let steps = track.steps(from: start, to: destination, direction), steps <= 2 * old, last + steps > 0
    {
      redirect(settling, toPage: (last + steps) * direction.page, at: now)
    } else {
      let page = track.nearestPage(to: abs(goal), direction)
      track.splice(destination, at: page, direction)
      if page != abs(goal) { redirect(settling, toPage: page * direction.page, at: now) }
    }
  }
}

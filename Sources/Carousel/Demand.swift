public import CarouselValues

extension CarouselMachine {
  /// The slides to load, as of the last `handle`: the current one, others in view and those about to come into view; then
  /// those around the destination of a motion, and as many beyond as `Settings.preloadAhead` and `preloadBehind` say.
  ///
  /// - Complexity: O(n²) for the n slides listed: at most 7, 6 more for each neighbor that the layout allows on a side, and
  ///   those to preload. It depends neither on the number of slides nor on the length of a motion.
  public var demand: SlideDemand {
    var demand = SlideDemand()
    let offset = offset(at: clock)
    let goal = goal
    let way = Direction(of: goal)
    var heading = way ?? Direction(of: offset) ?? travel
    // At an end the only way leads back.
    if track.slide(at: goal + heading.page) == nil { heading = heading.opposite }

    let view = view(at: offset)
    demand.visible.reserveCapacity(view.count + 4)
    demand.upcoming.reserveCapacity(view.count + 4)
    demand.show(track.slide(at: 0))
    for page in PagesOutward(view, from: offset) { demand.show(track.slide(at: page)) }
    // Slides on their way to or from other pages.
    if realignment != nil { for slide in slidesInView(at: clock) { demand.show(slide) } }
    // In a layout with gaps, the slide on this side may not be in view yet.
    if let side = Direction(of: offset) { demand.show(track.slide(at: side.page)) }
    if let way {
      demand.show(track.slide(at: way.page))
      // The destination of a jump, which may lie behind slides that have to leave first.
      if let splice = track.splices(way).last(where: { $0.distance <= abs(goal) }) {
        demand.show(splice.slide)
        if goalView.contains(splice.distance * way.page - goal) { demand.show(track.slide(at: goal)) }
      }
    }
    let (ahead, behind) = (max(goalView.upperBound, 0), max(-goalView.lowerBound, 0))
    func prepare(_ pages: some Sequence<Int>) {
      for page in pages { demand.prepare(track.slide(at: goal + page * heading.page)) }
    }
    prepare(0...ahead)
    prepare(stride(from: -1, through: -behind, by: -1))
    prepare(stride(from: ahead + 1, through: ahead + max(0, min(settings.preloadAhead, 32)), by: 1))
    prepare(stride(from: -behind - 1, through: -behind - max(0, min(settings.preloadBehind, 32)), by: -1))
    return demand
  }
}

extension SlideDemand {
  fileprivate mutating func show(_ slide: Int?) {
    if let slide, !visible.contains(slide) { visible.append(slide) }
  }

  fileprivate mutating func prepare(_ slide: Int?) {
    if let slide, !visible.contains(slide), !upcoming.contains(slide) { upcoming.append(slide) }
  }
}

import CarouselValues

extension CarouselMachine {
  /// The slides to load, each once, most urgent first. The contents of slides that are no longer listed may be dropped.
  public struct Demand: Hashable, Sendable {
    /// The slides in view and those about to come into view, the current one first.
    public var visible: [Int]
    /// The slides to load next: those around the destination of a motion, then those beyond it and before it. None of
    /// them is in `visible`.
    public var upcoming: [Int]

    /// Creates a demand.
    public init(visible: [Int] = [], upcoming: [Int] = []) {
      self.visible = visible
      self.upcoming = upcoming
    }

    fileprivate mutating func show(_ slide: Int?) {
      if let slide, !visible.contains(slide) { visible.append(slide) }
    }

    fileprivate mutating func prepare(_ slide: Int?) {
      if let slide, !visible.contains(slide), !upcoming.contains(slide) { upcoming.append(slide) }
    }
  }

  /// The slides to load, in order of the direction of travel, as of the last `handle`.
  ///
  /// - Complexity: O(n²) for the n slides listed: at most 10, and 6 more for each neighbor that the layout allows on a
  ///   side. It depends neither on the number of slides nor on the length of a motion.
  public var demand: Demand {
    var demand = Demand()
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
    // From the page nearest to the middle outward.
    var (before, after) = (Int(offset.roundedDown), Int(offset.roundedDown) + 1)
    while before >= view.lowerBound || after <= view.upperBound {
      if after > view.upperBound || (before >= view.lowerBound && offset - Double(before) <= Double(after) - offset) {
        demand.show(track.slide(at: before))
        before -= 1
      } else {
        demand.show(track.slide(at: after))
        after += 1
      }
    }
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
    prepare(ahead + 1...ahead + 2)
    prepare(CollectionOfOne(-behind - 1))
    return demand
  }
}

extension CarouselMachine {
  /// Which slides to load, each once, most urgent first. What a demand no longer names may be dropped.
  public struct Demand: Hashable, Sendable {
    /// Slides in view, and those that come into view at once. The current slide is the first.
    public var visible: [Int]
    /// Slides that come into view soonest: where a motion leads, beyond it, before it. None of `visible` is among them.
    public var soon: [Int]

    /// A demand.
    public init(visible: [Int] = [], soon: [Int] = []) {
      self.visible = visible
      self.soon = soon
    }

    fileprivate mutating func show(_ slide: Int?) {
      if let slide, !visible.contains(slide) { visible.append(slide) }
    }

    fileprivate mutating func prepare(_ slide: Int?) {
      if let slide, !visible.contains(slide), !soon.contains(slide) { soon.append(slide) }
    }
  }

  /// The slides to load, by direction of travel, as of the last `handle`.
  ///
  /// - Complexity: O(n²) for n slides named: at most 8, and 4 more for each neighbour that the layout allows on a side, however
  ///   many slides there are and however far a motion leads.
  public var demand: Demand {
    var demand = Demand()
    let offset = offset(at: clock)
    let goal = goal
    let way = Direction(of: goal)
    var heading = way ?? Direction(of: offset) ?? travel
    // At an end there is only the way back.
    if track.slide(at: goal + heading.page) == nil { heading = heading.opposite }

    demand.show(track.slide(at: 0))
    for page in view(at: offset).sorted(by: { (abs(Double($0) - offset), $0) < (abs(Double($1) - offset), $1) }) {
      demand.show(track.slide(at: page))
    }
    // In a layout with gaps it may not be in view yet.
    if let side = Direction(of: offset) { demand.show(track.slide(at: side.page)) }
    if let way {
      demand.show(track.slide(at: way.page))
      // A jump's destination, which may be behind slides that must leave first.
      if let splice = track.splices(way).last, splice.distance <= abs(goal) {
        demand.show(splice.slide)
        if goalView.contains(splice.distance * way.page - goal) { demand.show(track.slide(at: goal)) }
      }
    }
    let (beside, before) = (max(goalView.upperBound, 0), max(-goalView.lowerBound, 0))
    let shown = Array(stride(from: 0, through: beside, by: 1)) + stride(from: -1, through: -before, by: -1)
    for page in shown + [beside + 1, beside + 2, -before - 1] {
      demand.prepare(track.slide(at: goal + page * heading.page))
    }
    return demand
  }
}

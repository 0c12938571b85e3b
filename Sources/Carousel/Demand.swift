/// Which slides to load, each once, most urgent first.
public struct Demand: Hashable, Sendable {
  /// Those that are on screen, and a jump's destination, which is about to be.
  public var visible: [Int]
  /// Those that will be soonest: where a motion leads, two beyond it, one before it. None of `visible` is among them.
  public var soon: [Int]

  /// A demand.
  public init(visible: [Int] = [], soon: [Int] = []) {
    self.visible = visible
    self.soon = soon
  }
}

extension CarouselMachine {
  /// The slides that must be loaded: those on screen now, then those soon to be, by direction of travel.
  ///
  /// Derived from the state as of the last `handle`. At most eight slides, however many there are and however far a motion leads.
  public var demand: Demand {
    var demand = Demand()
    let offset = offset(at: clock)
    let goal = goal
    let onScreen = Direction(of: offset)
    let way = Direction(of: goal)
    var heading = way ?? onScreen ?? travel
    // At an end there is only the way back.
    if lane.slide(at: goal + heading.page) == nil { heading = heading.opposite }

    demand.show(lane.slide(at: 0))
    if let onScreen { demand.show(lane.slide(at: onScreen.page)) }
    if let way {
      demand.show(lane.slide(at: way.page))
      // A jump's destination, which may be behind a slide that must leave first.
      if let splice = lane.splices(way).last, splice.distance <= abs(goal) { demand.show(splice.slide) }
    }
    for page in [0, 1, 2, -1] {
      demand.prepare(lane.slide(at: goal + page * heading.page))
    }
    return demand
  }
}

extension Demand {
  fileprivate mutating func show(_ slide: Int?) {
    if let slide, !visible.contains(slide) { visible.append(slide) }
  }

  fileprivate mutating func prepare(_ slide: Int?) {
    if let slide, !visible.contains(slide), !soon.contains(slide) { soon.append(slide) }
  }
}

/// Drags by a pointer.
extension CarouselMachine {
  /// The least velocity, in pages a second, at which a release goes to the next page in its direction, however short
  /// the drag. Android's ViewPager requires 400 dp a second, about the width of a phone.
  static let flingVelocity = 1.0

  /// The limit of release velocities, in pages a second: no finger moves faster.
  private static let greatestVelocity = 100.0

  /// Begins a drag with the slides where they are.
  mutating func grab(at now: Timestamp) {
    guard track.count > 0 else { return }
    let offset = offset(at: now)
    cause = .user
    track.trim(view: view(at: offset), goal: 0)
    phase = .dragging(Drag(origin: pull(showing: offset)))
  }

  /// Moves the slides to a distance, in pages, from where the drag began.
  mutating func drag(to pull: Double, _ log: inout ReportLog) {
    guard case .dragging(var drag) = phase, pull.isFinite else { return }
    let limit = Double(Self.maximumTravel)
    drag.pull = max(-limit, min(pull, limit))
    while abs(drag.unbound) >= 1, let direction = Direction(of: drag.unbound), shift(direction, &log) {
      drag.origin -= direction.sign
    }
    phase = .dragging(drag)
    track.trim(view: view(at: offset(at: clock)), goal: 0)
  }

  /// Ends the drag: the slides settle on the page that they are thrown to or, below `flingVelocity`, on the nearest
  /// one.
  mutating func release(velocity: Double, at now: Timestamp) {
    guard case .dragging = phase else { return }
    let velocity = velocity.isNaN ? 0 : max(-Self.greatestVelocity, min(velocity, Self.greatestVelocity))
    let page = landingPage(offset: offset(at: now), velocity: velocity)
    settle(toPage: page, velocity: velocity, duration: settings.mode.userDuration, at: now)
  }

  /// Keeps the slides of a drag at their offset on screen after an end has appeared or disappeared.
  mutating func rebaseDrag(showing offset: Double) {
    guard case .dragging(var drag) = phase else { return }
    drag.origin = pull(showing: offset) - drag.pull
    phase = .dragging(drag)
  }

  private func landingPage(offset: Double, velocity: Double) -> Int {
    guard abs(velocity) >= Self.flingVelocity, let direction = Direction(of: velocity) else {
      return nearestPage(to: offset)
    }
    // Thrown back towards the current page, which is the next one in that direction.
    if Direction(of: offset) == direction.opposite { return 0 }
    return track.slide(at: direction.page) == nil ? 0 : direction.page
  }

  /// Returns the pull that results in an offset.
  private func pull(showing offset: Double) -> Double {
    guard let direction = Direction(of: offset), track.slide(at: direction.page) == nil else { return offset }
    return RubberBand.pull(offset: offset)
  }
}

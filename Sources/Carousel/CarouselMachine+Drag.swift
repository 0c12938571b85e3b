/// A pointer's hold.
extension CarouselMachine {
  /// From this velocity on, in pages a second, a release goes to the next page in its direction however near it is: Android's
  /// ViewPager asks for 400 dp a second, about the width of a phone.
  static let flingVelocity = 1.0

  /// No hand moves faster, in pages a second.
  private static let greatestVelocity = 100.0

  /// Takes hold of the slides where they are.
  mutating func grab(at now: Timestamp) {
    guard track.count > 0 else { return }
    let offset = offset(at: now)
    cause = .hand
    track.trim(view: view(at: offset), goal: 0)
    phase = .dragging(Drag(origin: pull(showing: offset)))
  }

  /// Moves the slides to a distance from where they were taken hold of.
  mutating func drag(to pull: Double, _ log: inout ReportLog) {
    guard case .dragging(var drag) = phase, pull.isFinite else { return }
    let limit = Double(Self.greatestTravel)
    drag.pull = max(-limit, min(pull, limit))
    while abs(drag.unbound) >= 1, let direction = Direction(of: drag.unbound), shift(direction, &log) {
      drag.origin -= direction.sign
    }
    phase = .dragging(drag)
    track.trim(view: view(at: offset(at: clock)), goal: 0)
  }

  /// Lets the slides settle: where they are thrown, or on the nearest page.
  mutating func release(velocity: Double, at now: Timestamp) {
    guard case .dragging = phase else { return }
    let velocity = velocity.isNaN ? 0 : max(-Self.greatestVelocity, min(velocity, Self.greatestVelocity))
    let page = landingPage(offset: offset(at: now), velocity: velocity)
    settle(toPage: page, velocity: velocity, duration: settings.mode.handDuration, at: now)
  }

  /// Keeps the slides where they show, though an end may have come or gone since.
  mutating func regrip(showing offset: Double) {
    guard case .dragging(var drag) = phase else { return }
    drag.origin = pull(showing: offset) - drag.pull
    phase = .dragging(drag)
  }

  private func landingPage(offset: Double, velocity: Double) -> Int {
    guard abs(velocity) >= Self.flingVelocity, let direction = Direction(of: velocity) else {
      return nearestPage(to: offset)
    }
    // Thrown back from beyond half-way, the nearest page in that direction is the current one.
    if Direction(of: offset) == direction.opposite { return 0 }
    return track.slide(at: direction.page) == nil ? 0 : direction.page
  }

  /// How far the slides must be pulled to show so.
  private func pull(showing offset: Double) -> Double {
    guard let direction = Direction(of: offset), track.slide(at: direction.page) == nil else { return offset }
    return RubberBand.pull(offset: offset)
  }
}

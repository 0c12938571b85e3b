import CarouselValues

/// Scrolling: by keys and the wheel, and by a pointer.
extension GridMachine {
  /// The deceleration after a flick, as that of a zoom: its duration in seconds, and the distance that it covers, as a
  /// multiple of the velocity in a second.
  private static let momentum = (seconds: 0.9, way: 0.3)
  /// The duration in seconds in which a grid springs back from beyond an end.
  private static let springSeconds = 0.3
  /// The limit of release velocities, in viewports a second: no finger moves faster.
  private static let maximumVelocity = 100.0

  /// Scrolls by a number of rows.
  mutating func scroll(by rows: Double) {
    headsForward = rows >= 0
    let top = layout.bounded(top: scroll.destination(layout) + rows)
    keepSelection(inViewAt: top)
    glide(to: top)
  }

  /// Begins a hold with the grid where it is.
  mutating func grab(at point: SlidePoint) {
    guard count > 0 else { return }
    let origin = layout.pulled(scroll.position(at: clock, layout))
    scroll = .held(GridScroll.Hold(origin: origin, grabbed: point, pointer: point))
  }

  /// Moves the pointer that holds the grid.
  mutating func drag(to point: SlidePoint) {
    guard case .held(var hold) = scroll, !point.x.isNaN, !point.y.isNaN else { return }
    let way = layout.rows(
      forTranslation: SlidePoint(x: point.bounded.x - hold.pointer.x, y: point.bounded.y - hold.pointer.y))
    if way != 0 { headsForward = way > 0 }
    hold.pointer = point.bounded
    scroll = .held(hold)
  }

  /// Ends the hold: the grid decelerates to rest or springs back.
  mutating func release(velocity: SlidePoint) {
    guard case .held = scroll else { return }
    let layout = layout
    let from = scroll.position(at: clock, layout)
    let limit = Self.maximumVelocity * layout.rowsPerPage
    let thrown = settings.seconds > 0 ? max(-limit, min(layout.rows(forTranslation: velocity), limit)) : 0
    let isBeyondEnd = layout.bounded(top: from) != from
    let target = layout.resting(top: isBeyondEnd ? from : from + thrown * Self.momentum.way)
    if thrown != 0 { headsForward = thrown > 0 }
    keepSelection(inViewAt: target)
    begin(
      from: from, to: target, velocity: thrown,
      seconds: settings.seconds > 0 ? thrown == 0 || isBeyondEnd ? Self.springSeconds : Self.momentum.seconds : 0)
  }

  /// Scrolls to a position: with the current velocity during a motion, as a flick from rest.
  mutating func glide(to top: Double) {
    let from = scroll.position(at: clock, layout)
    guard scroll.isHeld || top != scroll.destination(layout) || from != top else { return }
    let seconds = settings.seconds
    let isFree = !scroll.isHeld && !scroll.isMoving(at: clock)
    let velocity = isFree && seconds > 0 ? 2 * (top - from) / seconds : scroll.velocity(at: clock)
    begin(from: from, to: top, velocity: velocity, seconds: seconds)
  }

  /// Begins a motion from one position to another.
  mutating func begin(from: Double, to top: Double, velocity: Double, seconds: Double) {
    var glide = Glide(
      from: SIMD2(from, 0), to: SIMD2(top, 0), velocity: SIMD2(velocity, 0), start: clock, seconds: seconds)
    glide.limitOvershoot(0, room: 0.5)
    glide.seconds[1] = 0
    if from == top, glide.velocity[0] == 0 { glide.seconds[0] = 0 }
    scroll = .gliding(glide)
  }
}

import CarouselValues

extension GridMachine {
  mutating func scroll(by rows: Double) {
    headsForward = rows >= 0
    let top = layout.bounded(top: scroll.destination(layout) + rows)
    keepSelection(inViewAt: top)
    glide(to: top)
  }

  mutating func grab(at point: SlidePoint) {
    guard count > 0 else { return }
    let origin = layout.pulled(scroll.position(at: clock, layout))
    scroll = .held(GridScroll.Hold(origin: origin, grabbed: point, pointer: point))
  }

  mutating func drag(to point: SlidePoint) {
    guard case .held(var hold) = scroll, !point.x.isNaN, !point.y.isNaN else { return }
    let way = layout.rows(forTranslation: point.bounded - hold.pointer)
    if way != 0 { headsForward = way > 0 }
    hold.pointer = point.bounded
    scroll = .held(hold)
  }

  /// Ends the hold: the grid decelerates to rest or springs back.
  mutating func release(velocity: SlidePoint) {
    guard case .held = scroll else { return }
    let layout = layout
    let from = scroll.position(at: clock, layout)
    let limit = Momentum.maximumVelocity * layout.rowsPerPage
    let isAnimated = settings.duration.limitedSeconds > 0
    let thrown = isAnimated ? max(-limit, min(layout.rows(forTranslation: velocity), limit)) : 0
    let isBeyondEnd = layout.bounded(top: from) != from
    let target = layout.resting(top: isBeyondEnd ? from : from + thrown * Momentum.way)
    if thrown != 0 { headsForward = thrown > 0 }
    keepSelection(inViewAt: target)
    let seconds = thrown == 0 || isBeyondEnd ? Momentum.springSeconds : Momentum.seconds
    begin(from: from, to: target, velocity: thrown, seconds: isAnimated ? seconds : 0)
  }

  /// Scrolls to a position: with the current velocity during a motion, as a flick from rest.
  mutating func glide(to top: Double) {
    let from = scroll.position(at: clock, layout)
    guard scroll.isHeld || top != scroll.destination(layout) || from != top else { return }
    let seconds = settings.duration.limitedSeconds
    let isFree = !scroll.isHeld && !scroll.isMoving(at: clock)
    let velocity = isFree ? Motion.flick(over: top - from, in: .seconds(seconds)) : scroll.velocity(at: clock)
    begin(from: from, to: top, velocity: velocity, seconds: seconds)
  }

  mutating func begin(from: Double, to top: Double, velocity: Double, seconds: Double) {
    let isStill = from == top && velocity == 0
    scroll = .gliding(
      Motion(
        from: from, to: top, velocity: velocity, room: 0.5, start: clock,
        duration: isStill ? .zero : .seconds(seconds)))
  }
}

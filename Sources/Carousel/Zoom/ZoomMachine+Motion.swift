/// What moves the content.
extension ZoomMachine {
  /// How long a flick runs out, in seconds, and what share of its velocity's way a second it goes: the cubic that begins at three
  /// times its mean velocity.
  private static let momentum = (seconds: 0.9, way: 0.3)
  /// How long content takes to spring back from beyond an edge, in seconds.
  private static let springSeconds = 0.3
  /// No hand moves faster, in viewports a second.
  private static let greatestVelocity = 100.0
  /// How far a nudge against an edge, or a motion that turns, shows emptiness, in viewports.
  private static let nudgeDistance = 0.05
  /// Presses that follow each other faster are one key held down.
  private static let repeatInterval = Duration.milliseconds(100)

  /// Where the content is at a moment that everything due before has been brought about for.
  func place(at now: Timestamp) -> ZoomPlace {
    switch phase {
    case .resting(let place, _): place
    case .held(let hold): geometry.held(hold, settings).place
    case .moving(let glide): ZoomPlace(glide.position(at: now))
    }
  }

  /// How fast the content moves without a hand.
  func velocity(at now: Timestamp) -> SIMD4<Double> {
    switch phase {
    case .resting, .held: .zero
    case .moving(let glide): glide.velocity(at: now)
    }
  }

  /// Where the content will come to rest if no event comes.
  var destination: ZoomPlace {
    switch phase {
    case .resting(let place, _): place
    case .held(let hold): geometry.bounded(geometry.held(hold, settings).place)
    case .moving(let glide): ZoomPlace(glide.to)
    }
  }

  /// Zooms so that what shows at a point stays there; nil: what will be in the middle.
  mutating func zoom(to zoom: Double, at point: SlidePoint?, _ now: Timestamp) {
    guard zoom > 0 else { return }
    let inverse = max(geometry.inverses.lowerBound, min(1 / zoom, geometry.inverses.upperBound))
    var target = destination
    if let point = point?.bounded {
      target = geometry.place(showing: geometry.share(at: point, place(at: now)), at: point, inverse: inverse)
    }
    target.inverse = inverse
    glide(to: geometry.bounded(target), at: now)
  }

  /// Pans; returns the edge that has been pushed twice.
  mutating func pan(by distance: SlidePoint, at now: Timestamp) -> Edge? {
    let from = destination
    let way = geometry.shares(of: distance, inverse: from.inverse)
    let target = geometry.bounded(ZoomPlace(x: from.x + way.x, y: from.y + way.y, inverse: from.inverse))
    let moves = abs(target.x - from.x) + abs(target.y - from.y) > 1e-9
    guard !moves else {
      pushed = nil
      glide(to: target, at: now)
      return nil
    }
    guard let edge = Edge(of: distance), !isApproaching(edge) else { return nil }
    let isRepeated = pushed.map { $0.time.duration(to: now) < Self.repeatInterval } ?? false
    let isSecond = pushed?.edge == edge && !isRepeated
    let isFirst = pushed?.edge != edge
    pushed = isSecond ? nil : Push(edge: edge, time: now)
    if isFirst { nudge(distance, at: now) }
    return isSecond ? edge : nil
  }

  /// Whether a motion under way still leads towards an edge.
  private func isApproaching(_ edge: Edge) -> Bool {
    guard case .moving(let glide) = phase else { return false }
    switch edge {
    case .left, .right: return glide.from[0] != glide.to[0]
    case .top, .bottom: return glide.from[1] != glide.to[1]
    }
  }

  private mutating func nudge(_ distance: SlidePoint, at now: Timestamp) {
    let from = place(at: now)
    guard settings.seconds > 0, !geometry.isEmpty, !phase.isMoving else { return }
    let reach = nudgeReach(inverse: from.inverse)
    func sign(_ way: Double) -> Double { way == 0 ? 0 : way < 0 ? -1 : 1 }
    let way = SIMD4(sign(distance.x) * reach[0], sign(distance.y) * reach[1], 0, 0)
    let velocity = way * (Motion.impulse / settings.seconds)
    phase = .moving(
      Glide(
        from: from.numbers, to: geometry.bounded(from).numbers, velocity: velocity, start: now,
        seconds: settings.seconds))
  }

  /// Takes hold of the content where it is.
  mutating func grab(at point: SlidePoint, _ now: Timestamp) {
    guard !geometry.isEmpty else { return }
    var hold = geometry.hold(at: point, place(at: now))
    // A second grab without a release between is the same hold, taken up elsewhere.
    hold.reportedPull = phase.hold?.reportedPull
    phase = .held(hold)
  }

  /// Moves what is held.
  mutating func drag(to point: SlidePoint, scale: Double) {
    guard !point.x.isNaN, !point.y.isNaN else { return }
    guard case .held(var hold) = phase else { return }
    hold.pointer = point.bounded
    if scale > 0 { hold.scale = max(1e-6, min(scale, 1e6)) }
    phase = .held(hold)
  }

  /// Lets the content go on, or spring back.
  mutating func release(velocity: SlidePoint, at now: Timestamp) {
    guard case .held(let hold) = phase else { return }
    let (from, pull) = geometry.held(hold, settings)
    let inverse = max(geometry.inverses.lowerBound, min(from.inverse, geometry.inverses.upperBound))
    guard settings.seconds > 0, inverse == from.inverse else {
      let share = geometry.share(at: hold.pointer, from)
      let target = geometry.bounded(geometry.place(showing: share, at: hold.pointer, inverse: inverse))
      return glide(from: from, to: target, velocity: .zero, seconds: Self.springSeconds, at: now)
    }
    var thrown = velocity
    if pull != 0 {
      switch settings.swipeAxis {
      case .horizontal: thrown.x = 0
      case .vertical: thrown.y = 0
      }
    }
    let (maximumX, maximumY) = (
      Self.greatestVelocity * geometry.viewport.width, Self.greatestVelocity * geometry.viewport.height
    )
    thrown = SlidePoint(x: -max(-maximumX, min(thrown.x, maximumX)), y: -max(-maximumY, min(thrown.y, maximumY)))
    // Content with no way to go on an axis does not bounce there.
    if !geometry.exceeds(.horizontal, inverse: inverse) { thrown.x = 0 }
    if !geometry.exceeds(.vertical, inverse: inverse) { thrown.y = 0 }
    let way = geometry.shares(of: thrown, inverse: from.inverse)
    let target = geometry.bounded(
      ZoomPlace(x: from.x + way.x * Self.momentum.way, y: from.y + way.y * Self.momentum.way, inverse: inverse))
    var glide = Glide(
      from: from.numbers, to: target.numbers, velocity: SIMD4(way.x, way.y, 0, 0), start: now,
      seconds: Self.momentum.seconds)
    let (reach, home) = (nudgeReach(inverse: inverse), geometry.bounded(from))
    for index in 0...1 {
      if home.numbers[index] != from.numbers[index] { glide.seconds[index] = Self.springSeconds }
      glide.settle(index, room: reach[index])
    }
    begin(glide, at: now)
  }

  /// Moves without a hand from where the content is, with the velocity that it has or, at rest, as a flick.
  mutating func glide(to target: ZoomPlace, at now: Timestamp) {
    let from = place(at: now)
    let velocity =
      phase.isMoving
      ? velocity(at: now)
      : Glide.flick(from: from.numbers, to: target.numbers, seconds: settings.seconds)
    glide(from: from, to: target, velocity: velocity, at: now)
  }

  /// Moves without a hand.
  mutating func glide(
    from: ZoomPlace, to target: ZoomPlace, velocity: SIMD4<Double>, seconds: Double? = nil, at now: Timestamp
  ) {
    var glide = Glide(
      from: from.numbers, to: target.numbers, velocity: velocity, start: now,
      seconds: settings.seconds > 0 ? seconds ?? settings.seconds : 0)
    if from.inverse == target.inverse, velocity[2] == 0 {
      let reach = nudgeReach(inverse: from.inverse)
      for index in 0...1 { glide.settle(index, room: reach[index]) }
    } else {
      glide.keepPositive(2)
    }
    begin(glide, at: now)
  }

  private mutating func begin(_ glide: Glide<SIMD4<Double>>, at now: Timestamp) {
    var glide = glide
    // What stands still already does not keep the rest from being steady.
    for index in 0..<4 where glide.from[index] == glide.to[index] && glide.velocity[index] == 0 {
      glide.seconds[index] = 0
    }
    if glide.seconds.max() > 0 {
      phase = .moving(glide)
    } else if case .resting(let place, _) = phase, place.numbers == glide.to {
      // Nothing changes: what is steady stays so.
    } else {
      phase = .resting(ZoomPlace(glide.to), since: now)
    }
  }

  /// `nudgeDistance` in shares of the content.
  private func nudgeReach(inverse: Double) -> SIMD2<Double> {
    let reach = geometry.shares(
      of: SlidePoint(
        x: geometry.viewport.width * Self.nudgeDistance, y: geometry.viewport.height * Self.nudgeDistance),
      inverse: inverse)
    return SIMD2(reach.x, reach.y)
  }
}

extension Glide {
  /// Shortens the time of all numbers, or brakes them all, so that a positive one stays positive and the others stay in proportion.
  fileprivate mutating func keepPositive(_ index: Int) {
    let distance = to[index] - from[index]
    let (speed, time) = (velocity[index], seconds[index])
    guard speed != 0, time > 0 else { return }
    if speed * distance > 0 {
      let shorter = max(min(time, Motion.steepest * distance / speed), time / 4)
      seconds = Numbers(repeating: shorter)
      velocity *= min(1, Motion.steepest * distance / (speed * shorter))
    } else {
      let limit = 0.5 * Motion.impulse * min(from[index], to[index]) / time
      velocity *= min(1, limit / abs(speed))
    }
  }
}

extension ZoomMachine.Edge {
  /// The side that a pan heads for, by the longer of its ways; nil: it has none.
  init?(of way: SlidePoint) {
    if way == .zero { return nil }
    if abs(way.x) >= abs(way.y) {
      self = way.x < 0 ? .left : .right
    } else {
      self = way.y < 0 ? .top : .bottom
    }
  }
}

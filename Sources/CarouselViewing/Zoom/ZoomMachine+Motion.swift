import CarouselValues

extension ZoomMachine {
  /// How far, in viewports, a nudge against an edge or a motion that turns may expose the space beyond the edge.
  private static let nudgeDistance = 0.05
  /// Pushes that follow each other faster than this come from one key held down.
  private static let repeatInterval = Duration.milliseconds(100)

  /// Returns the pose of the content at `now`. Everything due by `now` must have been handled.
  func pose(at now: Timestamp) -> ZoomPose {
    switch phase {
    case .resting(let pose, _): pose
    case .dragging(let hold): geometry.dragged(hold, settings).pose
    case .moving(let motion): motion.pose(at: now)
    }
  }

  /// Returns the velocity of a motion, per second; zero at rest and in a hold.
  func velocity(at now: Timestamp) -> SIMD4<Double> {
    switch phase {
    case .resting, .dragging: .zero
    case .moving(let motion): motion.velocity(at: now)
    }
  }

  /// The pose in which the content will come to rest if no event comes.
  var destination: ZoomPose {
    switch phase {
    case .resting(let pose, _): pose
    case .dragging(let hold): geometry.bounded(geometry.dragged(hold, settings).pose)
    case .moving(let motion): motion.to
    }
  }

  /// Zooms around an anchor point; nil for the middle of the viewport at the end of any motion under way.
  mutating func zoom(to zoom: Double, at point: SlidePoint?, _ now: Timestamp) {
    guard zoom > 0 else { return }
    let inverse = max(geometry.inverses.lowerBound, min(1 / zoom, geometry.inverses.upperBound))
    var target = ZoomPose(x: destination.x, y: destination.y, inverse: inverse)
    if let point = point?.bounded {
      target = geometry.pose(showing: geometry.share(at: point, pose(at: now)), at: point, inverse: inverse)
    }
    glide(to: geometry.bounded(target), at: now)
  }

  /// Pans, and returns the edge if this is the second push against it.
  mutating func pan(by distance: SlidePoint, at now: Timestamp) -> Edge? {
    guard !move(by: distance, at: now) else {
      pushed = nil
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

  /// Moves the view up to the edge; returns false if it is there already.
  mutating func move(by distance: SlidePoint, at now: Timestamp) -> Bool {
    let from = destination
    let way = geometry.shares(of: distance, inverse: from.inverse)
    let target = geometry.bounded(ZoomPose(x: from.x + way.x, y: from.y + way.y, inverse: from.inverse))
    guard abs(target.x - from.x) + abs(target.y - from.y) > 1e-9 else { return false }
    glide(to: target, at: now)
    return true
  }

  /// Returns whether a motion under way still moves along the axis of an edge.
  private func isApproaching(_ edge: Edge) -> Bool {
    guard case .moving(let motion) = phase else { return false }
    return motion.moves(along: edge == .left || edge == .right ? .horizontal : .vertical)
  }

  private mutating func nudge(_ distance: SlidePoint, at now: Timestamp) {
    let (from, seconds) = (pose(at: now), settings.duration.limitedSeconds)
    guard seconds > 0, !geometry.isEmpty, !phase.isMoving else { return }
    let reach = nudgeReach(inverse: from.inverse)
    func sign(_ way: Double) -> Double { way == 0 ? 0 : way < 0 ? -1 : 1 }
    let way = SIMD4(sign(distance.x) * reach[0], sign(distance.y) * reach[1], 0, 0)
    phase = .moving(
      ZoomMotion(
        from: from, to: geometry.bounded(from), velocity: way * (Motion.impulse / seconds), start: now,
        seconds: SIMD4(repeating: seconds), room: reach * 1.1))
  }

  mutating func grab(at point: SlidePoint, _ now: Timestamp) {
    guard !geometry.isEmpty else { return }
    // A second grab without a release in between continues the same hold from another point.
    phase = .dragging(geometry.hold(at: point, pose(at: now), reportedPull: phase.hold?.reportedPull))
  }

  /// Moves and scales the held content.
  mutating func drag(to point: SlidePoint, scale: Double) {
    guard !point.x.isNaN, !point.y.isNaN else { return }
    guard case .dragging(var hold) = phase else { return }
    hold.pointer = point.bounded
    if scale > 0 { hold.scale = max(1e-6, min(scale, 1e6)) }
    phase = .dragging(hold)
  }

  /// Ends the hold: the content decelerates to rest or springs back.
  mutating func release(velocity: SlidePoint, at now: Timestamp) {
    guard case .dragging(let hold) = phase else { return }
    let (from, pull) = geometry.dragged(hold, settings)
    let inverse = max(geometry.inverses.lowerBound, min(from.inverse, geometry.inverses.upperBound))
    guard settings.duration.limitedSeconds > 0, inverse == from.inverse else {
      let share = geometry.share(at: hold.pointer, from)
      let target = geometry.bounded(geometry.pose(showing: share, at: hold.pointer, inverse: inverse))
      return glide(from: from, to: target, velocity: .zero, seconds: Momentum.springSeconds, at: now)
    }
    var thrown = velocity
    if pull != 0 { thrown[settings.swipeAxis] = 0 }
    for axis in Axis.allCases {
      let limit = Momentum.maximumVelocity * geometry.viewport[axis]
      // Content that cannot move along an axis does not bounce there.
      thrown[axis] = geometry.exceeds(axis, inverse: inverse) ? -max(-limit, min(thrown[axis], limit)) : 0
    }
    let way = geometry.shares(of: thrown, inverse: from.inverse)
    let target = geometry.bounded(
      ZoomPose(x: from.x + way.x * Momentum.way, y: from.y + way.y * Momentum.way, inverse: inverse))
    let home = geometry.bounded(from)
    var seconds = SIMD4(repeating: Momentum.seconds)
    for index in 0...1 where home.numbers[index] != from.numbers[index] { seconds[index] = Momentum.springSeconds }
    begin(
      ZoomMotion(
        from: from, to: target, velocity: SIMD4(way.x, way.y, 0, 0), start: now, seconds: seconds,
        room: nudgeReach(inverse: inverse)), at: now)
  }

  /// Moves to a pose from the current one: with the current velocity during a motion, otherwise as a flick.
  mutating func glide(to target: ZoomPose, at now: Timestamp) {
    glide(from: pose(at: now), to: target, velocity: phase.isMoving ? velocity(at: now) : nil, at: now)
  }

  /// Moves from one pose to another with initial velocities or, if they are nil, as a flick.
  mutating func glide(
    from: ZoomPose, to target: ZoomPose, velocity: SIMD4<Double>?, seconds: Double? = nil, at now: Timestamp
  ) {
    let duration = settings.duration.limitedSeconds
    begin(
      ZoomMotion(
        from: from, to: target, velocity: velocity, start: now,
        seconds: SIMD4(repeating: duration > 0 ? seconds ?? duration : 0), room: nudgeReach(inverse: from.inverse)),
      at: now)
  }

  private mutating func begin(_ motion: ZoomMotion, at now: Timestamp) {
    if !motion.isEmpty {
      phase = .moving(motion)
    } else if case .resting(let pose, _) = phase, pose == motion.to {
      // Nothing changes: steady content stays steady.
    } else {
      phase = .resting(motion.to, since: now)
    }
  }

  /// Returns `nudgeDistance` as fractions of the content's size.
  private func nudgeReach(inverse: Double) -> SIMD2<Double> {
    let viewport = SlidePoint(x: geometry.viewport.width, y: geometry.viewport.height)
    let reach = geometry.shares(of: viewport * Self.nudgeDistance, inverse: inverse)
    return SIMD2(reach.x, reach.y)
  }
}

extension ZoomMachine.Edge {
  /// Creates the edge that a pan heads for along its longer axis; nil for a pan of zero.
  init?(of way: SlidePoint) {
    if way == .zero { return nil }
    if abs(way.x) >= abs(way.y) {
      self = way.x < 0 ? .left : .right
    } else {
      self = way.y < 0 ? .top : .bottom
    }
  }
}

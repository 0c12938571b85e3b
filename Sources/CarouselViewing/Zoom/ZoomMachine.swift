public import CarouselValues

/// Content in a zoomable viewport over time: zoom, pan, rotation and mirroring, as a value that takes events and
/// timestamps.
///
/// ```swift
/// var zoom = ZoomMachine(viewport: SlideSize(width: 800, height: 600), content: SlideSize(width: 4000, height: 3000))
/// zoom.handle(.magnify(by: 1.5, at: SlidePoint(x: 200, y: 100)), at: now)   // a notch of the wheel
/// draw(zoom.frame(at: now).box)
/// ```
///
/// The anchor point of a zoom stays where it is throughout the motion, provided that the content's edges allow it at
/// the end. Position and velocity are continuous: an event during a motion redirects it. At rest, no space is left
/// beside content that could fill the viewport. Time never runs backward, and every event is safe in every phase and
/// with any value: numbers out of range are clamped, and events that make no sense are ignored.
public struct ZoomMachine: Equatable, Sendable {
  /// The settings in force.
  public private(set) var settings: Settings
  /// The orientation of the content.
  public private(set) var orientation = ContentOrientation.upright
  /// The size of the viewport.
  public private(set) var viewport: SlideSize
  /// The size of the content before rotation.
  public private(set) var content: SlideSize

  var geometry: ZoomGeometry
  var phase: ZoomPhase
  /// The last timestamp handled.
  private var clock: Timestamp
  /// The last push of a pan against an edge; nil if there is none that a second push could follow.
  var pushed: Push?

  struct Push: Equatable, Sendable {
    var edge: Edge
    var time: Timestamp
  }

  /// Creates a zoom at 1, with the content at rest from now on.
  ///
  /// The viewport's size is in units of equal width and height: pixels, or samples of a terminal's cells. The content's
  /// is in its own pixels; if a side is NaN or not positive, nothing is visible.
  public init(viewport: SlideSize, content: SlideSize, settings: Settings = Settings(), at now: Timestamp = .zero) {
    self.settings = settings
    self.viewport = viewport.bounded
    self.content = content.bounded
    clock = now.bounded
    geometry = ZoomGeometry(viewport: self.viewport, content: self.content, settings)
    phase = .resting(geometry.home, since: clock)
  }

  /// Whether the zoom is greater than 1, or will be when the motion under way ends.
  public var isZoomed: Bool { destination.inverse < 1 - 1e-9 }

  /// Whether the content is larger than the viewport, so that it can be panned, or will be when the motion under way
  /// ends.
  public var exceedsViewport: Bool { Axis.allCases.contains { geometry.exceeds($0, inverse: destination.inverse) } }

  /// The zoom at the end of the motion under way; at rest the current zoom.
  public var destinationZoom: Double { destination.zoom }

  /// The zoom at which a unit of the content is a unit of the viewport.
  public var actualSizeZoom: Double { geometry.actual }

  /// Handles an event and returns reports of what happened, in order.
  ///
  /// - Complexity: O(1).
  @discardableResult
  public mutating func handle(_ event: Event, at now: Timestamp) -> [Report] {
    advance(to: now)
    var reports: [Report] = []
    let old = phase.hold
    apply(event, at: clock, &reports)
    guard var hold = phase.hold else {
      if old?.reportedPull != nil { reports.append(.release(velocity: swipeVelocity(of: event))) }
      return reports
    }
    let pull = geometry.dragged(hold, settings).pull
    if abs(pull - (hold.reportedPull ?? 0)) > 1e-9 {
      hold.reportedPull = pull
      phase = .dragging(hold)
      reports.append(.pull(pull))
    }
    return reports
  }

  /// Returns the frame to draw at `now`, as it is after a `tick` at that time. The zoom does not change.
  public func frame(at now: Timestamp) -> Frame { frame(at: now, geometry) }

  /// Returns the frame of other content at the same position: the same point of it, as fractions of its size, is in the
  /// middle of the viewport, with the same zoom and orientation.
  ///
  /// Versions of one picture in several resolutions cover each other exactly.
  public func frame(at now: Timestamp, of content: SlideSize) -> Frame {
    frame(at: now, ZoomGeometry(viewport: viewport, content: orientation.size(of: content.bounded), settings))
  }

  private func frame(at now: Timestamp, _ geometry: ZoomGeometry) -> Frame {
    var machine = self
    machine.advance(to: now)
    return Frame(
      machine.pose(at: machine.clock), geometry, orientation, isHeld: machine.phase.hold != nil,
      isMoving: machine.phase.isMoving, isSteady: machine.steadySince.map { $0 <= machine.clock } ?? false)
  }

  /// Returns when to handle the next `tick`, unless an event comes first: at the next frame during a motion, or when
  /// the content becomes steady.
  public func nextWake(after now: Timestamp) -> Wake {
    var machine = self
    machine.advance(to: now)
    if machine.phase.isMoving { return .nextFrame }
    guard let steady = machine.steadySince, steady > machine.clock else { return .never }
    return .at(steady)
  }

  /// When content at rest becomes steady; nil if it is not at rest.
  private var steadySince: Timestamp? {
    guard case .resting(_, let since) = phase else { return nil }
    return since.advanced(by: max(.zero, settings.steadyDelay.bounded))
  }

  private mutating func advance(to now: Timestamp) {
    clock = max(now.bounded, clock)
    if case .moving(let motion) = phase, motion.end <= clock {
      phase = .resting(geometry.bounded(motion.to), since: motion.end)
    }
  }

  private func swipeVelocity(of event: Event) -> Double {
    if case .release(let velocity) = event { velocity.bounded[settings.swipeAxis] } else { 0 }
  }

  private mutating func apply(_ event: Event, at now: Timestamp, _ reports: inout [Report]) {
    switch event {
    case .pan, .tick, .resize, .replace: break
    case .magnify, .zoom, .zoomToActualSize, .toggleZoom, .reset, .home, .page, .grab, .drag, .release, .rotate, .flip,
      .configure, .show:
      pushed = nil
    }
    switch event {
    case .magnify(let factor, let point): zoom(to: destination.zoom * factor, at: point, now)
    case .zoom(let zoom, let point): self.zoom(to: zoom, at: point, now)
    case .zoomToActualSize(let point): zoom(to: geometry.actual, at: point, now)
    case .toggleZoom(let point): zoom(to: isZoomed ? 1 : geometry.toggled(settings), at: point, now)
    case .reset:
      if orientation != .upright { turn(to: .upright, at: now) }
      glide(to: geometry.home, at: now)
    case .home: glide(to: geometry.home, at: now)
    case .pan(let distance):
      if let edge = pan(by: distance.bounded, at: now) { reports.append(.leave(edge)) }
    case .page(let distance):
      if !move(by: distance.bounded, at: now), let edge = Edge(of: distance) { reports.append(.leave(edge)) }
    case .grab(let point): grab(at: point.bounded, now)
    case .drag(let point, let scale): drag(to: point, scale: scale)
    case .release(let velocity): release(velocity: velocity.bounded, at: now)
    case .rotate(let turns): turn(to: orientation.rotated(by: turns), at: now)
    case .flip(let axis): turn(to: orientation.flipped(axis), at: now)
    case .configure(let settings): reshape(at: now) { $0.settings = settings }
    case .resize(let size): reshape(at: now) { $0.viewport = size.bounded }
    case .replace(let size): reshape(at: now) { $0.content = size.bounded }
    case .show(let size): show(size.bounded, at: now)
    case .tick: break
    }
  }

  private mutating func show(_ size: SlideSize, at now: Timestamp) {
    let (earlier, hold) = (destination, phase.hold)
    let pull = hold.map { geometry.dragged($0, settings).pull } ?? 0
    content = size
    orientation = .upright
    geometry = ZoomGeometry(viewport: viewport, content: content, settings)
    let pose = settings.keepsZoom ? geometry.bounded(earlier) : geometry.home
    phase = .resting(pose, since: now)
    // The pull that brought this content into view continues.
    if let hold { phase = .dragging(geometry.hold(hold, on: pose, pull: pull, settings)) }
  }

  /// Changes the viewport, the content or the settings. Content stays steady if nothing changes.
  private mutating func reshape(at now: Timestamp, _ change: (inout ZoomMachine) -> Void) {
    let old = (viewport, content, settings)
    change(&self)
    guard (viewport, content, settings) != old else { return }
    geometry = ZoomGeometry(viewport: viewport, content: orientation.size(of: content), settings)
    switch phase {
    case .resting(let pose, _): phase = .resting(geometry.bounded(pose), since: now)
    case .moving(let motion):
      let target = geometry.bounded(motion.to)
      if target != motion.to { glide(to: target, at: now) }
    case .dragging: break
    }
  }

  /// Changes the orientation at once. A motion under way continues in the new orientation.
  private mutating func turn(to new: ContentOrientation, at now: Timestamp) {
    let old = orientation
    let (pose, destination, velocity) = (pose(at: now), destination, velocity(at: now))
    orientation = new
    geometry = ZoomGeometry(viewport: viewport, content: new.size(of: content), settings)
    func turned(_ numbers: SIMD4<Double>, from origin: SlidePoint = .zero) -> SIMD4<Double> {
      let point = new.shown(old.content(at: SlidePoint(x: numbers[0], y: numbers[1])))
      return SIMD4(point.x - origin.x, point.y - origin.y, numbers[2], 0)
    }
    let target = geometry.bounded(ZoomPose(turned(destination.numbers)))
    guard phase.isMoving else {
      let hold = phase.hold
      phase = .resting(target, since: now)
      guard let hold, !geometry.isEmpty else { return }
      return phase = .dragging(geometry.hold(at: hold.pointer, target, reportedPull: hold.reportedPull))
    }
    let origin = new.shown(old.content(at: .zero))
    glide(from: ZoomPose(turned(pose.numbers)), to: target, velocity: turned(velocity, from: origin), at: now)
  }
}

public import CarouselValues

/// A viewer that grows out of a slide's place and shrinks back into it: a value that takes events and timestamps.
///
/// ```swift
/// var viewer = ViewerMachine(viewport: SlideSize(width: 800, height: 600), content: SlideSize(width: 4000, height: 3000))
/// let thumbnail = ViewerMachine.Source(box: SlideBox(x: 20, y: 40, width: 160, height: 120), contentMode: .cover)
/// viewer.handle(.open(from: thumbnail), at: now)
/// ```
///
/// Content shrinks while a pointer drags it down. A release far enough below the grab, or fast enough downward, dismisses
/// it: see ``Settings``. Position and velocity are continuous, even if the source
/// changes during a motion. Every event is safe in every phase and with any value. For zooming into open content, use a
/// ``ZoomMachine``.
public struct ViewerMachine: Equatable, Sendable {
  /// The settings in force.
  public private(set) var settings: Settings
  /// The size of the viewport.
  public private(set) var viewport: SlideSize
  /// The size of the content as it is displayed, after any rotation.
  public private(set) var content: SlideSize
  /// The place into which the content shrinks when the viewer closes; nil if it is not in view, so that the content
  /// fades out.
  public private(set) var source: Source?

  private var phase = Phase.closed
  /// The rectangle of the content while it is open; nil for all of it, as large as possible.
  private var contentBox: SlideBox?
  private var clock: Timestamp

  /// Creates a closed viewer.
  public init(viewport: SlideSize, content: SlideSize, settings: Settings = Settings(), at now: Timestamp = .zero) {
    self.viewport = viewport.bounded
    self.content = content.bounded
    self.settings = settings
    clock = now.bounded
  }

  /// Whether the viewer is open, or will be when the motion under way ends.
  public var isOpen: Bool {
    switch phase {
    case .closed, .moving(_, to: .closed): false
    case .open, .dragging, .moving(_, to: .open): true
    }
  }

  /// Handles an event and returns reports of what happened, in order.
  @discardableResult
  public mutating func handle(_ event: Event, at now: Timestamp) -> [Report] {
    var reports: [Report] = []
    advance(to: now, &reports)
    apply(event, at: clock, &reports)
    advance(to: now, &reports)
    return reports
  }

  /// Returns the frame to draw at `now`, as it is after a `tick` at that time; nil if the viewer is closed. The viewer
  /// does not change.
  public func frame(at now: Timestamp) -> Frame? {
    var machine = self
    var reports: [Report] = []
    machine.advance(to: now, &reports)
    if case .closed = machine.phase { return nil }
    let pose = machine.pose(at: machine.clock)
    return Frame(
      box: pose.box, clip: pose.clip, darkness: max(0, min(pose.darkness, 1)), opacity: max(0, min(pose.opacity, 1)),
      isHeld: machine.phase.isHeld, isMoving: machine.phase.isMoving)
  }

  /// Returns when to handle the next `tick`, unless an event comes first.
  public func nextWake(after now: Timestamp) -> Wake {
    var machine = self
    var reports: [Report] = []
    machine.advance(to: now, &reports)
    return machine.phase.isMoving ? .nextFrame : .never
  }

  private mutating func advance(to now: Timestamp, _ reports: inout [Report]) {
    clock = max(now.bounded, clock)
    guard case .moving(let glide, let goal) = phase, glide.end <= clock else { return }
    phase = goal == .open ? .open : .closed
    reports.append(goal == .open ? .didOpen : .didClose)
  }

  private mutating func apply(_ event: Event, at now: Timestamp, _ reports: inout [Report]) {
    switch event {
    case .open(let source):
      self.source = source?.bounded
      guard !isOpen else { return }
      move(to: .open, from: pose(at: now), at: now)
    case .close:
      guard isOpen else { return }
      reports.append(.willClose)
      move(to: .closed, from: pose(at: now), at: now)
    case .updateSource(let source):
      self.source = source?.bounded
      if case .moving(_, to: .closed) = phase { redirect(at: now) }
    case .updateContentBox(let box):
      contentBox = box?.bounded
      if case .moving(_, to: .open) = phase { redirect(at: now) }
    case .updateContent(let size):
      content = size.bounded
      redirect(at: now)
    case .resize(let size):
      guard viewport != size.bounded else { return }
      viewport = size.bounded
      contentBox = nil
      redirect(at: now)
    case .configure(let settings): self.settings = settings
    case .grab(let point):
      guard isOpen, !viewport.isEmpty else { return }
      phase = .dragging(Hold(origin: point.bounded, pointer: point.bounded, pose: pose(at: now)))
    case .drag(let point):
      guard case .dragging(var hold) = phase, !point.x.isNaN, !point.y.isNaN else { return }
      hold.pointer = point.bounded
      phase = .dragging(hold)
    case .release(let velocity):
      guard case .dragging(let hold) = phase else { return }
      release(hold, velocity: velocity.bounded, at: now, &reports)
    case .tick: break
    }
  }

  private mutating func release(_ hold: Hold, velocity: SlidePoint, at now: Timestamp, _ reports: inout [Report]) {
    let height = viewport.height
    let limit = 20 * max(viewport.width, height)
    let thrown = SlidePoint(x: max(-limit, min(velocity.x, limit)), y: max(-limit, min(velocity.y, limit)))
    let distance = hold.pointer.y - hold.origin.y
    let (isFar, isFast) = (distance > settings.dismissDistance * height, thrown.y > settings.dismissVelocity * height)
    let isThrownBack = thrown.y < -settings.dismissVelocity * height
    let isDismissed = distance > 0 && (isFar || isFast) && !isThrownBack
    if isDismissed { reports.append(.willClose) }
    let moment = 1e-3
    var ahead = hold
    ahead.pointer = ahead.pointer + thrown * moment
    let pose = pose(hold)
    let speed = (self.pose(ahead).numbers - pose.numbers) / moment
    move(to: isDismissed ? .closed : .open, from: pose, velocity: speed, at: now)
  }
}

// MARK: Poses

extension ViewerMachine {
  private func pose(at now: Timestamp) -> ViewerPose {
    switch phase {
    case .closed: pose(of: .closed, fading: openPose)
    case .open: openPose
    case .dragging(let hold): pose(hold)
    case .moving(let glide, to: _): ViewerPose(glide.position(at: now))
    }
  }

  private var openPose: ViewerPose {
    let fitted = SlideContentMode.contain.box(for: content, in: viewport)
    return ViewerPose(box: contentBox ?? fitted, clip: SlideBox(viewport), darkness: 1, opacity: 1)
  }

  /// Returns the pose of a goal: closed in the source's place or, without a source, transparent in the place of `pose`.
  private func pose(of goal: Goal, fading pose: ViewerPose) -> ViewerPose {
    if goal == .open { return openPose }
    guard let source else { return ViewerPose(box: pose.box, clip: pose.clip, darkness: 0, opacity: 0) }
    let box = source.contentMode.box(for: content, in: source.box.size)
    return ViewerPose(
      box: SlideBox(box.size, at: box.corner + source.box.corner), clip: source.box, darkness: 0, opacity: 1)
  }

  /// Returns the pose of held content. The grabbed point stays under the pointer, and content that is dragged down
  /// shrinks.
  private func pose(_ hold: Hold) -> ViewerPose {
    guard !viewport.isEmpty else { return hold.pose }
    let height = viewport.height
    var shift = hold.pointer - hold.origin
    let y = shift.y
    let scale = y > 0 ? max(1 - y / height, settings.scaleLimit) : 1
    if y <= 0 { shift.y = RubberBand().offset(pull: y / height) * height }
    func moved(_ box: SlideBox) -> SlideBox {
      SlideBox(
        SlideSize(width: box.width * scale, height: box.height * scale),
        at: (box.corner - hold.origin) * scale + hold.origin + shift)
    }
    return ViewerPose(
      box: moved(hold.pose.box), clip: moved(hold.pose.clip),
      darkness: hold.pose.darkness * max(0, min(1 - y / height, 1)), opacity: hold.pose.opacity)
  }

  private mutating func move(to goal: Goal, from: ViewerPose, velocity: SIMD16<Double>? = nil, at now: Timestamp) {
    let (target, seconds) = (pose(of: goal, fading: from), settings.duration.limitedSeconds)
    var start = velocity ?? Glide.flick(from: from.numbers, to: target.numbers, seconds: seconds)
    if velocity == nil, case .moving(let glide, to: _) = phase { start = glide.velocity(at: now) }
    begin(from: from, to: target, velocity: start, seconds: seconds, goal, at: now)
  }

  /// Redirects a motion to the current place of its goal, if that has changed. The motion ends when it would have ended
  /// otherwise, so that it also ends if the place changes in every frame.
  private mutating func redirect(at now: Timestamp) {
    guard case .moving(let glide, let goal) = phase else { return }
    let pose = ViewerPose(glide.position(at: now))
    let target = self.pose(of: goal, fading: pose)
    guard target.numbers != glide.to else { return }
    let seconds = now.duration(to: glide.end).inSeconds
    begin(from: pose, to: target, velocity: glide.velocity(at: now), seconds: seconds, goal, at: now)
  }

  private mutating func begin(
    from: ViewerPose, to target: ViewerPose, velocity: SIMD16<Double>, seconds: Double, _ goal: Goal, at now: Timestamp
  ) {
    var glide = Glide(from: from.numbers, to: target.numbers, velocity: velocity, start: now, seconds: seconds)
    for index in 0..<ViewerPose.count { glide.limitOvershoot(index, room: ViewerPose.room(index, glide, in: viewport)) }
    phase = .moving(glide, to: goal)
  }
}

extension ViewerMachine {
  enum Goal: Equatable, Sendable {
    case open, closed
  }

  struct Hold: Equatable, Sendable {
    /// The point at which the pointer grabbed the content.
    var origin: SlidePoint
    var pointer: SlidePoint
    /// The pose of the content when it was grabbed.
    var pose: ViewerPose
  }

  enum Phase: Equatable, Sendable {
    /// Nothing is visible. Next: `moving` to open.
    case closed
    /// The content is at rest, open. Next: `dragging`, `moving` to closed.
    case open
    /// A pointer holds the content. Next: `moving` to either goal.
    case dragging(Hold)
    /// The content moves to open or to closed. Next: its goal, `dragging` (while opening), or `moving` to the other goal.
    case moving(Glide<SIMD16<Double>>, to: Goal)

    var isHeld: Bool { if case .dragging = self { true } else { false } }
    var isMoving: Bool { if case .moving = self { true } else { false } }
  }
}

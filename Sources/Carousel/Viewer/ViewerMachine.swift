/// A viewer that grows out of a slide's place and shrinks back into it: a value that takes events and timestamps.
///
/// ```swift
/// var viewer = ViewerMachine(viewport: SlideSize(width: 800, height: 600), content: SlideSize(width: 4000, height: 3000))
/// let thumbnail = ViewerMachine.Source(box: SlideBox(x: 20, y: 40, width: 160, height: 120), contentMode: .cover)
/// viewer.handle(.open(from: thumbnail), at: now)
/// ```
///
/// While a pointer drags the content down it shrinks; beyond 30 % of the viewport's height, or faster than 0.8 heights a second, it is
/// dismissed. Place and velocity are continuous, also if the source changes in mid-motion. Every event is safe in every phase and
/// with any value. What shows closer content is a ``ZoomMachine``.
public struct ViewerMachine: Equatable, Sendable {
  /// When the viewer has to be drawn again if no event comes.
  public typealias Wake = CarouselMachine.Wake

  /// The share of the viewport's height from which a drag dismisses.
  public static let dismissDistance = 0.3
  /// The velocity downward from which a release dismisses, in viewport heights a second; upward, it never does.
  public static let dismissVelocity = 0.8
  /// The least scale of content that is dragged down.
  public static let leastScale = 0.3

  /// The viewport's extent.
  public private(set) var viewport: SlideSize
  /// The content's extent, turned as it is seen.
  public private(set) var content: SlideSize
  /// How long the content takes to grow or to shrink. Zero: no time.
  public private(set) var duration: Duration
  /// Where the content goes when the viewer closes; nil: it is not in view, so the content fades.
  public private(set) var source: Source?

  private var phase = Phase.closed
  /// Where the content rests while open; nil: all of it, as large as possible.
  private var place: SlideBox?
  private var clock: Timestamp

  /// A closed viewer.
  public init(
    viewport: SlideSize, content: SlideSize, duration: Duration = .milliseconds(300), at now: Timestamp = .zero
  ) {
    self.viewport = viewport.bounded
    self.content = content.bounded
    self.duration = duration
    clock = now.bounded
  }

  /// Whether the viewer is open and stays so if no event comes.
  public var isOpen: Bool {
    switch phase {
    case .closed, .moving(_, to: .closed): false
    case .open, .held, .moving(_, to: .open): true
    }
  }

  /// Handles an event at a moment; returns what happened, in order.
  @discardableResult
  public mutating func handle(_ event: Event, at now: Timestamp) -> [Report] {
    var reports: [Report] = []
    advance(to: now, &reports)
    apply(event, at: clock, &reports)
    advance(to: now, &reports)
    return reports
  }

  /// What to draw at a moment; nil: the viewer is closed. It changes nothing, and shows what a `tick` at `now` would bring about.
  public func frame(at now: Timestamp) -> Frame? {
    var machine = self
    var reports: [Report] = []
    machine.advance(to: now, &reports)
    if case .closed = machine.phase { return nil }
    return Frame(
      machine.pose(at: machine.clock), isHeld: machine.phase.isHeld, isMoving: machine.phase.isMoving)
  }

  /// When to come back with `tick` if no event comes before.
  public func nextWake(after now: Timestamp) -> Wake {
    var machine = self
    var reports: [Report] = []
    machine.advance(to: now, &reports)
    return machine.phase.isMoving ? .nextFrame : .never
  }

  private mutating func advance(to now: Timestamp, _ reports: inout [Report]) {
    clock = max(now.bounded, clock)
    guard case .moving(let glide, let goal) = phase, glide.end <= clock else { return }
    switch goal {
    case .open:
      phase = .open
      reports.append(.didOpen)
    case .closed:
      phase = .closed
      reports.append(.didClose)
    }
  }

  private mutating func apply(_ event: Event, at now: Timestamp, _ reports: inout [Report]) {
    switch event {
    case .open(let source):
      let isClosed = phase == .closed
      self.source = source?.bounded
      guard !isOpen else { return }
      let from = isClosed ? pose(source: self.source, fading: openPose) : pose(at: now)
      move(to: .open, from: from, at: now)
    case .close:
      guard isOpen else { return }
      reports.append(.willClose)
      move(to: .closed, from: pose(at: now), at: now)
    case .source(let source):
      self.source = source?.bounded
      if case .moving(_, to: .closed) = phase { redirect(at: now) }
    case .place(let box):
      place = box?.bounded
      if case .moving(_, to: .open) = phase { redirect(at: now) }
    case .content(let size):
      content = size.bounded
      redirect(at: now)
    case .resize(let size):
      viewport = size.bounded
      place = nil
      redirect(at: now)
    case .configure(let duration): self.duration = duration
    case .grab(let point):
      guard isOpen, !viewport.isEmpty else { return }
      phase = .held(Hold(origin: point.bounded, pointer: point.bounded, pose: pose(at: now)))
    case .drag(let point):
      guard case .held(var hold) = phase, !point.x.isNaN, !point.y.isNaN else { return }
      hold.pointer = point.bounded
      phase = .held(hold)
    case .release(let velocity):
      guard case .held(let hold) = phase else { return }
      release(hold, velocity: velocity.bounded, at: now, &reports)
    case .tick: break
    }
  }

  private mutating func release(_ hold: Hold, velocity: SlidePoint, at now: Timestamp, _ reports: inout [Report]) {
    let height = viewport.height
    let limit = 20 * max(viewport.width, height)
    let thrown = SlidePoint(x: max(-limit, min(velocity.x, limit)), y: max(-limit, min(velocity.y, limit)))
    let distance = hold.pointer.y - hold.origin.y
    let (isFar, isFast) = (distance > Self.dismissDistance * height, thrown.y > Self.dismissVelocity * height)
    let isThrownBack = thrown.y < -Self.dismissVelocity * height
    let isDismissed = distance > 0 && (isFar || isFast) && !isThrownBack
    if isDismissed { reports.append(.willClose) }
    let moment = 1e-3
    var ahead = hold
    ahead.pointer.x += thrown.x * moment
    ahead.pointer.y += thrown.y * moment
    let pose = pose(hold)
    let speed = (self.pose(ahead).numbers - pose.numbers) / moment
    move(to: isDismissed ? .closed : .open, from: pose, velocity: speed, at: now)
  }
}

// MARK: Poses

extension ViewerMachine {
  private func pose(at now: Timestamp) -> ViewerPose {
    switch phase {
    case .closed: pose(source: source, fading: openPose)
    case .open: openPose
    case .held(let hold): pose(hold)
    case .moving(let glide, to: _): ViewerPose(glide.position(at: now))
    }
  }

  private var openPose: ViewerPose {
    let (width, height) = (viewport.width, viewport.height)
    let fitted = SlideContentMode.contain.box(
      forWidth: content.width, height: content.height, inWidth: width, height: height)
    return ViewerPose(
      box: place ?? fitted, clip: SlideBox(width: width, height: height), darkness: 1, opacity: 1)
  }

  /// In the source's place or, without one, where it is, but not visible.
  private func pose(source: Source?, fading pose: ViewerPose) -> ViewerPose {
    guard let source else { return ViewerPose(box: pose.box, clip: pose.clip, darkness: 0, opacity: 0) }
    var box = source.contentMode.box(
      forWidth: content.width, height: content.height, inWidth: source.box.width, height: source.box.height)
    box.x += source.box.x
    box.y += source.box.y
    return ViewerPose(box: box, clip: source.box, darkness: 0, opacity: 1)
  }

  /// Content that a pointer holds: the point that was taken hold of stays under the pointer, and what is dragged down shrinks.
  private func pose(_ hold: Hold) -> ViewerPose {
    let height = viewport.height
    let (x, y) = (hold.pointer.x - hold.origin.x, hold.pointer.y - hold.origin.y)
    let scale = y > 0 ? max(1 - y / height, Self.leastScale) : 1
    let moved = SlidePoint(x: x, y: y > 0 ? y : RubberBand.offset(pull: y / height) * height)
    func follow(_ box: SlideBox) -> SlideBox {
      SlideBox(
        x: (box.x - hold.origin.x) * scale + hold.origin.x + moved.x,
        y: (box.y - hold.origin.y) * scale + hold.origin.y + moved.y, width: box.width * scale,
        height: box.height * scale)
    }
    return ViewerPose(
      box: follow(hold.pose.box), clip: follow(hold.pose.clip),
      darkness: hold.pose.darkness * max(0, min(1 - y / height, 1)), opacity: hold.pose.opacity)
  }

  private mutating func move(to goal: Goal, from: ViewerPose, velocity: SIMD16<Double>? = nil, at now: Timestamp) {
    let target =
      switch goal {
      case .open: openPose
      case .closed: pose(source: source, fading: from)
      }
    let seconds = max(0, min(duration.inSeconds, 60))
    var start = velocity ?? .zero
    if velocity == nil {
      if case .moving(let glide, to: _) = phase {
        start = glide.velocity(at: now)
      } else {
        start = Glide.flick(from: from.numbers, to: target.numbers, seconds: seconds)
      }
    }
    begin(
      Glide(from: from.numbers, to: target.numbers, velocity: start, start: now, seconds: seconds), to: goal)
  }

  /// Leads a motion on to where its goal is now, in the time that is left or, if that is short, in a third of a motion's.
  private mutating func redirect(at now: Timestamp) {
    guard case .moving(let glide, let goal) = phase else { return }
    let pose = ViewerPose(glide.position(at: now))
    let target =
      switch goal {
      case .open: openPose
      case .closed: self.pose(source: source, fading: pose)
      }
    let seconds = max(now.duration(to: glide.end).inSeconds, min(max(0, duration.inSeconds), 60) / 3)
    begin(
      Glide(
        from: pose.numbers, to: target.numbers, velocity: glide.velocity(at: now), start: now, seconds: seconds),
      to: goal)
  }

  private mutating func begin(_ glide: Glide<SIMD16<Double>>, to goal: Goal) {
    var glide = glide
    for index in 0..<ViewerPose.count { glide.settle(index, room: ViewerPose.room(index, glide, in: viewport)) }
    phase = .moving(glide, to: goal)
  }
}

extension ViewerMachine {
  /// Where a motion leads.
  enum Goal: Equatable, Sendable {
    case open
    case closed
  }

  /// A pointer's hold on the content.
  struct Hold: Equatable, Sendable {
    /// Where the pointer took hold.
    var origin: SlidePoint
    /// Where it is.
    var pointer: SlidePoint
    /// How the content was then.
    var pose: ViewerPose
  }

  /// What a viewer is doing.
  enum Phase: Equatable, Sendable {
    /// Nothing shows. Next: `moving` to open.
    case closed
    /// The content rests. Next: `held`, `moving` to closed.
    case open
    /// A pointer holds the content. Next: `moving`, either way.
    case held(Hold)
    /// The content grows or shrinks. Next: its goal, or `held` on the way to open, or `moving` the other way.
    case moving(Glide<SIMD16<Double>>, to: Goal)

    var isHeld: Bool {
      switch self {
      case .held: true
      case .closed, .open, .moving: false
      }
    }

    var isMoving: Bool {
      switch self {
      case .moving: true
      case .closed, .open, .held: false
      }
    }
  }
}

/// What a carousel does over time: a value that is told events and the time, and asked for frames.
///
/// It owns no timer, no thread and no clock. Embedding it takes one handler and one timer:
///
/// ```swift
/// let clock = ContinuousClock()
/// let start = clock.now
/// var carousel = CarouselMachine(count: 12)
///
/// func wake(_ event: CarouselMachine.Event) {        // for a key, a pointer, the timer (`.tick`)
///   let now = Timestamp(clock.now, since: start)
///   for report in carousel.handle(event, at: now) {
///     switch report {
///     case .didShow(let slide): title.text = names[slide]
///     case .progress(let progress): tabs.scroll(to: progress)
///     }
///   }
///   draw(carousel.frame(at: now))                    // slots, offset, dots: a whole frame, drawn anew
///   loader.load(carousel.demand)                     // what must be there, what soon
///   if let due = carousel.nextWake(after: now) {
///     timer.arm(at: start.advanced(by: due.sinceStart))
///   } else {
///     timer.disarm()                                 // sleep until someone comes
///   }
/// }
/// wake(.swipe(by: 1))                                // an arrow key
/// ```
///
/// While a slide moves, `nextWake` is the moment itself: come back as soon as the screen can show another frame.
///
/// Time never runs backwards here: a moment before the last one that was handled counts as that one.
/// Every event is safe in every phase, with any value: what makes no sense is clamped, or nothing happens.
public struct CarouselMachine: Equatable, Sendable {
  /// Something that happened to the carousel.
  public enum Event: Hashable, Sendable {
    /// An arrow key or the wheel: begins or prolongs a drag by keys, and swipes so many pages, > 0 forward.
    ///
    /// In mid-motion it moves the destination on from where it was; at an end that has no more slides, a slide at rest is nudged.
    /// If a pointer holds the slide, the key takes it over, from the page that dots mark: a terminal may lose a pointer's
    /// release, and must not be left with dead keys.
    case swipe(by: Int)
    /// A change by so many pages that holds nothing: a program's own. Otherwise like `swipe`.
    case step(Int)
    /// Go to a slide by the shorter of showing it next or showing it before: one page of motion, to the slide itself.
    ///
    /// In mid-motion, the neighbour that is on screen leaves first, or is passed, whichever lies in the direction of the slide.
    /// An index out of range is clamped. Going where it already goes changes nothing.
    case jump(to: Int)
    /// A pointer took hold of the slide, where it is.
    case dragBegan
    /// The pointer is so many page widths from where it took hold, > 0 towards the next slide. Not a finite number, or
    /// nothing that is held (no `dragBegan` before, or a key has taken over since): ignored.
    ///
    /// The slides follow the pointer in every change mode, also in `none`: the hand moves them, they don't move by themselves.
    case dragMoved(to: Double)
    /// The pointer let go, moving at so many pages a second, > 0 towards the next slide.
    ///
    /// At one page a second or faster the slides go on to the page in that direction, else to the nearest. Where nothing is
    /// held it is ignored.
    case dragEnded(velocity: Double)
    /// Auto-advance stands still for a reason. A motion that is under way is completed.
    case pause(PauseReason)
    /// A reason is gone. When it was the last, a full interval begins.
    case resume(PauseReason)
    /// The owner set something. A new interval begins now; a new mode holds from the next change; motions go on.
    case settingsChanged(Settings)
    /// The slides were read again: now `count`, and the one that was `frame.current` is now `current`; nil: it is gone, and
    /// the nearest index takes its place.
    ///
    /// Motions and drags go on, around the new current slide, and a jump's destination moves along with it. Only if there is
    /// no slide any more where one is on screen, the carousel stands at rest on `current` at once.
    case reload(count: Int, current: Int?)
    /// What the slide was waited for (an animation, a film) is over: on to the next as auto-advance goes, unless something
    /// pauses it or a slide moves already.
    case advance
    /// Nothing but time passed.
    case tick
  }

  /// What an observer is told, in order.
  public enum Report: Hashable, Sendable {
    /// A slide became the current one.
    case didShow(Int)
    /// The progress, −1…+1: told whenever it changed, and 0 after each `didShow` that a motion or a drag brought about.
    case progress(Double)
  }

  /// The settings in force.
  public internal(set) var settings: Settings
  /// How many slides there are.
  public var count: Int { lane.count }
  /// The current slide as of the last `handle`; nil only where there are none. What time has brought about since, `frame(at:)` tells.
  public var current: Int? { lane.slide(at: 0) }
  /// Why auto-advance stands still.
  public var pauseReasons: Set<PauseReason> { isHeld ? outsideReasons.union([.drag]) : outsideReasons }

  /// The row of slides around the current one.
  var lane: Lane
  /// What it is doing.
  var phase: Phase
  /// The last moment that was handled.
  var clock: Timestamp
  /// The reasons to stand still that came as events.
  var outsideReasons: Set<PauseReason> = []
  /// When a drag by keys ends; nil while there is none.
  var keysHeldUntil: Timestamp?
  /// The direction in which a slide was last left.
  var travel = Direction.forward
  /// Where auto-advance goes next, if there is a slide: it turns at the ends.
  var automaticDirection = Direction.forward

  /// A carousel at rest on slide `start` (clamped) at time `now`.
  public init(count: Int, start: Int = 0, settings: Settings = Settings(), at now: Timestamp = .zero) {
    self.settings = settings
    lane = Lane(count: count, current: start, wraps: settings.wraps)
    clock = now.bounded
    phase = .resting(since: clock)
  }

  /// Tells the carousel what happened and when; returns what observers are to be told.
  ///
  /// What time brought about until `now` happens first, each thing at its own moment, however late this call is; but of several
  /// dwells that have run out in the meantime only the first changes the slide, since nobody was looking at the rest.
  @discardableResult
  public mutating func handle(_ event: Event, at now: Timestamp) -> [Report] {
    let now = max(now.bounded, clock)
    var log = ReportLog(progress: offset(at: clock))
    advance(to: now, &log)
    restartingDwell(at: now) { $0.apply(event, at: now, &log) }
    advance(to: now, &log)
    log.tell(progress: offset(at: now))
    return log.reports
  }

  /// What to draw at `now`. Pure: asking changes nothing, and shows what a `tick` at `now` would bring about.
  public func frame(at now: Timestamp) -> Frame {
    let now = max(now.bounded, clock)
    var machine = self
    var log = ReportLog(progress: 0)
    machine.advance(to: now, &log)
    return machine.advancedFrame(at: now)
  }

  private mutating func apply(_ event: Event, at now: Timestamp, _ log: inout ReportLog) {
    switch event {
    case .swipe(let pages): swipe(by: pages, holding: true, at: now)
    case .step(let pages): swipe(by: pages, holding: false, at: now)
    case .jump(let slide): jump(to: slide, at: now)
    case .dragBegan: takeHold(at: now)
    case .dragMoved(let pull): drag(to: pull, &log)
    case .dragEnded(let velocity): letGo(velocity: velocity, at: now)
    case .pause(let reason): outsideReasons.insert(reason)
    case .resume(let reason): outsideReasons.remove(reason)
    case .settingsChanged(let settings): change(to: settings, at: now)
    case .reload(let count, let current): reload(count: count, current: current, at: now, &log)
    case .advance: advanceNow(at: now)
    case .tick: break
    }
  }

  private func advancedFrame(at now: Timestamp) -> Frame {
    let offset = offset(at: now)
    return Frame(
      count: lane.count,
      previous: lane.slide(at: -1),
      current: lane.slide(at: 0),
      next: lane.slide(at: 1),
      offset: offset,
      drawing: drawing,
      currentPage: lane.slide(at: nearestPage(to: offset)),
      isMoving: isSettling,
      countdown: countdown(at: now))
  }
}

/// What a carousel does over time: a value that is told events and the time, and asked for frames.
public struct CarouselMachine: Equatable, Sendable {
  /// Something that happened to the carousel.
  public enum Event: Hashable, Sendable {
    /// An arrow key or the wheel: begins or prolongs a drag by keys, and swipes so many pages, > 0 forward.
    case swipe(by: Int)
    /// A change by so many pages that holds nothing: a program's own.
    case step(Int)
    /// Go to a slide by the shorter of showing it next or showing it before.
    case jump(to: Int)
    /// A pointer took hold of the slide, where it is.
    case dragBegan
    /// The pointer is so many page widths from where it took hold, > 0 towards the next slide.
    case dragMoved(to: Double)
    /// The pointer let go, moving at so many pages a second, > 0 towards the next slide.
    case dragEnded(velocity: Double)
    case pause(PauseReason)
    case resume(PauseReason)
    case settingsChanged(Settings)
    /// The slides were read again: now `count`, and the one on screen is now `current`.
    case reload(count: Int, current: Int?)
    /// Nothing but time passed.
    case tick
  }

  /// What an observer is told, in order.
  public enum Report: Hashable, Sendable {
    /// A slide became the current one.
    case didShow(Int)
    /// The progress, −1…+1.
    case progress(Double)
  }

  /// The settings in force.
  public private(set) var settings: Settings
  /// Why auto-advance stands still.
  public private(set) var pauseReasons: Set<PauseReason> = []

  /// A carousel at rest on slide `start` at time `now`.
  public init(count: Int, start: Int = 0, settings: Settings = Settings(), at now: Timestamp = .zero) {
    self.settings = settings
  }

  /// Tells the carousel what happened and when; returns what observers are to be told.
  @discardableResult
  public mutating func handle(_ event: Event, at now: Timestamp) -> [Report] { [] }

  /// What to draw at `now`. Pure: asking changes nothing.
  public func frame(at now: Timestamp) -> Frame {
    Frame(
      count: 0, previous: nil, current: nil, next: nil, offset: 0, drawing: .slide, currentPage: nil, isMoving: false,
      countdown: nil)
  }

  /// The slides that must be loaded: those on screen now, then those soon to be, by direction of travel.
  public var demand: Demand { Demand(visible: [], soon: []) }

  /// When `tick` is due next; `now` itself while something moves; nil: sleep until someone comes.
  public func nextWake(after now: Timestamp) -> Timestamp? { nil }
}

/// Which slides to load, each once, most urgent first.
public struct Demand: Hashable, Sendable {
  /// Those that are on screen.
  public var visible: [Int]
  /// Those that will be soonest.
  public var soon: [Int]
}

public import CarouselValues

/// A pointer's gesture from its press to its release: tells a click from a drag, and a drag along the slides from one
/// across them, and returns the events for the carousel.
///
/// ```swift
/// var gesture = PointerGesture(at: point, in: size, carousel.settings, at: now)          // pressed
/// carousel.handle(.grab, at: now)
/// if let event = gesture.move(to: point, at: now) { carousel.handle(event, at: now) }    // moved
/// if let event = gesture.release(at: now) { carousel.handle(event, at: now) }            // released
/// if gesture.course == .undecided { click() }
/// ```
///
/// Points and distances are in units of equal width and height. See `Settings.Drag.slop` and `locksAxis`.
public struct PointerGesture: Hashable, Sendable {
  /// What a gesture has turned out to be. There will be no other cases.
  public enum Course: Hashable, Sendable {
    /// The pointer has not moved far enough: if it is released, the gesture is a click.
    case undecided
    /// A drag of the slides.
    case along
    /// A movement across the slides, such as to scroll the page around them: the carousel has been released.
    case across
  }

  /// What the gesture has turned out to be so far. Once decided, it stays.
  public private(set) var course = Course.undecided
  /// Where the pointer was pressed.
  public let start: SlidePoint
  private let viewport: SlideSize
  private let layout: CarouselMachine.Layout
  private let drag: CarouselMachine.Settings.Drag
  /// Where the drag began, so that the slides do not jump then.
  private var origin: SlidePoint
  private var x = VelocityTracker()
  private var y = VelocityTracker()

  /// Begins a gesture of a pointer that is pressed at a point of a viewport. The carousel's settings hold until the
  /// release.
  public init(at point: SlidePoint, in viewport: SlideSize, _ settings: CarouselMachine.Settings, at now: Timestamp) {
    start = point.bounded
    origin = start
    self.viewport = viewport.bounded
    layout = settings.layout
    drag = settings.drag
    track(start, at: now)
  }

  /// Moves the pointer; returns an event for the carousel, or nil if there is none.
  public mutating func move(to point: SlidePoint, at now: Timestamp) -> CarouselMachine.Event? {
    let point = point.bounded
    track(point, at: now)
    if course == .undecided {
      let moved = point - start
      let (way, slop) = (max(abs(moved.x), abs(moved.y)), drag.slop > 0 ? drag.slop : 0)
      guard way > 0, way >= slop else { return nil }
      let isAcross = abs(moved[layout.axis]) < way
      course = drag.locksAxis && isAcross ? .across : .along
      if course == .across { return .release(velocity: 0) }
      origin = start + moved * (slop / way)
    }
    return course == .along ? .drag(to: pages(point - origin)) : nil
  }

  /// Ends the gesture where the pointer has last been; returns an event for the carousel, or nil if there is none.
  public func release(at now: Timestamp) -> CarouselMachine.Event? {
    switch course {
    case .undecided: .release(velocity: 0)
    case .along: .release(velocity: pages(velocity(at: now)))
    case .across: nil
    }
  }

  /// Returns the velocity of the pointer, in units a second: see `VelocityTracker`.
  public func velocity(at now: Timestamp) -> SlidePoint { SlidePoint(x: x.velocity(at: now), y: y.velocity(at: now)) }

  private mutating func track(_ point: SlidePoint, at now: Timestamp) {
    x.add(point.x, at: now)
    y.add(point.y, at: now)
  }

  private func pages(_ way: SlidePoint) -> Double {
    guard !viewport.isEmpty else { return 0 }
    return layout.pages(forTranslation: SlidePoint(x: way.x / viewport.width, y: way.y / viewport.height))
  }
}

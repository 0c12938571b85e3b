import Carousel
import CarouselValues
import Terminal

/// A gesture that began with a press of the left button.
struct MouseGesture: Hashable, Sendable {
  /// Where the button was pressed.
  let start: MouseEvent
  /// The slide that was pressed, if the slides were at rest: a press that catches a moving slide is not a click.
  let pressed: PlacedSlide?
  /// Whether that slide is a neighbor of the current one.
  let pressesNeighbor: Bool
  /// What the gesture moves.
  var target = Target.slides

  enum Target: Hashable, Sendable {
    case slides
    /// A zoomed picture.
    case zoom
    /// The viewer's picture, dragged down to leave the viewer.
    case viewer
  }
  /// Whether a key or the wheel was used meanwhile: the release is then not a click.
  var isInterrupted = false
  /// The pointer, in heights of a cell.
  private(set) var pointer: PointerGesture
  /// The width of a cell over its height.
  private let cellAspect: Double
  /// When the pointer last reported its position.
  private var lastReport: Timestamp

  /// If the pointer reports nothing for this long, the terminal has lost its release.
  private static let silence: Duration = .seconds(30)

  /// Begins a gesture.
  ///
  /// - Parameters:
  ///   - area: where slides are, with the aspect of its cells.
  ///   - settings: those of the carousel.
  init(
    at start: MouseEvent, in area: Viewport, pressed: PlacedSlide?, pressesNeighbor: Bool = false,
    _ settings: CarouselMachine.Settings, at now: Timestamp
  ) {
    self.start = start
    self.pressed = pressed
    self.pressesNeighbor = pressesNeighbor
    cellAspect = area.cellAspect
    lastReport = now
    var settings = settings
    // Half a cell is a jitter of pixels. A report of cells is a movement.
    settings.drag.slop = start.isExact ? cellAspect / 2 : 0
    pointer = PointerGesture(
      at: Self.point(start, cellAspect),
      in: SlideSize(width: Double(area.size.columns) * cellAspect, height: Double(area.size.rows)), settings, at: now)
  }

  /// Whether the pointer has moved: the release is then not a click.
  var hasMoved: Bool { pointer.course != .undecided }

  /// Moves the pointer; returns an event for the slides, nil if there is none.
  mutating func move(to mouse: MouseEvent, at now: Timestamp) -> CarouselMachine.Event? {
    lastReport = now
    return pointer.move(to: Self.point(mouse, cellAspect), at: now)
  }

  /// When the gesture counts as ended, if the pointer reports nothing more.
  var end: Timestamp { lastReport.advanced(by: MouseGesture.silence) }

  /// The velocity in columns and rows a second; 0 if the pointer has not moved.
  func speed(at now: Timestamp) -> (columns: Double, rows: Double) {
    guard hasMoved else { return (0, 0) }
    let speed = pointer.velocity(at: now)
    return (speed.x / cellAspect, speed.y)
  }

  private static func point(_ mouse: MouseEvent, _ cellAspect: Double) -> SlidePoint {
    SlidePoint(x: mouse.x * cellAspect, y: mouse.y)
  }
}

/// Distinguishes a touchpad's flick, which is dozens of wheel reports in a row, from the notches of a wheel.
///
/// A flick swipes once. The notches of a wheel are at least about 50 ms apart, and each swipes.
struct WheelFlick: Hashable, Sendable {
  /// The direction in which slides move, in pages.
  enum Direction: Int, Hashable, Sendable {
    case backward = -1
    case forward = 1
  }

  private struct Report: Hashable, Sendable {
    var direction: Direction
    var time: Timestamp
    /// The number of reports in this flick so far, including this one.
    var count: Int
  }

  private var last: Report?

  /// Reports closer together than this are one flick.
  private static let gap: Duration = .milliseconds(40)
  /// After this many reports in a row it is a touchpad, whose last reports are further apart: up to `runGap`.
  private static let run = 4
  private static let runGap: Duration = .milliseconds(200)

  /// Handles a wheel report; returns whether it begins a flick or is a notch.
  mutating func beginsSwipe(_ direction: Direction, at now: Timestamp) -> Bool {
    var report = Report(direction: direction, time: now, count: 1)
    if let last, last.direction == direction,
      last.time.duration(to: now) < (last.count >= WheelFlick.run ? WheelFlick.runGap : WheelFlick.gap)
    {
      report.count = last.count + 1
    }
    last = report
    return report.count == 1
  }
}

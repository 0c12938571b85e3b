import Carousel
import CarouselValues
import CarouselViewing
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
    /// The slides.
    case slides
    /// A zoomed picture.
    case zoom
    /// The viewer's picture, dragged down to leave the viewer.
    case viewer
  }
  /// Whether the pointer has left the cell where the button was pressed.
  private(set) var hasMoved = false
  /// Whether a key or the wheel was used meanwhile: the release is then not a click.
  var isInterrupted = false
  /// The most recent positions, for the velocity at release.
  private var columns = VelocityTracker()
  private var rows = VelocityTracker()
  /// When the pointer last reported its position.
  private var lastReport: Timestamp

  /// If the pointer reports nothing for this long, the terminal has lost its release.
  private static let silence: Duration = .seconds(30)

  init(at start: MouseEvent, pressed: PlacedSlide?, pressesNeighbor: Bool = false, at now: Timestamp) {
    self.start = start
    self.pressed = pressed
    self.pressesNeighbor = pressesNeighbor
    lastReport = now
    note(start, at: now)
  }

  /// How far the pointer is from where the button was pressed, in columns and rows.
  func way(to mouse: MouseEvent) -> (columns: Double, rows: Double) { (mouse.x - start.x, mouse.y - start.y) }

  /// Moves the pointer.
  mutating func move(to mouse: MouseEvent, at now: Timestamp) {
    hasMoved = hasMoved || mouse.column != start.column || mouse.row != start.row
    note(mouse, at: now)
  }

  /// Records the pointer's position; only the last tenth of a second counts.
  mutating func note(_ mouse: MouseEvent, at now: Timestamp) {
    columns.add(mouse.x, at: now)
    rows.add(mouse.y, at: now)
    lastReport = now
  }

  /// When the gesture counts as ended, if the pointer reports nothing more.
  var end: Timestamp { lastReport.advanced(by: MouseGesture.silence) }

  /// The velocity in columns and rows a second, over the tenth of a second before `now`.
  func speed(at now: Timestamp) -> (columns: Double, rows: Double) {
    (columns.velocity(at: now), rows.velocity(at: now))
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

import Carousel
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

import Carousel
import Decks
import Rendering
import Terminal

/// A press of the left button and what became of it.
struct MouseGesture: Hashable, Sendable {
  struct Place: Hashable, Sendable {
    var column: Int
    var time: Timestamp
  }

  /// Where the button went down.
  let column: Int
  let row: Int
  /// The slide that was pressed, if it stood still then: a press that catches a moving slide is no click.
  let pressed: Session.PlacedSlide?
  /// Whether the pointer has left the cell where it went down.
  var hasMoved = false
  /// Whether a key or the wheel came between: what is released then is no click any more.
  var isInterrupted = false
  /// The last places, for the speed at release.
  private var trail: [Place] = []
  /// When the pointer was last heard of.
  private var lastReport: Timestamp

  /// A pointer that reports nothing for this long has let go: the terminal lost its release.
  private static let silence: Duration = .seconds(30)

  init(column: Int, row: Int, pressed: Session.PlacedSlide?, at now: Timestamp) {
    self.column = column
    self.row = row
    self.pressed = pressed
    lastReport = now
    note(column, at: now)
  }

  /// Remembers where the pointer is; only the last tenth of a second counts.
  mutating func note(_ column: Int, at now: Timestamp) {
    trail.removeAll { $0.time.duration(to: now) > .milliseconds(100) }
    trail.append(Place(column: column, time: now))
    lastReport = now
  }

  /// When it counts as ended, if the pointer reports nothing more.
  var end: Timestamp { lastReport.advanced(by: MouseGesture.silence) }

  /// Columns a second over the last tenth of a second before `now`.
  func speed(at now: Timestamp) -> Double {
    let recent = trail.filter { $0.time.duration(to: now) <= .milliseconds(100) }
    guard let first = recent.first, let last = recent.last else { return 0 }
    // Less than a hundredth of a second says nothing about speed.
    let seconds = first.time.duration(to: last.time) / .seconds(1)
    return seconds < 0.01 ? 0 : Double(last.column - first.column) / seconds
  }
}

extension Session {
  mutating func handle(_ mouse: MouseEvent, at now: Timestamp) -> [Effect] {
    switch mouse.kind {
    case .pressed(.left):
      if case .help = mode {
        // It closes the panel, and that is all: what lies under the panel was not meant.
        closeHelp(at: now)
        return []
      }
      gesture = MouseGesture(
        column: mouse.column, row: mouse.row, pressed: machine.frame(at: now).isMoving ? nil : destination(at: now),
        at: now)
      machine.handle(.grab, at: now)
    case .dragged(.left):
      guard var gesture else { return [] }
      gesture.hasMoved = gesture.hasMoved || mouse.column != gesture.column || mouse.row != gesture.row
      gesture.note(mouse.column, at: now)
      self.gesture = gesture
      machine.handle(.drag(to: pages(from: gesture.column, to: mouse.column)), at: now)
    case .released(.left):
      guard var gesture else { return [] }
      gesture.note(mouse.column, at: now)
      self.gesture = nil
      // To the left is towards the next slide.
      let velocity = -gesture.speed(at: now) / Double(max(1, window.columns))
      machine.handle(.release(velocity: gesture.hasMoved ? velocity : 0), at: now)
      if !gesture.hasMoved, !gesture.isInterrupted, let pressed = gesture.pressed {
        return clicked(pressed, column: mouse.column, row: mouse.row, at: now)
      }
    case .wheelDown where mode.helpRow != nil: scrollHelp(byRows: 1)
    case .wheelUp where mode.helpRow != nil: scrollHelp(byRows: -1)
    case .wheelDown, .wheelRight: turnWheel(.forward, at: now)
    case .wheelUp, .wheelLeft: turnWheel(.backward, at: now)
    case .pressed, .dragged, .released, .moved: break
    }
    return []
  }

  /// Lets go of a slide whose release will not be reported: it settles where it was left.
  mutating func abandonGesture(at now: Timestamp) {
    guard gesture != nil else { return }
    gesture = nil
    machine.handle(.release(velocity: 0), at: now)
  }

  private mutating func turnWheel(_ direction: WheelFlick.Direction, at now: Timestamp) {
    gesture?.isInterrupted = true
    guard wheel.turns(direction, at: now) else { return }
    machine.handle(.swipe(by: direction.rawValue, holding: Session.keyHold), at: now)
  }

  private func pages(from start: Int, to end: Int) -> Double { Double(start - end) / Double(max(1, window.columns)) }

  /// A click on a dot goes there; on the picture, it acts on the slide that was pressed, if that is still there.
  private mutating func clicked(_ pressed: PlacedSlide, column: Int, row: Int, at now: Timestamp) -> [Effect] {
    // The second click of a double click must not take back what the first did.
    if let lastViewerClick, lastViewerClick.duration(to: now) < Session.doubleClick { return [] }
    if isViewing {
      closeViewer(at: now)
      lastViewerClick = now
      return []
    }
    switch layout.place(atColumn: column, row: row) {
    case .dot(let page):
      machine.handle(.jump(to: page), at: now)
      return []
    case .picture: break
    case .help, .dotsBacking, .caption, .empty: return []
    }
    // The slides may have been read again since.
    guard let index = deck.position(of: pressed.slide.location, near: pressed.index) else { return [] }
    defer { if isViewing { lastViewerClick = now } }
    return click(on: PlacedSlide(index: index, slide: deck[index]), at: now)
  }

  /// Two clicks within this time are a double click: the default of GTK and of Windows is 400 and 500 ms.
  private static let doubleClick: Duration = .milliseconds(500)
}

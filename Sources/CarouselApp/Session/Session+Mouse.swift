import Carousel
import CarouselViewing
import Decks
import Rendering
import Terminal

/// A gesture that began with a press of the left button.
struct MouseGesture: Hashable, Sendable {
  struct Place: Hashable, Sendable {
    var column: Int
    var row: Int
    var time: Timestamp
  }

  /// Where the button was pressed.
  let column: Int
  let row: Int
  /// The slide that was pressed, if the slides were at rest: a press that catches a moving slide is not a click.
  let pressed: Session.PlacedSlide?
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
  var hasMoved = false
  /// Whether a key or the wheel was used meanwhile: the release is then not a click.
  var isInterrupted = false
  /// The most recent positions, for the velocity at release.
  private var trail: [Place] = []
  /// When the pointer last reported its position.
  private var lastReport: Timestamp

  /// If the pointer reports nothing for this long, the terminal has lost its release.
  private static let silence: Duration = .seconds(30)

  init(column: Int, row: Int, pressed: Session.PlacedSlide?, pressesNeighbor: Bool = false, at now: Timestamp) {
    self.column = column
    self.row = row
    self.pressed = pressed
    self.pressesNeighbor = pressesNeighbor
    lastReport = now
    note(column, row, at: now)
  }

  /// Records the pointer's position; only the last tenth of a second counts.
  mutating func note(_ column: Int, _ row: Int, at now: Timestamp) {
    trail.removeAll { $0.time.duration(to: now) > .milliseconds(100) }
    trail.append(Place(column: column, row: row, time: now))
    lastReport = now
  }

  /// When the gesture counts as ended, if the pointer reports nothing more.
  var end: Timestamp { lastReport.advanced(by: MouseGesture.silence) }

  /// The velocity in columns and rows a second, over the tenth of a second before `now`.
  func speed(at now: Timestamp) -> (columns: Double, rows: Double) {
    let recent = trail.filter { $0.time.duration(to: now) <= .milliseconds(100) }
    guard let first = recent.first, let last = recent.last else { return (0, 0) }
    // Less than a hundredth of a second is too short to measure a velocity.
    let seconds = first.time.duration(to: last.time) / .seconds(1)
    if seconds < 0.01 { return (0, 0) }
    return (Double(last.column - first.column) / seconds, Double(last.row - first.row) / seconds)
  }
}

extension Session {
  mutating func handle(_ mouse: MouseEvent, over place: OverlayLayout.Place, at now: Timestamp) {
    if case .menu = mode { return handleInMenu(mouse, at: now) }
    if case .grid = mode { return handleInGrid(mouse, at: now) }
    switch mouse.kind {
    case .pressed(.left):
      if case .help = mode {
        // The press only closes the panel: it was not meant for what lies beneath.
        closeHelp(at: now)
        return
      }
      let neighbor = neighbor(over: place, at: now)
      gesture = MouseGesture(
        column: mouse.column, row: mouse.row,
        pressed: machine.frame(at: now).isMoving ? nil : neighbor ?? destination(at: now),
        pressesNeighbor: neighbor != nil, at: now)
      if viewer?.zoom.exceedsViewport == true, let point = zoomPoint(atColumn: mouse.column, row: mouse.row) {
        gesture?.target = .zoom
        handleZoom(.grab(at: point), at: now)
      } else {
        machine.handle(.grab, at: now)
      }
    case .dragged(.left):
      guard var gesture else { return }
      gesture.hasMoved = gesture.hasMoved || mouse.column != gesture.column || mouse.row != gesture.row
      gesture.note(mouse.column, mouse.row, at: now)
      self.gesture = gesture
      if leadsDown(gesture, to: mouse, at: now) {
        self.gesture?.target = .viewer
        machine.handle(.release(velocity: 0), at: now)
        if let start = zoomPoint(atColumn: gesture.column, row: gesture.row) {
          viewer?.growth?.handle(.grab(at: start), at: now)
        }
      }
      let point = zoomPoint(atColumn: mouse.column, row: mouse.row)
      switch self.gesture?.target ?? .slides {
      case .zoom: if let point { handleZoom(.drag(to: point), at: now) }
      case .viewer: if let point { viewer?.growth?.handle(.drag(to: point), at: now) }
      case .slides:
        let way = (columns: Double(mouse.column - gesture.column), rows: Double(mouse.row - gesture.row))
        machine.handle(.drag(to: pages(way)), at: now)
      }
    case .released(.left):
      guard var gesture else { return }
      gesture.note(mouse.column, mouse.row, at: now)
      self.gesture = nil
      let velocity = gesture.hasMoved ? zoomVelocity(gesture.speed(at: now)) : .zero
      switch gesture.target {
      case .zoom: handleZoom(.release(velocity: velocity), at: now)
      case .viewer:
        let reports = viewer?.growth?.handle(.release(velocity: velocity), at: now) ?? []
        if reports.contains(.willClose) { closeViewer(at: now) }
      case .slides:
        machine.handle(.release(velocity: gesture.hasMoved ? pages(gesture.speed(at: now)) : 0), at: now)
      }
      if !gesture.hasMoved, !gesture.isInterrupted, let pressed = gesture.pressed {
        clicked(pressed, isNeighbor: gesture.pressesNeighbor, mouse, over: place, at: now)
      }
    case .wheelDown where mode.helpRow != nil: scrollHelp(byRows: 1)
    case .wheelUp where mode.helpRow != nil: scrollHelp(byRows: -1)
    case .wheelUp where mouse.hasControl && isViewing:
      handleZoom(.magnify(by: Viewer.step, at: zoomPoint(atColumn: mouse.column, row: mouse.row)), at: now)
    case .wheelDown where mouse.hasControl && isViewing:
      handleZoom(.magnify(by: 1 / Viewer.step, at: zoomPoint(atColumn: mouse.column, row: mouse.row)), at: now)
    case .wheelDown, .wheelRight, .wheelUp, .wheelLeft:
      if let direction = preferences.layout.direction.wheel(mouse.kind) { turnWheel(direction, at: now) }
    case .pressed, .dragged, .released, .moved: break
    }
  }

  /// Ends a gesture whose release will not be reported: the slides or the picture settle, and the viewer stays open.
  mutating func abandonGesture(at now: Timestamp) {
    guard let gesture else { return }
    self.gesture = nil
    switch gesture.target {
    case .zoom: handleZoom(.release(), at: now)
    case .viewer: viewer?.growth?.handle(.release(velocity: SlidePoint(x: 0, y: -1e6)), at: now)
    case .slides: machine.handle(.release(velocity: 0), at: now)
    }
  }

  /// Whether a drag moves the viewer's picture down, which is possible only if slides move horizontally.
  private func leadsDown(_ gesture: MouseGesture, to mouse: MouseEvent, at now: Timestamp) -> Bool {
    guard gesture.target == .slides, viewer?.growth != nil, machine.settings.layout.axis == .horizontal,
      machine.frame(at: now).progress.value == 0
    else { return false }
    let (across, down) = (abs(mouse.column - gesture.column), mouse.row - gesture.row)
    return down > 0 && Double(down) > Double(across) * viewport.cellAspect
  }

  /// Passes an event to the viewer's zoom, and its reports to the carousel.
  private mutating func handleZoom(_ event: ZoomMachine.Event, at now: Timestamp) {
    guard let reports = viewer?.zoom.handle(event, at: now) else { return }
    apply(reports, at: now)
  }

  /// The pointer's position in the zoom's viewport.
  private func zoomPoint(atColumn column: Int, row: Int) -> SlidePoint? {
    guard let size = viewer?.zoom.viewport, window.count > 0 else { return nil }
    return SlidePoint(
      x: (Double(column) + 0.5) / Double(window.columns) * size.width,
      y: (Double(row) + 0.5) / Double(window.rows) * size.height)
  }

  private func zoomVelocity(_ speed: (columns: Double, rows: Double)) -> SlidePoint {
    guard let size = viewer?.zoom.viewport, window.count > 0 else { return .zero }
    return SlidePoint(
      x: speed.columns / Double(window.columns) * size.width, y: speed.rows / Double(window.rows) * size.height)
  }

  private mutating func turnWheel(_ direction: WheelFlick.Direction, at now: Timestamp) {
    gesture?.isInterrupted = true
    guard wheel.beginsSwipe(direction, at: now) else { return }
    machine.handle(.move(by: direction.rawValue, holding: Session.keyHold), at: now)
  }

  /// The distance in pages that a pointer's movement pulls the slides; for a velocity, the one in pages a second.
  private func pages(_ way: (columns: Double, rows: Double)) -> Double {
    machine.settings.layout.pages(
      forTranslation: SlidePoint(
        x: way.columns / Double(max(1, slideArea.size.columns)),
        y: way.rows / Double(max(1, slideArea.size.rows))))
  }

  /// The neighbor of the current slide that is seen in a place; nil if there is none.
  private func neighbor(over place: OverlayLayout.Place, at now: Timestamp) -> PlacedSlide? {
    guard !isViewing, case .picture(let slide) = place, slide < deck.count,
      slide != destination(at: now)?.index
    else { return nil }
    return PlacedSlide(index: slide, slide: deck[slide])
  }

  /// Handles a click. A click on a dot or a tab goes to its slide; one on the picture acts on the pressed slide, if it
  /// still exists, or goes to it if it is a neighbor.
  private mutating func clicked(
    _ pressed: PlacedSlide, isNeighbor: Bool, _ mouse: MouseEvent, over place: OverlayLayout.Place, at now: Timestamp
  ) {
    // The second click of a double click must not undo the first.
    if let lastViewerClick, lastViewerClick.duration(to: now) < Session.doubleClick { return }
    if let viewer {
      if viewer.click != nil {
        self.viewer?.click = nil
        handleZoom(.toggle(at: zoomPoint(atColumn: mouse.column, row: mouse.row)), at: now)
      } else {
        self.viewer?.click = now
      }
      return
    }
    switch place {
    case .dot(let slide), .tab(let slide): machine.handle(.jump(to: slide), at: now)
    case .picture:
      // The slides may have been read again meanwhile.
      guard let index = deck.position(of: pressed.slide.location, near: pressed.index) else { return }
      if isNeighbor {
        machine.handle(.jump(to: index), at: now)
      } else {
        click(on: PlacedSlide(index: index, slide: deck[index]), at: now)
        if isViewing { lastViewerClick = now }
      }
    case .help, .tabs, .dotsBacking, .caption, .empty: break
    }
  }

  /// The maximum time between the clicks of a double click: the defaults of GTK and of Windows are 400 and 500 ms.
  private static let doubleClick: Duration = .milliseconds(500)
}

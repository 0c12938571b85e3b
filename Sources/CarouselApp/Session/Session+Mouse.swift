import Carousel
import CarouselViewing
import Decks
import Rendering
import Terminal

extension Session {
  mutating func handle(_ mouse: MouseEvent, over target: OverlayLayout.HitTarget, at now: Timestamp) {
    if perform(boundTo: mouse, at: now) { return }
    if mode.menu != nil { return handleInMenu(mouse, at: now) }
    if grid != nil, mode.panel == nil {
      if let opened = grid?.handle(mouse, at: now), let slide = slides[opened] { click(on: slide, at: now) }
      return
    }
    switch mouse.kind {
    case .pressed(.left):
      if mode.helpRow != nil {
        // The press only closes the panel: it was not meant for what lies beneath.
        closeHelp(at: now)
        return
      }
      let neighbor = neighbor(over: target, at: now)
      input.begin(
        MouseGesture(
          column: mouse.column, row: mouse.row,
          pressed: machine.frame(at: now).isMoving ? nil : neighbor ?? destination(at: now),
          pressesNeighbor: neighbor != nil, at: now))
      if viewer?.zoom.exceedsViewport == true, let point = zoomPoint(atColumn: mouse.column, row: mouse.row) {
        input.retargetGesture(to: .zoom)
        handleZoom(.grab(at: point), at: now)
      } else {
        machine.handle(.grab, at: now)
      }
    case .dragged(.left):
      guard var gesture = input.drag(to: mouse, at: now) else { return }
      if leadsDown(gesture, to: mouse, at: now) {
        input.retargetGesture(to: .viewer)
        gesture.target = .viewer
        machine.handle(.release(velocity: 0), at: now)
        if let start = zoomPoint(atColumn: gesture.column, row: gesture.row) {
          viewer?.transition?.handle(.grab(at: start), at: now)
        }
      }
      let point = zoomPoint(atColumn: mouse.column, row: mouse.row)
      switch gesture.target {
      case .zoom: if let point { handleZoom(.drag(to: point), at: now) }
      case .viewer: if let point { viewer?.transition?.handle(.drag(to: point), at: now) }
      case .slides:
        let way = (columns: Double(mouse.column - gesture.column), rows: Double(mouse.row - gesture.row))
        machine.handle(.drag(to: pages(way)), at: now)
      }
    case .released(.left):
      guard let gesture = input.release(at: mouse, at: now) else { return }
      let velocity = gesture.hasMoved ? zoomVelocity(gesture.speed(at: now)) : .zero
      switch gesture.target {
      case .zoom: handleZoom(.release(velocity: velocity), at: now)
      case .viewer:
        let reports = viewer?.transition?.handle(.release(velocity: velocity), at: now) ?? []
        if reports.contains(.willClose) { closeViewer(at: now) }
      case .slides:
        machine.handle(.release(velocity: gesture.hasMoved ? pages(gesture.speed(at: now)) : 0), at: now)
      }
      if !gesture.hasMoved, !gesture.isInterrupted, let pressed = gesture.pressed {
        clicked(pressed, isNeighbor: gesture.pressesNeighbor, mouse, over: target, at: now)
      }
    case .wheelDown where mode.helpRow != nil: scrollHelp(byRows: 1)
    case .wheelUp where mode.helpRow != nil: scrollHelp(byRows: -1)
    case .wheelUp where mouse.hasControl && isViewing:
      handleZoom(.magnify(by: Viewer.step, at: zoomPoint(atColumn: mouse.column, row: mouse.row)), at: now)
    case .wheelDown where mouse.hasControl && isViewing:
      handleZoom(.magnify(by: 1 / Viewer.step, at: zoomPoint(atColumn: mouse.column, row: mouse.row)), at: now)
    case .wheelDown, .wheelRight, .wheelUp, .wheelLeft:
      if let direction = preferences.layout.wheel(mouse.kind) { turnWheel(direction, at: now) }
    case .pressed, .dragged, .released, .moved: break
    }
  }

  /// Performs what the wheel, or a button other than the left one, is bound to; returns false if it is not bound.
  private mutating func perform(boundTo mouse: MouseEvent, at now: Timestamp) -> Bool {
    guard let stroke = KeyStroke(mouse), stroke.source != .click(.left), let bound = bound(to: stroke) else {
      return false
    }
    input.interruptGesture()
    let isWheel = if case .click = stroke.source { false } else { true }
    switch bound.action {
    // A flick of a touchpad is many turns, which are to move one slide.
    case .next where isWheel: turnWheel(.forward, at: now)
    case .previous where isWheel: turnWheel(.backward, at: now)
    case .zoomIn where isViewing:
      handleZoom(.magnify(by: Viewer.step, at: zoomPoint(atColumn: mouse.column, row: mouse.row)), at: now)
    case .zoomOut where isViewing:
      handleZoom(.magnify(by: 1 / Viewer.step, at: zoomPoint(atColumn: mouse.column, row: mouse.row)), at: now)
    default: perform(bound, at: now)
    }
    return true
  }

  /// What an action of the mouse is bound to where slides are shown; nil if it is not bound.
  private func bound(to stroke: KeyStroke) -> BoundAction? {
    switch mode.panel {
    case nil, .digits: options.keys.bound([stroke], in: mode)
    case .help, .menu: nil
    }
  }

  /// Ends a gesture whose release will not be reported: the slides or the picture settle, and the viewer stays open.
  mutating func abandonGesture(at now: Timestamp) {
    guard let gesture = input.abandonGesture() else { return }
    switch gesture.target {
    case .zoom: handleZoom(.release(), at: now)
    case .viewer: viewer?.transition?.handle(.release(velocity: SlidePoint(x: 0, y: -1e6)), at: now)
    case .slides: machine.handle(.release(velocity: 0), at: now)
    }
  }

  /// Whether a drag moves the viewer's picture down, which is possible only if slides move horizontally.
  private func leadsDown(_ gesture: MouseGesture, to mouse: MouseEvent, at now: Timestamp) -> Bool {
    guard gesture.target == .slides, viewer?.transition != nil, machine.settings.layout.axis == .horizontal,
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
    guard input.turnWheel(direction, at: now) else { return }
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
  private func neighbor(over target: OverlayLayout.HitTarget, at now: Timestamp) -> PlacedSlide? {
    guard !isViewing, case .picture(let slide) = target, slide != destination(at: now)?.index
    else { return nil }
    return slides[slide]
  }

  /// Handles a click. A click on a dot or a tab goes to its slide; one on the picture acts on the pressed slide, if it
  /// still exists, or goes to it if it is a neighbor.
  private mutating func clicked(
    _ pressed: PlacedSlide, isNeighbor: Bool, _ mouse: MouseEvent, over target: OverlayLayout.HitTarget,
    at now: Timestamp
  ) {
    if input.isSecondClick(at: now) { return }
    let isPicture = if case .picture = target { true } else { isViewing }
    if isPicture, !isNeighbor, let bound = bound(to: KeyStroke(.click(.left), mouse.modifiers)) {
      return perform(bound, at: now)
    }
    if let viewer {
      if viewer.click != nil {
        self.viewer?.click = nil
        handleZoom(.toggle(at: zoomPoint(atColumn: mouse.column, row: mouse.row)), at: now)
      } else {
        self.viewer?.click = now
      }
      return
    }
    switch target {
    case .dot(let slide), .tab(let slide): machine.handle(.jump(to: slide), at: now)
    case .picture:
      // The slides may have been read again meanwhile.
      guard let current = slides.current(pressed) else { return }
      if isNeighbor {
        machine.handle(.jump(to: current.index), at: now)
      } else {
        click(on: current, at: now)
        if isViewing { input.clickOpenedViewer(at: now) }
      }
    case .help, .tabs, .dotsBacking, .caption, .empty: break
    }
  }
}

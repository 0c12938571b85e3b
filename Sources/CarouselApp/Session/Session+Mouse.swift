import Carousel
import CarouselValues
import Rendering
import Terminal

extension Session {
  mutating func handle(_ mouse: MouseEvent, over target: OverlayLayout.HitTarget, at now: Snapshot) {
    if perform(boundTo: mouse, at: now) { return }
    if mode.menu != nil { return handleInMenu(mouse, at: now) }
    if isGrid, mode.panel == nil || mode.nameSearch != nil {
      if let opened = grid?.handle(mouse, at: now.time), let slide = slides[opened] { click(on: slide, at: now) }
      return
    }
    let (window, pointer) = (window, Viewer.Pointer(mouse, in: window))
    switch mouse.kind {
    case .pressed(.left):
      if mode.helpRow != nil {
        // The press only closes the panel: it was not meant for what lies beneath.
        mode.panel = nil
        return
      }
      let neighbor = neighbor(over: target, at: now)
      input.begin(
        MouseGesture(
          at: mouse, in: Viewport(size: slideArea.size, cellAspect: viewport.cellAspect),
          pressed: now.frame.isMoving ? nil : neighbor ?? now.destination, pressesNeighbor: neighbor != nil,
          gestureSettings(at: now), at: now.time))
      if viewer?.grab(pointer, at: now.time) == true {
        input.retargetGesture(to: .zoom)
      } else {
        machine.handle(.grab, at: now.time)
      }
    case .dragged(.left):
      let event = input.drag(to: mouse, at: now.time)
      guard let gesture = input.gesture else { return }
      switch gesture.target {
      case .zoom: withViewer(at: now) { $0.drag(to: pointer, in: $1, at: now.time) }
      case .viewer: viewer?.dismiss(to: pointer, at: now.time)
      case .slides:
        if let event { machine.handle(event, at: now.time) }
        guard gesture.pointer.course == .across, mouse.y > gesture.start.y else { return }
        input.retargetGesture(to: .viewer)
        viewer?.beginDismissal(at: Viewer.Pointer(gesture.start, in: window), at: now.time)
        viewer?.dismiss(to: pointer, at: now.time)
      }
    case .released(.left):
      let last = input.drag(to: mouse, at: now.time)
      guard let gesture = input.endGesture() else { return }
      let speed = gesture.speed(at: now.time)
      switch gesture.target {
      case .zoom: withViewer(at: now) { $0.release(velocity: speed, in: window, $1, at: now.time) }
      case .viewer: withViewer(at: now) { viewer, _ in viewer.endDismissal(velocity: speed, in: window, at: now.time) }
      case .slides:
        for case let event? in [last, gesture.pointer.release(at: now.time)] { machine.handle(event, at: now.time) }
      }
      if !gesture.hasMoved, !gesture.isInterrupted, let pressed = gesture.pressed {
        clicked(pressed, isNeighbor: gesture.pressesNeighbor, mouse, over: target, at: now)
      }
    case .wheelDown where mode.helpRow != nil: scrollHelp(by: .scrollDown)
    case .wheelUp where mode.helpRow != nil: scrollHelp(by: .scrollUp)
    case .wheelUp where mouse.hasControl && isViewing: magnify(true, at: mouse, now)
    case .wheelDown where mouse.hasControl && isViewing: magnify(false, at: mouse, now)
    case .wheelDown, .wheelRight, .wheelUp, .wheelLeft:
      if let direction = preferences.layout.wheel(mouse.kind) { turnWheel(direction, at: now.time) }
    case .pressed, .dragged, .released, .moved: break
    }
  }

  /// Performs what the wheel, or a button other than the left one, is bound to; returns false if it is not bound.
  private mutating func perform(boundTo mouse: MouseEvent, at now: Snapshot) -> Bool {
    guard let stroke = KeyStroke(mouse), stroke.source != .click(.left), let bound = bound(to: stroke) else {
      return false
    }
    input.interruptGesture()
    let isWheel = if case .click = stroke.source { false } else { true }
    switch bound.action {
    // A flick of a touchpad is many turns, which are to move one slide.
    case .next where isWheel: turnWheel(.forward, at: now.time)
    case .previous where isWheel: turnWheel(.backward, at: now.time)
    case .zoomIn where isViewing: magnify(true, at: mouse, now)
    case .zoomOut where isViewing: magnify(false, at: mouse, now)
    default: perform(bound, at: now)
    }
    return true
  }

  /// What an action of the mouse is bound to where slides are shown; nil if it is not bound.
  private func bound(to stroke: KeyStroke) -> BoundAction? {
    mode.takesBoundMouse ? options.keys.bound([stroke], in: mode) : nil
  }

  /// Ends a gesture whose release will not be reported: the slides or the picture settle, and the viewer stays open.
  mutating func abandonGesture(at now: Snapshot) {
    grid?.abandonDrag(at: now.time)
    guard let gesture = input.endGesture() else { return }
    switch gesture.target {
    case .zoom:
      let window = window
      withViewer(at: now) { $0.release(in: window, $1, at: now.time) }
    case .viewer: viewer?.cancelDismissal(at: now.time)
    case .slides: machine.handle(.release(velocity: 0), at: now.time)
    }
  }

  /// The carousel's settings for a gesture: a drag down leads out of the viewer if slides move horizontally.
  private func gestureSettings(at now: Snapshot) -> CarouselMachine.Settings {
    var settings = machine.settings
    settings.drag.locksAxis =
      viewer?.canBeDismissed == true && settings.layout.axis == .horizontal && now.frame.progress.value == 0
    return settings
  }

  /// Zooms in or out around the pointer.
  private mutating func magnify(_ zoomsIn: Bool, at mouse: MouseEvent, _ now: Snapshot) {
    let pointer = Viewer.Pointer(mouse, in: window)
    withViewer(at: now) { $0.magnify(zoomsIn, at: pointer, in: $1, at: now.time) }
  }

  private mutating func turnWheel(_ direction: WheelFlick.Direction, at now: Timestamp) {
    guard input.turnWheel(direction, at: now) else { return }
    machine.handle(.move(by: direction.rawValue, holding: Session.keyHold), at: now)
  }

  /// The neighbor of the current slide that is seen in a place; nil if there is none.
  private func neighbor(over target: OverlayLayout.HitTarget, at now: Snapshot) -> PlacedSlide? {
    guard !isViewing, case .picture(let slide) = target, slide != now.destination?.index
    else { return nil }
    return slides[slide]
  }

  /// Handles a click. A click on a dot or a tab goes to its slide; one on the picture acts on the pressed slide, if it
  /// still exists, or goes to it if it is a neighbor.
  private mutating func clicked(
    _ pressed: PlacedSlide, isNeighbor: Bool, _ mouse: MouseEvent, over target: OverlayLayout.HitTarget,
    at now: Snapshot
  ) {
    if input.isSecondClick(at: now.time) { return }
    let isPicture = if case .picture = target { true } else { isViewing }
    if isPicture, !isNeighbor, let bound = bound(to: KeyStroke(.click(.left), mouse.modifiers)) {
      return perform(bound, at: now)
    }
    if isViewing {
      let pointer = Viewer.Pointer(mouse, in: window)
      return withViewer(at: now) { $0.handleClick(at: pointer, in: $1, at: now.time) }
    }
    switch target {
    case .dot(let slide), .tab(let slide): machine.handle(.jump(to: slide), at: now.time)
    case .picture:
      // The slides may have been read again meanwhile.
      guard let current = slides.current(pressed) else { return }
      if isNeighbor {
        machine.handle(.jump(to: current.index), at: now.time)
      } else {
        click(on: current, at: now)
        if isViewing { input.clickOpenedViewer(at: now.time) }
      }
    case .help, .tabs, .dotsBacking, .caption, .empty: break
    }
  }
}

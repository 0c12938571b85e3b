import Carousel
import CarouselViewing
import Rendering
package import Terminal

extension Session {
  /// The size of one slide, in cells: the window, unless its neighbours or tabs show beside it, or it is in the grid.
  package var slot: CellSize { grid?.thumbnail ?? machine.settings.layout.slot(in: slideArea.size) }

  /// The area in which slides move: the window, without the tabs.
  var slideArea: CellRect { isViewing ? CellRect(window) : preferences.slideArea(in: window) }

  /// Brings the carousel's layout up to date with the window, the preferences, the change mode and the viewer.
  mutating func layOut(_ mode: TransitionSettings? = nil, at now: Timestamp) {
    var settings = machine.settings
    if let mode { settings.transition = mode }
    settings.layout =
      isViewing ? preferences.layout.alone : preferences.layout.layout(in: slideArea.size, for: settings.transition)
    if settings != machine.settings { machine.handle(.configure(settings), at: now) }
  }
}

extension SlideDirection {
  /// The direction along the slides for a turn of the wheel: down and right lead to the next slide, unless it lies in
  /// the opposite direction. Nil for other events.
  func wheel(_ kind: MouseEvent.Kind) -> WheelFlick.Direction? {
    switch kind {
    case .wheelDown: self == .down ? .backward : .forward
    case .wheelUp: self == .down ? .forward : .backward
    case .wheelRight: self == .right ? .backward : .forward
    case .wheelLeft: self == .right ? .forward : .backward
    case .pressed, .dragged, .released, .moved: nil
    }
  }
}

import Carousel
import Rendering
package import Terminal

extension Session {
  /// The cells of one slide: the window, unless its neighbours or tabs show beside it, or it is in the grid.
  package var slot: CellSize { grid?.thumbnail ?? machine.settings.layout.slot(in: slideArea.size) }

  /// Where slides move: the window, or what tabs leave of it.
  var slideArea: CellRect { isViewing ? CellRect(window) : preferences.slideArea(in: window) }

  /// Brings the carousel's layout up to date with the window, the preferences, the change mode and the viewer.
  mutating func layOut(_ mode: ChangeMode? = nil, at now: Timestamp) {
    var settings = machine.settings
    if let mode { settings.mode = mode }
    settings.layout =
      isViewing ? preferences.layout.alone : preferences.layout.layout(in: slideArea.size, for: settings.mode)
    if settings != machine.settings { machine.handle(.configure(settings), at: now) }
  }
}

extension SlideDirection {
  /// The direction along the slides in which a turn of the wheel leads: down and right to the next slide, unless that stands the
  /// other way.
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

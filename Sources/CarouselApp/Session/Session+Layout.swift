import Carousel
import CarouselViewing
import Decks
import Rendering
package import Terminal

extension Session {
  /// The size of one slide, in cells: the window, unless its neighbors or tabs show beside it, or it is in the grid.
  package var slot: CellSize { grid?.thumbnail ?? machine.settings.layout.slot(in: slideArea.size) }

  /// The size in which slides are drawn.
  var drawnSlot: CellSize { deck.count == 0 ? slideArea.size : slot }

  /// The area in which slides move: the window, without the tabs.
  var slideArea: CellRect { appearance.slideArea(isViewing: isViewing) }

  /// Brings the carousel's layout up to date with the window, the preferences, the change mode and the viewer.
  ///
  /// - Parameter mode: another change mode; nil: the present one.
  mutating func layOut(_ mode: TransitionSettings? = nil, at now: Timestamp) {
    var settings = machine.settings
    if let mode { settings.transition = mode }
    settings.layout = appearance.layout(for: settings.transition, isViewing: isViewing)
    if settings != machine.settings { machine.handle(.configure(settings), at: now) }
  }
}

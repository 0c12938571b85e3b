package import Carousel

/// How the scene draws two slides between rest and rest.
package enum SlideDrawing: Hashable, Sendable {
  /// The slides stand side by side and move sideways.
  case slide
  /// The slides lie over each other, mixed by the progress.
  case fade
}

extension CarouselMachine.Frame {
  /// How the change is drawn.
  package var drawing: SlideDrawing { mode.transition == .fade ? .fade : .slide }
}

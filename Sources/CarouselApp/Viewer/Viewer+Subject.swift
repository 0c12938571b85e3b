import Bitmaps
import Carousel
import CarouselViewing
import Imaging
import Terminal

extension Viewer {
  /// A slide's picture in the window.
  struct Subject: Equatable {
    /// The picture's size in pixels.
    let size: SlideSize
    /// Whether it is drawn from shapes: then it is sharp at any zoom.
    let isDrawn: Bool
    /// Whether it is enlarged to fill the window.
    let enlarges: Bool
    let units: ZoomUnits
    /// The window in these units.
    let viewport: SlideSize

    init(_ natural: PixelSize, isDrawn: Bool, enlarges: Bool, units: ZoomUnits, in window: CellSize) {
      (size, viewport) = (SlideSize(natural), units.viewport(window))
      (self.isDrawn, self.enlarges, self.units) = (isDrawn, enlarges, units)
    }
  }
}

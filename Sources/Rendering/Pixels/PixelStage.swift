package import Carousel
package import Terminal

/// What a scene needs to be shown in pixels: the slides' pictures, and the size of a cell.
package struct PixelStage: Sendable {
  /// A cell's size in pixels.
  package var cell: CellPixels
  /// The pictures of slides, by index; slides that are drawn in another way have none.
  package var pictures: [Int: PixelPicture]
  /// Where the whole of some pictures lies in the window, in its pixels: those are stretched. The others are as large as they are.
  package var boxes: [Int: SlideBox] = [:]
  /// Whether pixels take the place of a cell's text, and of what lies over a picture.
  package var isInline: Bool

  /// Pictures on cells of a size.
  package init(cell: CellPixels, pictures: [Int: PixelPicture], isInline: Bool = false) {
    self.cell = cell
    self.pictures = pictures
    self.isInline = isInline
  }
}

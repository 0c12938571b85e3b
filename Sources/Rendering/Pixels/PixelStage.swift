package import CarouselValues
package import Terminal

/// The data for showing a scene in pixels: the slides' pictures, and the size of a cell.
package struct PixelStage: Equatable, Sendable {
  /// The size of a cell in pixels.
  package var cell: CellPixels
  /// The pictures of slides, by index; slides that are drawn differently have none.
  package var pictures: [Int: PixelPicture]
  /// The boxes of whole pictures in the window, in its pixels, to which they are stretched. Pictures without a box keep
  /// their size.
  package var boxes: [Int: SlideBox] = [:]
  /// Whether pixels replace the cells' text, including that of overlays on a picture.
  package var isInline: Bool
  /// How the terminal blends the overlays' shades with the pictures.
  package var blending = ImageBlending.unknown

  /// Creates a stage of pictures on cells of some size.
  package init(cell: CellPixels, pictures: [Int: PixelPicture], isInline: Bool = false) {
    self.cell = cell
    self.pictures = pictures
    self.isInline = isInline
  }
}

import Carousel
import Imaging
import Pictures
import Rendering
package import Terminal

/// Pictures in pixels among the lines of a shell.
package struct PrintedPixels: Sendable {
  /// The size of a cell; nil: not known, and pictures are stretched to the cells that they are to take.
  private let cell: CellPixels?
  /// What a cell is taken for where its size is not known.
  private static let usual = CellPixels(width: 10, height: 20)

  /// Pictures on cells of a size; one that no font has counts as not known.
  package init(cell: CellPixels?, in window: CellSize) {
    self.cell = cell.flatMap { $0.isUsable(in: window) ? $0 : nil }
  }

  /// The shape in which a picture is wanted.
  func shape(_ options: Options, in viewport: Viewport) -> PictureShape {
    let cell = cell ?? Self.usual
    let box = PixelSize(
      width: max(1, viewport.size.columns * cell.width), height: max(1, viewport.size.rows * cell.height))
    return options.shape(in: viewport).inPixels(
      of: box, aspect: viewport.cellAspect * Double(cell.height) / Double(cell.width))
  }

  /// The bytes that show a picture of that shape; nil where there is no memory for them.
  func still(_ picture: LoadedPicture, in viewport: Viewport, style: SlideStyle) -> [UInt8]? {
    guard
      let pixels = PixelPicture(
        picture.bitmap, in: picture.bitmap.size, aligned: .topLeft, over: style.picture.backdrop,
        serial: picture.serial)
    else { return nil }
    guard cell == nil else { return KittyCommand.still(pixels.image) }
    let size = picture.bitmap.size
    return KittyCommand.still(
      pixels.image,
      over: CellSize(
        columns: (size.width + Self.usual.width - 1) / Self.usual.width,
        rows: (size.height + Self.usual.height - 1) / Self.usual.height))
  }
}

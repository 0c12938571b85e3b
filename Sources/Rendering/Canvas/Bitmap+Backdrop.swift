package import Bitmaps

extension Bitmap {
  /// The picture composed over a backdrop; where the terminal's own background is to show, it stays transparent.
  package func composed(over backdrop: Backdrop) -> Bitmap {
    guard !isOpaque else { return self }
    var composed = pixels
    for index in composed.indices {
      composed[index] = backdrop.composed(composed[index], column: index % size.width, row: index / size.width)
    }
    return Bitmap(size: size, pixels: composed, isOpaque: false)
  }
}

/// A cell's size in the terminal's pixels.
package struct CellPixels: Hashable, Sendable {
  package var width: Int
  package var height: Int

  /// A size in pixels; smaller numbers count as 1.
  package init(width: Int, height: Int) {
    self.width = max(1, width)
    self.height = max(1, height)
  }

  /// The size of a cell in a window of this size; nil if its pixels are no more than its cells, as where they are unknown.
  package func divided(by window: CellSize) -> CellPixels? {
    guard window.count > 0, width > window.columns, height > window.rows else { return nil }
    return CellPixels(width: width / window.columns, height: height / window.rows)
  }

  /// The assumed size of a cell if it is unknown.
  package static let `default` = CellPixels(width: 10, height: 20)

  /// Whether a font may have such cells: at least as high as wide, and at most four times as high.
  package var isPlausible: Bool { height <= 4 * width && width <= height }

  /// The maximum width and height in pixels of cells in which pictures are drawn in pixels.
  private static let largest = 256
  /// The maximum number of pixels of a window in which pictures are drawn in pixels: those of a 5K display.
  private static let maximumPixels = 5120 * 2880

  /// Whether pictures may be drawn in pixels in a window of such cells. This bounds their memory, regardless of the
  /// terminal's claims.
  package func isUsable(in window: CellSize) -> Bool {
    isPlausible && width >= 2 && height <= CellPixels.largest
      && window.columns <= 65_535 / width && window.rows <= 65_535 / height
      && window.columns * width * window.rows * height <= CellPixels.maximumPixels
  }

  /// The width of a cell divided by its height, 0.25…1; 0.5 if the size is not plausible.
  package var aspect: Double { isPlausible ? Double(width) / Double(height) : CellPixels.defaultAspect }

  /// The assumed aspect of a cell if its size is unknown.
  package static let defaultAspect = 0.5
}

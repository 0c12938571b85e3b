/// A size in pixels.
package struct PixelSize: Hashable, Sendable {
  /// Columns.
  package var width: Int
  /// Rows.
  package var height: Int

  /// A size in pixels.
  package init(width: Int, height: Int) {
    self.width = width
    self.height = height
  }
}

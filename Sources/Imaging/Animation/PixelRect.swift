/// A part of a picture, in pixels from its top left.
package struct PixelRect: Hashable, Sendable {
  /// The first column.
  package var x: Int
  /// The first row.
  package var y: Int
  /// Columns.
  package var width: Int
  /// Rows.
  package var height: Int

  /// A part of a picture.
  package init(x: Int, y: Int, width: Int, height: Int) {
    self.x = x
    self.y = y
    self.width = width
    self.height = height
  }

  /// Whether it holds no pixel.
  var isEmpty: Bool { width <= 0 || height <= 0 }

  /// Its pixels.
  var count: Int { isEmpty ? 0 : width * height }

  /// The part of it that lies within a picture of that size; empty, at the top left, where none does.
  func clipped(to size: PixelSize) -> PixelRect {
    let (left, top) = (max(x, 0), max(y, 0))
    let (right, bottom) = (min(x + width, size.width), min(y + height, size.height))
    guard left < right, top < bottom else { return PixelRect(x: 0, y: 0, width: 0, height: 0) }
    return PixelRect(x: left, y: top, width: right - left, height: bottom - top)
  }
}

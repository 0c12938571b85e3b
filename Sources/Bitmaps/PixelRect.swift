/// A rectangle in a picture, in pixels from its top left.
package struct PixelRect: Hashable, Sendable {
  /// The leftmost column.
  package var x: Int
  /// The top row.
  package var y: Int
  /// The number of columns.
  package var width: Int
  /// The number of rows.
  package var height: Int

  /// Creates a rectangle from its top-left corner and its size.
  package init(x: Int, y: Int, width: Int, height: Int) {
    self.x = x
    self.y = y
    self.width = width
    self.height = height
  }

  /// Creates the rectangle that covers a picture of that size.
  package init(_ size: PixelSize) { self.init(x: 0, y: 0, width: size.width, height: size.height) }

  package var size: PixelSize { PixelSize(width: width, height: height) }
  package var columns: Range<Int> { x..<x + width }
  package var rows: Range<Int> { y..<y + height }

  /// Whether the rectangle contains no pixel.
  package var isEmpty: Bool { width <= 0 || height <= 0 }

  /// The number of pixels.
  package var count: Int { isEmpty ? 0 : width * height }

  /// Returns the smallest rectangle that contains this one and another; an empty one counts for nothing.
  package func union(_ other: PixelRect) -> PixelRect {
    if isEmpty { return other }
    if other.isEmpty { return self }
    let (left, top) = (min(x, other.x), min(y, other.y))
    return PixelRect(
      x: left, y: top, width: max(x + width, other.x + other.width) - left,
      height: max(y + height, other.y + other.height) - top)
  }

  /// Returns the part that lies within a picture of that size; an empty rectangle at the top left if none does.
  package func clipped(to size: PixelSize) -> PixelRect {
    let (left, top) = (max(x, 0), max(y, 0))
    let (right, bottom) = (min(x + width, size.width), min(y + height, size.height))
    guard left < right, top < bottom else { return PixelRect(x: 0, y: 0, width: 0, height: 0) }
    return PixelRect(x: left, y: top, width: right - left, height: bottom - top)
  }
}

/// A rectangle. A layer's is in fractions of the viewport, that of a slide's content in the units of its container. y
/// grows downward.
public struct SlideBox: Hashable, Sendable {
  /// The x coordinate of the left edge.
  public var x: Double
  /// The y coordinate of the top edge.
  public var y: Double
  /// The width.
  public var width: Double
  /// The height.
  public var height: Double

  /// Creates a rectangle; by default the whole viewport.
  public init(x: Double = 0, y: Double = 0, width: Double = 1, height: Double = 1) {
    self.x = x
    self.y = y
    self.width = width
    self.height = height
  }

  /// Returns the rectangle converted to other units, such as the pixels of a viewport.
  public func scaled(byX horizontal: Double, y vertical: Double) -> SlideBox {
    SlideBox(x: x * horizontal, y: y * vertical, width: width * horizontal, height: height * vertical)
  }

  /// Returns whether a point is inside. The left and top edges are inside, the right and bottom edges are not.
  public func contains(x: Double, y: Double) -> Bool {
    x >= self.x && x < self.x + width && y >= self.y && y < self.y + height
  }
}

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

  /// Creates a rectangle of a size.
  package init(_ size: SlideSize, at corner: SlidePoint = .zero) {
    self.init(x: corner.x, y: corner.y, width: size.width, height: size.height)
  }

  /// The top left corner.
  package var corner: SlidePoint { SlidePoint(x: x, y: y) }
  /// The size.
  package var size: SlideSize { SlideSize(width: width, height: height) }

  /// Returns the rectangle with its coordinates multiplied by a size, such as a layer's in the pixels of a viewport.
  public func scaled(by size: SlideSize) -> SlideBox {
    SlideBox(x: x * size.width, y: y * size.height, width: width * size.width, height: height * size.height)
  }

  /// Returns whether a point is inside. The left and top edges are inside, the right and bottom edges are not.
  public func contains(_ point: SlidePoint) -> Bool {
    point.x >= x && point.x < x + width && point.y >= y && point.y < y + height
  }
}

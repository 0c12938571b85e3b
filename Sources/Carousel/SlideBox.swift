/// A rectangle: of a layer in shares of the viewport, of a slide's content in the units of its container. y grows downward.
public struct SlideBox: Hashable, Sendable {
  /// The left edge.
  public var x: Double
  /// The top edge.
  public var y: Double
  /// The extent to the right.
  public var width: Double
  /// The extent downward.
  public var height: Double

  /// A rectangle; by default the whole viewport.
  public init(x: Double = 0, y: Double = 0, width: Double = 1, height: Double = 1) {
    self.x = x
    self.y = y
    self.width = width
    self.height = height
  }

  /// The rectangle in other units, such as the pixels of a viewport.
  public func scaled(byX horizontal: Double, y vertical: Double) -> SlideBox {
    SlideBox(x: x * horizontal, y: y * vertical, width: width * horizontal, height: height * vertical)
  }

  /// Whether a point lies inside; left and top edges do, right and bottom edges do not.
  public func contains(x: Double, y: Double) -> Bool {
    x >= self.x && x < self.x + width && y >= self.y && y < self.y + height
  }
}

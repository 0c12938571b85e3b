/// How content is turned: mirrored or not, then turned clockwise by quarters. The eight ways that a rectangle can lie.
public struct ContentOrientation: Hashable, Sendable {
  /// Whether the content is mirrored, left for right, before it is turned.
  public private(set) var isMirrored: Bool
  /// How often it is turned clockwise by a quarter, 0…3.
  public private(set) var quarterTurns: Int

  /// An orientation; by default the content as it is.
  ///
  /// - Parameters:
  ///   - isMirrored: Whether it is mirrored, left for right, before it is turned.
  ///   - quarterTurns: How often it is turned clockwise. Any number; four turns are none.
  public init(isMirrored: Bool = false, quarterTurns: Int = 0) {
    self.isMirrored = isMirrored
    self.quarterTurns = quarterTurns & 3
  }

  /// The content as it is.
  public static let upright = ContentOrientation()

  /// Whether width and height change places.
  public var swapsSides: Bool { quarterTurns & 1 == 1 }

  /// Turns what is seen clockwise by quarters; negative numbers turn it back.
  public func rotated(by turns: Int) -> ContentOrientation {
    ContentOrientation(isMirrored: isMirrored, quarterTurns: quarterTurns + (turns & 3))
  }

  /// Mirrors what is seen: left for right, or top for bottom.
  public func flipped(_ axis: CarouselMachine.Layout.Axis) -> ContentOrientation {
    switch axis {
    case .horizontal: ContentOrientation(isMirrored: !isMirrored, quarterTurns: -quarterTurns)
    case .vertical: ContentOrientation(isMirrored: !isMirrored, quarterTurns: 2 - quarterTurns)
    }
  }

  /// The extent that the content shows.
  public func size(of content: SlideSize) -> SlideSize {
    swapsSides ? SlideSize(width: content.height, height: content.width) : content
  }

  /// Where a point of the content shows, both in shares of the extent.
  public func shown(_ point: SlidePoint) -> SlidePoint {
    var point = point
    if isMirrored { point.x = 1 - point.x }
    for _ in 0..<quarterTurns { point = SlidePoint(x: 1 - point.y, y: point.x) }
    return point
  }

  /// The point of the content that shows at a place, both in shares of the extent.
  public func content(at point: SlidePoint) -> SlidePoint {
    var point = point
    for _ in 0..<quarterTurns { point = SlidePoint(x: point.y, y: 1 - point.x) }
    if isMirrored { point.x = 1 - point.x }
    return point
  }

  /// The part of the content that shows in a rectangle, both in shares of the extent.
  public func content(in box: SlideBox) -> SlideBox {
    let corner = content(at: SlidePoint(x: box.x, y: box.y))
    let opposite = content(at: SlidePoint(x: box.x + box.width, y: box.y + box.height))
    return SlideBox(
      x: min(corner.x, opposite.x), y: min(corner.y, opposite.y), width: abs(opposite.x - corner.x),
      height: abs(opposite.y - corner.y))
  }
}

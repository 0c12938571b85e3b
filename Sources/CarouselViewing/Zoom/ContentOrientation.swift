public import CarouselValues

/// The orientation of content: optionally mirrored, then rotated clockwise by quarter turns. There are eight
/// orientations.
public struct ContentOrientation: Hashable, Sendable {
  /// Whether the content is mirrored from left to right before it is rotated.
  public private(set) var isMirrored: Bool
  /// The number of clockwise quarter turns, 0…3.
  public private(set) var quarterTurns: Int

  /// Creates an orientation; by default the content is unchanged. Quarter turns are reduced modulo 4.
  public init(isMirrored: Bool = false, quarterTurns: Int = 0) {
    self.isMirrored = isMirrored
    self.quarterTurns = quarterTurns & 3
  }

  /// The content unchanged.
  public static let upright = ContentOrientation()

  /// Whether the orientation swaps width and height.
  public var swapsSides: Bool { quarterTurns & 1 == 1 }

  /// Returns the orientation after rotating the content, as it is displayed, by clockwise quarter turns; negative
  /// numbers rotate it back.
  public func rotated(by turns: Int) -> ContentOrientation {
    ContentOrientation(isMirrored: isMirrored, quarterTurns: quarterTurns + (turns & 3))
  }

  /// Returns the orientation after mirroring the content, as it is displayed: from left to right, or from top to
  /// bottom.
  public func flipped(_ axis: Axis) -> ContentOrientation {
    ContentOrientation(isMirrored: !isMirrored, quarterTurns: (axis == .horizontal ? 0 : 2) - quarterTurns)
  }

  /// Returns the size of content as it is displayed.
  public func size(of content: SlideSize) -> SlideSize {
    swapsSides ? SlideSize(width: content.height, height: content.width) : content
  }

  /// Returns the displayed position of a point of the content, both as fractions of the size.
  public func shown(_ point: SlidePoint) -> SlidePoint {
    var point = point
    if isMirrored { point.x = 1 - point.x }
    for _ in 0..<quarterTurns { point = SlidePoint(x: 1 - point.y, y: point.x) }
    return point
  }

  /// Returns the point of the content at a displayed position, both as fractions of the size.
  public func content(at point: SlidePoint) -> SlidePoint {
    var point = point
    for _ in 0..<quarterTurns { point = SlidePoint(x: point.y, y: 1 - point.x) }
    if isMirrored { point.x = 1 - point.x }
    return point
  }

  /// Returns the part of the content in a displayed rectangle, both as fractions of the size.
  public func content(in box: SlideBox) -> SlideBox {
    let corner = content(at: SlidePoint(x: box.x, y: box.y))
    let opposite = content(at: SlidePoint(x: box.x + box.width, y: box.y + box.height))
    return SlideBox(
      x: min(corner.x, opposite.x), y: min(corner.y, opposite.y), width: abs(opposite.x - corner.x),
      height: abs(opposite.y - corner.y))
  }
}

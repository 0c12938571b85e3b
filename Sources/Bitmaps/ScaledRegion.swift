/// The requested pixels of a scaled picture: all of them, or a region, such as the visible part of a zoomed picture.
///
/// A region has exactly the pixels that the whole scaled picture has there.
package struct ScaledRegion: Hashable, Sendable {
  /// The size of the whole scaled picture, each side 1…`longestSide`.
  package let whole: PixelSize
  /// The requested part, within the whole; each side 1…65535.
  package let part: PixelRect
  /// The change of the picture's exposure.
  package var exposure = Exposure.none

  /// The longest side of a whole of which a part is requested.
  package static let longestSide = 1 << 24

  /// Creates a region of the whole picture.
  ///
  /// - Parameter whole: The scaled size, each side 1…65535.
  package init(whole: PixelSize) {
    precondition(1...65_535 ~= whole.width && 1...65_535 ~= whole.height, "a side is 1…65535")
    self.whole = whole
    part = PixelRect(whole)
  }

  /// Creates a region of a part of the picture; nil if it does not lie within the whole, or sides are out of range.
  package init?(_ part: PixelRect, of whole: PixelSize) {
    let sides = 1...ScaledRegion.longestSide
    guard sides ~= whole.width, sides ~= whole.height, part.x >= 0, part.y >= 0, part.width >= 1, part.height >= 1,
      part.width <= whole.width, part.height <= whole.height, part.x <= whole.width - part.width,
      part.y <= whole.height - part.height, part.width <= 65_535, part.height <= 65_535
    else { return nil }
    self.whole = whole
    self.part = part
  }

  /// The size of the region.
  package var size: PixelSize { part.size }

  /// Whether the region is the whole picture.
  package var isWhole: Bool { size == whole }

  /// Returns the region's position in a picture that is stored in the given orientation.
  package func stored(_ orientation: Orientation) -> ScaledRegion {
    let stored = orientation.applied(to: whole)
    let (right, bottom) = (stored.width - part.x - part.width, stored.height - part.y - part.height)
    let (across, down) = (stored.width - part.y - part.height, stored.height - part.x - part.width)
    let size = orientation.applied(to: size)
    let (x, y) =
      switch orientation {
      case .upright: (part.x, part.y)
      case .mirrored: (right, part.y)
      case .halfTurn: (right, bottom)
      case .flipped: (part.x, bottom)
      case .transposed: (part.y, part.x)
      case .quarterTurn: (part.y, down)
      case .transversed: (across, down)
      case .threeQuarterTurn: (across, part.x)
      }
    return ScaledRegion(
      unchecked: PixelRect(x: x, y: y, width: size.width, height: size.height), of: stored, exposure)
  }

  private init(unchecked part: PixelRect, of whole: PixelSize, _ exposure: Exposure) {
    self.whole = whole
    self.part = part
    self.exposure = exposure
  }
}

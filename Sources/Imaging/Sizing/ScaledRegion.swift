/// What is wanted of a picture: all of it at some size, or a part of it at that size, such as what a zoom shows.
///
/// A part has exactly the pixels that the whole would have there: it is cut from the whole picture, scaled.
package struct ScaledRegion: Hashable, Sendable {
  /// The size of the whole picture, each side 1…`longestSide`.
  package let whole: PixelSize
  /// The part wanted, within the whole; each side 1…65535.
  package let part: PixelRect

  /// The longest side of a whole of which a part is wanted.
  package static let longestSide = 1 << 24

  /// All of a picture.
  ///
  /// - Parameter whole: Each side 1…65535.
  package init(whole: PixelSize) {
    precondition(1...65_535 ~= whole.width && 1...65_535 ~= whole.height, "a side is 1…65535")
    self.whole = whole
    part = PixelRect(x: 0, y: 0, width: whole.width, height: whole.height)
  }

  /// A part of a picture; nil where it does not lie within the whole, or sides are out of range.
  package init?(_ part: PixelRect, of whole: PixelSize) {
    let sides = 1...ScaledRegion.longestSide
    guard sides ~= whole.width, sides ~= whole.height, part.x >= 0, part.y >= 0, part.width >= 1, part.height >= 1,
      part.width <= whole.width, part.height <= whole.height, part.x <= whole.width - part.width,
      part.y <= whole.height - part.height, part.width <= 65_535, part.height <= 65_535
    else { return nil }
    self.whole = whole
    self.part = part
  }

  /// The size of what is wanted.
  package var size: PixelSize { PixelSize(width: part.width, height: part.height) }

  /// Whether all of the picture is wanted.
  package var isWhole: Bool { size == whole }

  /// The pixels of a source that the part is made of.
  func window(of source: PixelSize) -> PixelRect {
    let columns = AxisWindow(part.x..<part.x + part.width, of: whole.width, from: source.width).pixels
    let rows = AxisWindow(part.y..<part.y + part.height, of: whole.height, from: source.height).pixels
    return PixelRect(x: columns.lowerBound, y: rows.lowerBound, width: columns.count, height: rows.count)
  }

  /// The region as it lies in a picture that is stored in the given orientation.
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
      unchecked: PixelRect(x: x, y: y, width: size.width, height: size.height), of: stored)
  }

  private init(unchecked part: PixelRect, of whole: PixelSize) {
    self.whole = whole
    self.part = part
  }
}

/// Some places along one side of a target, and the pixels along the source's that they are made of.
struct AxisWindow {
  /// The places, of `target` in all.
  let places: Range<Int>
  /// How many places the side has.
  let target: Int
  /// How many pixels the source's side has.
  let source: Int

  init(_ places: Range<Int>, of target: Int, from source: Int) {
    self.places = places
    self.target = target
    self.source = source
  }

  /// All places of a side.
  init(target: Int, source: Int) { self.init(0..<target, of: target, from: source) }

  /// The pixels that the places are made of.
  var pixels: Range<Int> {
    if target <= source {
      return places.lowerBound * source / target..<(places.upperBound * source + target - 1) / target
    }
    let (first, last) = (CubicAxis.left(of: places.lowerBound, self), CubicAxis.left(of: places.upperBound - 1, self))
    return max(0, min(first - 1, source - 1))..<min(source, max(last + 3, 1))
  }
}

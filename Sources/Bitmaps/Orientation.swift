/// The orientation of stored pixels: one of the eight of Exif (Exif 2.32, 4.6.4.A, tag 274).
///
/// Each case is named for the operation that turns the stored pixels upright.
package enum Orientation: UInt8, CaseIterable, Hashable, Sendable {
  /// No change.
  case upright = 1
  /// Left and right are swapped.
  case mirrored = 2
  /// A rotation by 180°.
  case halfTurn = 3
  /// Top and bottom are swapped.
  case flipped = 4
  /// Rows and columns are swapped: a reflection across the diagonal from the top left.
  case transposed = 5
  /// A rotation by 90° clockwise.
  case quarterTurn = 6
  /// A reflection across the diagonal from the top right.
  case transversed = 7
  /// A rotation by 270° clockwise.
  case threeQuarterTurn = 8

  /// Whether rows and columns, and so width and height, are swapped.
  package var swapsSides: Bool {
    switch self {
    case .upright, .mirrored, .halfTurn, .flipped: false
    case .transposed, .quarterTurn, .transversed, .threeQuarterTurn: true
    }
  }

  /// Converts a stored size to the upright size. Swapping sides is its own inverse, so this also converts an upright
  /// size to the stored one.
  package func applied(to size: PixelSize) -> PixelSize {
    swapsSides ? PixelSize(width: size.height, height: size.width) : size
  }
}

/// How the pixels of a file lie to the picture that they show: the eight orientations of Exif (Exif 2.32, 4.6.4.A, tag 274).
///
/// A case is named for the operation that turns the stored pixels upright.
package enum Orientation: UInt8, CaseIterable, Hashable, Sendable {
  /// Nothing is to be done.
  case upright = 1
  /// Left and right are exchanged.
  case mirrored = 2
  /// It is turned by half a circle.
  case halfTurn = 3
  /// Top and bottom are exchanged.
  case flipped = 4
  /// Rows and columns are exchanged: mirrored at the diagonal from the top left.
  case transposed = 5
  /// It is turned by a quarter of a circle, clockwise.
  case quarterTurn = 6
  /// It is mirrored at the diagonal from the top right.
  case transversed = 7
  /// It is turned by three quarters of a circle, clockwise.
  case threeQuarterTurn = 8

  /// Whether columns become rows, so that width and height change places.
  package var swapsSides: Bool {
    switch self {
    case .upright, .mirrored, .halfTurn, .flipped: false
    case .transposed, .quarterTurn, .transversed, .threeQuarterTurn: true
    }
  }

  /// The size that a picture of the given stored size has when it stands upright; and the other way round, since sides
  /// that change places twice are where they were.
  package func applied(to size: PixelSize) -> PixelSize {
    swapsSides ? PixelSize(width: size.height, height: size.width) : size
  }
}

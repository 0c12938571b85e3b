extension Bitmap {
  /// The bitmap stood upright, its pixels being stored in the given orientation.
  package func oriented(_ orientation: Orientation) -> Bitmap {
    let (width, height) = (size.width, size.height)
    /// The place of the pixel that comes first, and the way to the next in a row of the result, and in a column.
    let (first, across, down): (Int, Int, Int) =
      switch orientation {
      case .upright: (0, 1, width)
      case .mirrored: (width - 1, -1, width)
      case .halfTurn: (width * height - 1, -1, -width)
      case .flipped: (width * (height - 1), 1, -width)
      case .transposed: (0, width, 1)
      case .quarterTurn: (width * (height - 1), -width, 1)
      case .transversed: (width * height - 1, -width, -1)
      case .threeQuarterTurn: (width - 1, width, -1)
      }
    if orientation == .upright { return self }
    let upright = orientation.applied(to: size)
    var turned: [SIMD4<UInt16>] = []
    turned.reserveCapacity(pixels.count)
    for row in 0..<upright.height {
      var place = first + row * down
      for _ in 0..<upright.width {
        turned.append(pixels[place])
        place += across
      }
    }
    return Bitmap(size: upright, pixels: turned, isOpaque: isOpaque)
  }
}

extension Bitmap {
  /// Returns the bitmap turned upright, given the orientation in which its pixels are stored.
  package func oriented(_ orientation: Orientation) -> Bitmap {
    let (width, height) = (size.width, size.height)
    /// The index in `pixels` of the result's first pixel, and the steps to the next column and the next row of the
    /// result.
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
      var index = first + row * down
      for _ in 0..<upright.width {
        turned.append(pixels[index])
        index += across
      }
    }
    return Bitmap(size: upright, pixels: turned, isOpaque: isOpaque)
  }
}

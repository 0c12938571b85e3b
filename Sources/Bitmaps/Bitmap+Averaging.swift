extension Bitmap {
  /// Downscales the bitmap to a size that is no larger: each sample is the mean of the whole pixels that it covers.
  package func averaged(to target: PixelSize) -> Bitmap {
    if target == size { return self }
    func ranges(_ count: Int, of pixels: Int) -> [Range<Int>] {
      (0..<count).map { index in
        let start = min(index * pixels / count, pixels - 1)
        return start..<max(start + 1, min(pixels, (index + 1) * pixels / count))
      }
    }
    let (columns, rows) = (ranges(target.width, of: size.width), ranges(target.height, of: size.height))
    if (columns + rows).allSatisfy({ $0.count <= 2 }) { return averaged(ofCorners: columns, rows) }
    let source = pixels.span
    // 2⁴⁰/n, rounded up: a product with it is exactly a quotient, and takes a fraction of the time.
    let reciprocals = (0..<UInt64(256)).map { $0 == 0 ? 0 : ((1 << 40) + $0 - 1) / $0 }
    var result: [SIMD4<UInt16>] = []
    result.reserveCapacity(target.width * target.height)
    for rows in rows {
      for columns in columns {
        var sum = SIMD4<UInt32>.zero
        for row in rows {
          for index in row * size.width + columns.lowerBound..<row * size.width + columns.upperBound {
            // The sum cannot overflow: fewer than 2¹⁶ pixels of 16 bits each.
            sum &+= SIMD4(truncatingIfNeeded: source[index])
          }
        }
        let count = rows.count * columns.count
        let mean =
          count < reciprocals.count
          ? (SIMD4<UInt64>(truncatingIfNeeded: sum) &* reciprocals[count]) &>> 40
          : SIMD4<UInt64>(truncatingIfNeeded: sum / UInt32(count))
        result.append(SIMD4<UInt16>(truncatingIfNeeded: mean))
      }
    }
    return Bitmap(size: target, pixels: result, isOpaque: isOpaque)
  }

  /// Downscales if each sample covers at most two columns and two rows: always by the mean of four corners, some of
  /// which may be the same pixel, so that the loop has no branches.
  private func averaged(ofCorners columns: [Range<Int>], _ rows: [Range<Int>]) -> Bitmap {
    let (source, width) = (pixels.span, size.width)
    let means = unsafe [SIMD4<UInt16>](unsafeUninitializedCapacity: columns.count * rows.count) { means, count in
      var index = 0
      for rows in rows {
        let (upper, lower) = (rows.lowerBound &* width, (rows.upperBound - 1) &* width)
        for columns in columns {
          let (left, right) = (columns.lowerBound, columns.upperBound - 1)
          let sum =
            SIMD4<UInt32>(truncatingIfNeeded: source[upper &+ left])
            &+ SIMD4(truncatingIfNeeded: source[upper &+ right]) &+ SIMD4(truncatingIfNeeded: source[lower &+ left])
            &+ SIMD4(truncatingIfNeeded: source[lower &+ right])
          unsafe means[index] = SIMD4(truncatingIfNeeded: sum &>> 2)
          index &+= 1
        }
      }
      count = index
    }
    return Bitmap(size: PixelSize(width: columns.count, height: rows.count), pixels: means, isOpaque: isOpaque)
  }
}

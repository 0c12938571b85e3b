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
    // 2³¹/n, rounded up: a product with it is exactly a quotient for as few as 64 pixels, and takes a fraction of the time.
    let reciprocals = (0...64).map { (count: UInt32) -> UInt32 in count == 0 ? 0 : ((1 << 31) - 1) / count + 1 }
    var result: [SIMD4<UInt16>] = []
    result.reserveCapacity(target.width * target.height)
    // The sums of the pixels above one another.
    var sums = [SIMD4<UInt32>](repeating: .zero, count: size.width)
    for rows in rows {
      for (number, row) in rows.enumerated() {
        let line = source.extracting(row * size.width..<(row + 1) * size.width)
        var sums = sums.mutableSpan
        // They cannot overflow: fewer than 2¹⁶ pixels of 16 bits each.
        for index in sums.indices {
          let pixel = SIMD4<UInt32>(truncatingIfNeeded: line[index])
          sums[index] = number == 0 ? pixel : sums[index] &+ pixel
        }
      }
      let sums = sums.span
      for columns in columns {
        var sum = sums[columns.lowerBound]
        for index in columns.dropFirst() { sum &+= sums[index] }
        let count = rows.count * columns.count
        if count < reciprocals.count {
          let product = SIMD4<UInt64>(truncatingIfNeeded: sum) &* UInt64(reciprocals[count])
          result.append(SIMD4<UInt16>(truncatingIfNeeded: product &>> 31))
        } else {
          result.append(SIMD4<UInt16>(truncatingIfNeeded: sum / UInt32(count)))
        }
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

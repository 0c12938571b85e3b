import CScaling
import Parallelism

extension Bitmap {
  /// Downscales the bitmap to a size that is no larger: each sample is the mean of the whole pixels that it covers.
  ///
  /// - Parameter isWide: Whether vectors of eight numbers are used; without, all results are the same.
  package func averaged(to target: PixelSize, isWide: Bool = Vectors.areWide) -> Bitmap {
    if target == size { return self }
    func ranges(_ count: Int, of pixels: Int) -> [Range<Int>] {
      (0..<count).map { index in
        let start = min(index * pixels / count, pixels - 1)
        return start..<max(start + 1, min(pixels, (index + 1) * pixels / count))
      }
    }
    let (columns, rows) = (ranges(target.width, of: size.width), ranges(target.height, of: size.height))
    if (columns + rows).allSatisfy({ $0.count <= 2 }) { return averaged(ofCorners: columns, rows) }
    // 2³¹/n, rounded up: a product with it is exactly a quotient for as few as 64 pixels, and takes a fraction of the time.
    let reciprocals = (0...64).map { (count: UInt32) -> UInt32 in count == 0 ? 0 : ((1 << 31) - 1) / count + 1 }
    let bounds = columns.flatMap { [Int32($0.lowerBound), Int32($0.upperBound)] }
    // The sums of the pixels above one another. They cannot overflow: fewer than 2¹⁶ pixels of 16 bits each.
    var sums = [SIMD4<UInt32>](repeating: .zero, count: size.width)
    let (width, count) = (size.width, columns.count)
    let result = unsafe [SIMD4<UInt16>](unsafeUninitializedCapacity: count * target.height) { means, initialized in
      // All rows and columns lie within the bitmap, and there is a mean for each.
      unsafe pixels.withUnsafeBufferPointer { pixels in
        unsafe sums.withUnsafeMutableBufferPointer { sums in
          guard let pixels = pixels.baseAddress, let sums = sums.baseAddress, let means = means.baseAddress else {
            return
          }
          for (index, rows) in rows.enumerated() {
            unsafe tui_sum_rows(isWide, pixels + rows.lowerBound * width, width, rows.count, sums)
            unsafe tui_average_columns(
              isWide, sums, bounds, count, UInt32(rows.count), reciprocals, 64, means + index * count)
          }
        }
      }
      initialized = count * target.height
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

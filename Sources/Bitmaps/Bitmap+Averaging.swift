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
    // The sums of the pixels above one another. They cannot overflow: fewer than 2¹⁶ pixels of 16 bits each.
    var sums = [SIMD4<UInt32>](repeating: .zero, count: size.width)
    let (width, count) = (size.width, columns.count)
    let result = unsafe [SIMD4<UInt16>](unsafeUninitializedCapacity: count * target.height) { means, initialized in
      // All rows and columns lie within the bitmap, and there is a mean for each.
      unsafe pixels.withUnsafeBufferPointer { pixels in
        unsafe sums.withUnsafeMutableBufferPointer { sums in
          for (index, rows) in rows.enumerated() {
            unsafe Averaging.sum(pixels[(rows.lowerBound * width)...], rows: rows.count, to: sums)
            for (column, columns) in columns.enumerated() {
              unsafe means[index &* count &+ column] = Averaging.mean(of: sums, in: columns, rows: rows.count)
            }
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

/// Sums of pixels, and their means. Numbers are widened by interleaving with zeros, and narrowed by taking each second half: the standard
/// library's conversions of vectors convert numbers one by one. Low halves come first on every processor that Swift runs on.
private enum Averaging {
  /// Sums pixels above one another.
  ///
  /// - Parameter sums: As many as a row has pixels.
  static func sum(
    _ pixels: Slice<UnsafeBufferPointer<SIMD4<UInt16>>>, rows: Int, to sums: UnsafeMutableBufferPointer<SIMD4<UInt32>>
  ) {
    let (start, width) = unsafe (pixels.startIndex, sums.count)
    for column in 0..<width {
      var sum = unsafe widened(pixels[start &+ column])
      for row in 1..<max(rows, 1) { sum &+= unsafe widened(pixels[start &+ row &* width &+ column]) }
      unsafe sums[column] = sum
    }
  }

  /// 2³¹/n, rounded up: a product with it is exactly a quotient for as few as 64 pixels, and takes a fraction of the time.
  private static let reciprocals = (0...64).map { (count: UInt64) -> UInt64 in
    count == 0 ? 0 : ((1 << 31) - 1) / count + 1
  }

  /// Returns the mean of sums of rows, rounded down.
  @inline(__always)
  static func mean(
    of sums: UnsafeMutableBufferPointer<SIMD4<UInt32>>, in columns: Range<Int>, rows: Int
  ) -> SIMD4<UInt16> {
    var sum = unsafe sums[columns.lowerBound]
    for column in columns.dropFirst() { sum &+= unsafe sums[column] }
    let count = columns.count &* rows
    guard count < reciprocals.count else {
      return narrowed(sum / SIMD4(repeating: UInt32(truncatingIfNeeded: count)))
    }
    var interleaved = SIMD8<UInt32>.zero
    interleaved.evenHalf = sum
    let product = unsafe unsafeBitCast(interleaved, to: SIMD4<UInt64>.self) &* SIMD4(repeating: reciprocals[count])
    return narrowed(unsafe unsafeBitCast(product &>> 31, to: SIMD8<UInt32>.self).evenHalf)
  }

  @inline(__always)
  private static func widened(_ pixel: SIMD4<UInt16>) -> SIMD4<UInt32> {
    var interleaved = SIMD8<UInt16>.zero
    interleaved.evenHalf = pixel
    return unsafe unsafeBitCast(interleaved, to: SIMD4<UInt32>.self)
  }

  @inline(__always)
  private static func narrowed(_ numbers: SIMD4<UInt32>) -> SIMD4<UInt16> {
    unsafe unsafeBitCast(numbers, to: SIMD8<UInt16>.self).evenHalf
  }
}

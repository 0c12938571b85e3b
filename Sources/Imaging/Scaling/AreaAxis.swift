/// Area averaging along one axis whose target is no longer than its source: each target pixel is the sum of the source
/// pixels that it covers. A source pixel astride a boundary counts on both sides, in proportion.
struct AreaAxis {
  /// The end of a target pixel, in source pixels.
  struct End {
    /// The number of whole source pixels before the end.
    var whole: Int
    /// The part, 0..<1, of source pixel `whole` that belongs to this target pixel; the rest belongs to the next one.
    var part: Float
  }

  /// The end of each target pixel; the last is the end of the source's extent.
  let ends: [End]
  /// The part, 0..<1, of the first source pixel that belongs to a target pixel before the first one.
  let skipped: Float
  /// The factor that turns a sum into an average.
  let scale: Float

  /// Creates the plan for some target pixels. Source pixels are counted from the window's first one.
  ///
  /// - Precondition: The target is no longer than the source.
  init(_ window: AxisWindow) {
    let (length, target, first) = (window.eighths, 8 * window.target, window.pixels.lowerBound)
    precondition(target >= 1 && window.isReduced, "an area holds at least a pixel")
    func end(of boundary: Int) -> End {
      let (whole, rest) = (boundary * length).quotientAndRemainder(dividingBy: target)
      return End(whole: whole - first, part: Float(rest) / Float(target))
    }
    ends = window.targets.map { end(of: $0 + 1) }
    skipped = end(of: window.targets.lowerBound).part
    scale = Float(Double(target) / Double(length))
  }

  /// Sums a source row into target pixels.
  ///
  /// - Precondition: The row has the source's width, and `sums` an element for each target pixel.
  @inline(__always)
  @unsafe
  func sum(_ row: some PixelRow, into sums: inout [SIMD4<Float>]) {
    precondition(sums.count == ends.count, "a sum for each target pixel")
    // The rest of the source pixel astride the last boundary.
    var carried = SIMD4<Float>.zero
    var index = 0
    if skipped > 0 {
      carried = unsafe row[0] * (1 - skipped)
      index = 1
    }
    // By construction, the target pixels end at or before the source's end, so no index passes the row's width. The
    // pointers save three bounds checks per pixel in the one loop that processes every pixel of every picture.
    unsafe ends.withUnsafeBufferPointer { ends in
      unsafe sums.withUnsafeMutableBufferPointer { sums in
        for target in 0..<ends.count {
          let end = unsafe ends[target]
          // Two independent sums: in a single sum, each addition would have to wait for the one before it.
          var even = carried
          var odd = SIMD4<Float>.zero
          while index &+ 1 < end.whole {
            unsafe even += row[index]
            unsafe odd += row[index &+ 1]
            index &+= 2
          }
          if index < end.whole {
            unsafe even += row[index]
            index &+= 1
          }
          if end.part > 0 {
            let astride = unsafe row[index]
            index &+= 1
            even += astride * end.part
            carried = astride * (1 - end.part)
          } else {
            carried = .zero
          }
          unsafe sums[target] = even + odd
        }
      }
    }
  }
}

/// How the pixels along one side of the source fall into the fewer (or as many) places along the target's: each place is
/// the sum of the pixels it covers, a pixel astride a boundary counting on either side by the part that lies there.
struct AreaAxis {
  /// Where a place ends, in source pixels.
  struct End {
    /// The whole pixels before the end.
    var whole: Int
    /// The part, 0..<1, of pixel `whole` that still belongs to the place; the rest belongs to the next one.
    var part: Float
  }

  /// The end of every place; the last is the source's own end.
  let ends: [End]
  /// The part, 0..<1, of the first pixel that belongs to a place before the first one.
  let skipped: Float
  /// The factor that turns a sum into an average.
  let scale: Float

  /// The plan for some places, whose pixels are counted from the window's first.
  ///
  /// - Precondition: the side does not grow.
  init(_ window: AxisWindow) {
    let (source, target, first) = (window.source, window.target, window.pixels.lowerBound)
    precondition(target >= 1 && target <= source, "an area holds at least a pixel")
    func end(of place: Int) -> End {
      let (whole, rest) = (place * source).quotientAndRemainder(dividingBy: target)
      return End(whole: whole - first, part: Float(rest) / Float(target))
    }
    ends = window.places.map { end(of: $0 + 1) }
    skipped = end(of: window.places.lowerBound).part
    scale = Float(Double(target) / Double(source))
  }

  /// The plan for `source` pixels in `target` places.
  ///
  /// - Precondition: `1 <= target && target <= source`.
  init(source: Int, target: Int) { self.init(AxisWindow(target: target, source: source)) }

  /// The plan for only some of an axis' source pixels: every `step`th (1…) from `first` (0…) on, counted by themselves.
  init(_ axis: AreaAxis, from first: Int, step: Int) {
    ends = axis.ends.map { end in
      let isThere = end.whole >= first && (end.whole - first) % step == 0
      return End(whole: end.whole <= first ? 0 : (end.whole - first - 1) / step + 1, part: isThere ? end.part : 0)
    }
    scale = axis.scale
    skipped = 0
  }
}

extension AreaAxis {
  /// Sums a source row into its places.
  ///
  /// - Precondition: the row has as many pixels as the source side, `sums` a place for each of the target's.
  @inline(__always)
  @unsafe
  func sum(_ row: some PixelRow, into sums: inout [SIMD4<Float>]) {
    precondition(sums.count == ends.count, "a sum for each place")
    // The rest of the pixel astride the last boundary.
    var carried = SIMD4<Float>.zero
    var index = 0
    if skipped > 0 {
      carried = unsafe row[0] * (1 - skipped)
      index = 1
    }
    // The places end at or before the source's end, by construction, so that no index passes the row's width; the
    // pointers spare three bounds checks a pixel in the one loop that every pixel of every picture goes through.
    unsafe ends.withUnsafeBufferPointer { ends in
      unsafe sums.withUnsafeMutableBufferPointer { sums in
        for place in 0..<ends.count {
          let end = unsafe ends[place]
          // Two sums, since an addition must otherwise wait for the one before it.
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
          unsafe sums[place] = even + odd
        }
      }
    }
  }
}

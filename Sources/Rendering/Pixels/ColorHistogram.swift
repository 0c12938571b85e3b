/// Counts the colors of a picture and finds a palette that represents them.
///
/// Encoded colors are counted in 32×64×32 boxes; if few boxes are occupied, as in gray pictures, each color is
/// counted separately. Pixels in smooth areas have more weight, since errors are visible there. The cluster with the
/// greatest variance is split at its mean until there are enough clusters; their means are then refined by two
/// iterations of Lloyd's k-means.
struct ColorHistogram {
  /// Pixels of about the same color.
  private struct Point {
    /// Encoded values, 0…255.
    var color: SIMD3<Float>
    var count: Float
  }

  /// A contiguous range of points, and the statistics of their colors.
  private struct Cluster {
    let range: Range<Int>
    private(set) var count: Float = 0
    private var sum = SIMD3<Float>.zero
    private var squares = SIMD3<Float>.zero

    init(_ points: Span<Point>, in range: Range<Int>) {
      self.range = range
      for index in range {
        let weighted = points[index].color * points[index].count
        count += points[index].count
        sum += weighted
        squares += weighted * points[index].color
      }
    }

    var mean: SIMD3<Float> { sum / count }
    /// The weighted sums of squared differences from the mean; zero for a single point, regardless of rounding.
    var variance: SIMD3<Float> {
      range.count > 1 ? (squares - sum * sum / count) * ColorHistogram.weights : .zero
    }
  }

  /// Weights of squared differences: eyes, and SSIM of luma, are most sensitive to green and least to blue.
  static let weights = SIMD3<Float>(0.6, 1, 0.4)
  /// The maximum number of occupied boxes for which colors are counted separately.
  private static let fewBoxes = 512

  private var points: [Point] = []

  /// Counts the colors of pixels of three bytes each; if there is alpha, only of those at least half opaque.
  ///
  /// - Parameter width: Pixels per row.
  init(of samples: Span<UInt8>, alpha: [UInt8]?, width: Int) {
    let weights = PixelWeights(of: samples, width: width)
    func box(_ red: UInt8, _ green: UInt8, _ blue: UInt8) -> Int {
      Int(red >> 3) << 11 | Int(green >> 2) << 5 | Int(blue >> 3)
    }
    // Counts, and the sums of the three channels.
    var boxes = [SIMD4<UInt32>](repeating: .zero, count: 1 << 16)
    weights.count(samples, alpha, in: &boxes, box: box)
    let occupied = boxes.indices.filter { boxes[$0].x > 0 }
    if occupied.count <= Self.fewBoxes {
      // The number of colors in a box.
      let inside = 8 * 4 * 8
      var numbers = [Int](repeating: 0, count: boxes.count)
      for (number, box) in occupied.enumerated() { numbers[box] = number * inside }
      boxes = Array(repeating: .zero, count: occupied.count * inside)
      weights.count(samples, alpha, in: &boxes) { red, green, blue in
        numbers[box(red, green, blue)] + (Int(red & 7) << 5 | Int(green & 3) << 3 | Int(blue & 7))
      }
    }
    for box in boxes where box.x > 0 {
      let count = Float(box.x)
      points.append(Point(color: SIMD3(Float(box.y), Float(box.z), Float(box.w)) / count, count: count))
    }
  }

  /// Returns at least one and at most `count` colors, as encoded values 0…255.
  func palette(count: Int) -> [SIMD3<Float>] {
    guard points.count > count else { return points.isEmpty ? [.zero] : points.map(\.color) }
    var palette = cut(into: count)
    for _ in 0..<2 { palette = centered(palette) }
    return palette
  }

  /// Moves each color to the mean of the points nearest to it.
  private func centered(_ palette: [SIMD3<Float>]) -> [SIMD3<Float>] {
    let nearest = NearestOfPalette(palette)
    var sums = [SIMD4<Float>](repeating: .zero, count: palette.count)
    for point in points { sums[nearest.index(of: point.color)] += SIMD4(point.color * point.count, point.count) }
    return zip(palette, sums).map { old, sum in sum.w > 0 ? SIMD3(sum.x, sum.y, sum.z) / sum.w : old }
  }

  /// The means of `count` clusters, or of fewer if no cluster can be split further.
  private func cut(into count: Int) -> [SIMD3<Float>] {
    var points = points
    var clusters = [Cluster(points.span, in: points.indices)]
    var variances = [clusters[0].variance.sum()]
    while clusters.count < count, let widest = variances.indices.max(by: { variances[$0] < variances[$1] }) {
      let cluster = clusters[widest]
      let (variance, mean) = (cluster.variance, cluster.mean)
      guard variances[widest] > 0 else { break }
      let axis = (0..<3).max { variance[$0] < variance[$1] } ?? 0
      let middle = points[cluster.range].partition { $0.color[axis] > mean[axis] }
      guard middle > cluster.range.lowerBound, middle < cluster.range.upperBound else {
        // They differ only by rounding.
        variances[widest] = 0
        continue
      }
      clusters[widest] = Cluster(points.span, in: cluster.range.lowerBound..<middle)
      clusters.append(Cluster(points.span, in: middle..<cluster.range.upperBound))
      variances[widest] = clusters[widest].variance.sum()
      variances.append(clusters[clusters.count - 1].variance.sum())
    }
    return clusters.map(\.mean)
  }
}

/// The weight of each pixel of a picture: errors are more visible in smooth areas.
private struct PixelWeights {
  /// The side of the blocks whose variance is computed, in pixels.
  private static let side = 8
  /// The variance of luma that halves a pixel's weight: the constant that SSIM adds to it, (0.03 × 255)² (Wang et al.
  /// 2004).
  private static let halving: Float = 58.5

  private let width: Int
  /// The weight of each block, at least 1, row by row.
  private var blocks: [UInt32] = []

  /// Creates the weights of pixels of three bytes, in rows of `width`.
  init(of samples: Span<UInt8>, width: Int) {
    self.width = width
    let height = samples.count / 3 / width
    // The sums of a channel must fit into 32 bits.
    let maximum = Float(min(8, max(1, Int(UInt32.max) / 255 / max(1, width * height))))
    for top in stride(from: 0, to: height, by: Self.side) {
      for left in stride(from: 0, to: width, by: Self.side) {
        let (rows, columns) = (top..<min(top + Self.side, height), left..<min(left + Self.side, width))
        let variance = Self.variance(of: samples, rows, columns, width: width)
        blocks.append(UInt32(max(1, (maximum * Self.halving / (Self.halving + variance)).rounded())))
      }
    }
  }

  /// The variance of luma in a block, in squares of encoded values.
  private static func variance(of samples: Span<UInt8>, _ rows: Range<Int>, _ columns: Range<Int>, width: Int) -> Float
  {
    var (sum, squares): (UInt32, UInt32) = (0, 0)
    // Every other row is enough.
    for row in stride(from: rows.lowerBound, to: rows.upperBound, by: 2) {
      for column in columns {
        let index = (row &* width &+ column) &* 3
        let (red, green, blue) = (UInt32(samples[index]), UInt32(samples[index + 1]), UInt32(samples[index + 2]))
        let luma: UInt32 = (red &* 54 &+ green &* 183 &+ blue &* 19) >> 8
        sum &+= luma
        squares &+= luma &* luma
      }
    }
    let count = Float((rows.count + 1) / 2 * columns.count)
    let mean = Float(sum) / count
    return max(0, Float(squares) / count - mean * mean)
  }

  /// Adds each pixel's weight and weighted channels to its box; pixels that are less than half opaque are skipped.
  @inline(__always)
  func count(
    _ samples: Span<UInt8>, _ alpha: [UInt8]?, in boxes: inout [SIMD4<UInt32>], box: (UInt8, UInt8, UInt8) -> Int
  ) {
    var counts = boxes.mutableSpan
    let blocksAcross = (width + Self.side - 1) / Self.side
    for row in 0..<samples.count / 3 / width {
      for block in 0..<blocksAcross {
        let weight = blocks[row / Self.side * blocksAcross + block]
        for pixel in row * width + block * Self.side..<row * width + min((block + 1) * Self.side, width) {
          if let alpha, alpha[pixel] < 128 { continue }
          let (red, green, blue) = (samples[pixel * 3], samples[pixel * 3 + 1], samples[pixel * 3 + 2])
          counts[box(red, green, blue)] &+= SIMD4(1, UInt32(red), UInt32(green), UInt32(blue)) &* weight
        }
      }
    }
  }
}

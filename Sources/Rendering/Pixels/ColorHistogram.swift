/// How often colours occur in a picture, and the colours that stand for all of them best.
///
/// Colours of encoded values are counted in 32×64×32 boxes; in a picture with few of those, such as a grey one, each for itself.
/// Pixels of smooth areas count more, since errors show there. The set with the greatest variance is cut at its mean, until there
/// are sets enough, and their means are then moved to the middle of what is nearest to them, a few times (Lloyd's k-means).
struct ColorHistogram {
  /// Some pixels of about one colour.
  private struct Point {
    /// Encoded values, 0…255.
    var color: SIMD3<Float>
    var count: Float
  }

  /// A set of points that lie beside each other, and what is known of their colours.
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
    /// The sums of squared differences from the mean, weighted; none of a single colour, whatever rounding leaves.
    var variance: SIMD3<Float> {
      range.count > 1 ? (squares - sum * sum / count) * ColorHistogram.weights : .zero
    }
  }

  /// Weights of squared differences: eyes, and SSIM of luma, see green best and blue least.
  static let weights = SIMD3<Float>(0.6, 1, 0.4)
  /// Boxes up to which their colours are counted each for itself.
  private static let fewBoxes = 512

  private var points: [Point] = []

  /// The colours of some pixels, each of three bytes; where there is alpha, of those with half of it or more.
  ///
  /// - Parameter width: pixels of a row.
  init(of samples: Span<UInt8>, alpha: [UInt8]?, width: Int) {
    let weights = PixelWeights(of: samples, width: width)
    func box(_ red: UInt8, _ green: UInt8, _ blue: UInt8) -> Int {
      Int(red >> 3) << 11 | Int(green >> 2) << 5 | Int(blue >> 3)
    }
    // Counts, and sums of the channels.
    var boxes = [SIMD4<UInt32>](repeating: .zero, count: 1 << 16)
    weights.count(samples, alpha, in: &boxes, box: box)
    let occupied = boxes.indices.filter { boxes[$0].x > 0 }
    if occupied.count <= Self.fewBoxes {
      // Colours of one box.
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

  /// At most so many colours, of encoded values 0…255; at least one.
  func palette(count: Int) -> [SIMD3<Float>] {
    guard points.count > count else { return points.isEmpty ? [.zero] : points.map(\.color) }
    var palette = cut(into: count)
    for _ in 0..<2 { palette = centered(palette) }
    return palette
  }

  /// Colours, each moved to the middle of those that it is nearest to.
  private func centered(_ palette: [SIMD3<Float>]) -> [SIMD3<Float>] {
    var nearest = NearestOfPalette(palette)
    var sums = [SIMD4<Float>](repeating: .zero, count: palette.count)
    for point in points { sums[nearest.place(of: point.color)] += SIMD4(point.color * point.count, point.count) }
    return zip(palette, sums).map { old, sum in sum.w > 0 ? SIMD3(sum.x, sum.y, sum.z) / sum.w : old }
  }

  /// The means of so many sets, or of fewer where all colours are told apart.
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
        // Nothing but rounding tells them apart.
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

/// How much each pixel of a picture counts: errors show where it is smooth.
private struct PixelWeights {
  /// Pixels across and down of the blocks whose variance is taken.
  private static let side = 8
  /// The variance of luma with which a pixel counts half: what SSIM adds to it, (0.03 × 255)² (Wang et al. 2004).
  private static let halving: Float = 58.5

  private let width: Int
  /// A weight for each block, at least 1, row by row.
  private var blocks: [UInt32] = []

  /// The weights of pixels of three bytes, rows of `width`.
  init(of samples: Span<UInt8>, width: Int) {
    self.width = width
    let height = samples.count / 3 / width
    // Sums of a channel must fit 32 bits.
    let greatest = Float(min(8, max(1, Int(UInt32.max) / 255 / max(1, width * height))))
    for top in stride(from: 0, to: height, by: Self.side) {
      for left in stride(from: 0, to: width, by: Self.side) {
        let (rows, columns) = (top..<min(top + Self.side, height), left..<min(left + Self.side, width))
        let variance = Self.variance(of: samples, rows, columns, width: width)
        blocks.append(UInt32(max(1, (greatest * Self.halving / (Self.halving + variance)).rounded())))
      }
    }
  }

  /// The variance of luma in a block, in squares of encoded values.
  private static func variance(of samples: Span<UInt8>, _ rows: Range<Int>, _ columns: Range<Int>, width: Int) -> Float
  {
    var (sum, squares): (UInt32, UInt32) = (0, 0)
    // Every other row tells it as well.
    for row in stride(from: rows.lowerBound, to: rows.upperBound, by: 2) {
      for column in columns {
        let place = (row &* width &+ column) &* 3
        let luma =
          (UInt32(samples[place]) &* 54 &+ UInt32(samples[place + 1]) &* 183 &+ UInt32(samples[place + 2]) &* 19) >> 8
        sum &+= luma
        squares &+= luma &* luma
      }
    }
    let count = Float((rows.count + 1) / 2 * columns.count)
    let mean = Float(sum) / count
    return max(0, Float(squares) / count - mean * mean)
  }

  /// Adds each pixel to its box: its weight, and as much of its channels; mostly transparent ones are left out.
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

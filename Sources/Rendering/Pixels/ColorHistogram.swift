/// How often colours occur in a picture, and the colours that stand for all of them best.
///
/// Colours of encoded values are counted in 32×32×32 boxes; in a picture with few of those, such as a grey one, each for itself. The
/// set with the greatest variance is cut at its mean, until there are sets enough, and their means are then moved to the middle of
/// what is nearest to them, a few times (Lloyd's k-means).
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
    /// The sums of squared differences from the mean, weighted.
    var variance: SIMD3<Float> { (squares - sum * sum / count) * ColorHistogram.weights }
  }

  /// Weights of squared differences: eyes, and SSIM of luma, see green best and blue least.
  static let weights = SIMD3<Float>(0.6, 1, 0.4)
  private static let side = 32
  /// Boxes up to which their colours are counted each for itself.
  private static let fewBoxes = 512

  private var points: [Point] = []

  /// The colours of some pixels, each of three bytes.
  init(of samples: Span<UInt8>, isCounted: (Int) -> Bool) {
    // Counts, and sums of the channels.
    var boxes = [SIMD4<UInt32>](repeating: .zero, count: Self.side * Self.side * Self.side)
    Self.count(samples, isCounted, in: &boxes) { red, green, blue in
      (Int(red >> 3) * Self.side + Int(green >> 3)) * Self.side + Int(blue >> 3)
    }
    let occupied = boxes.indices.filter { boxes[$0].x > 0 }
    if occupied.count <= Self.fewBoxes {
      var numbers = [Int](repeating: 0, count: boxes.count)
      for (number, box) in occupied.enumerated() { numbers[box] = number * 512 }
      boxes = Array(repeating: .zero, count: occupied.count * 512)
      Self.count(samples, isCounted, in: &boxes) { red, green, blue in
        let box = (Int(red >> 3) * Self.side + Int(green >> 3)) * Self.side + Int(blue >> 3)
        return numbers[box] + Int(red & 7) * 64 + Int(green & 7) * 8 + Int(blue & 7)
      }
    }
    for box in boxes where box.x > 0 {
      let count = Float(box.x)
      points.append(Point(color: SIMD3(Float(box.y), Float(box.z), Float(box.w)) / count, count: count))
    }
  }

  @inline(__always)
  private static func count(
    _ samples: Span<UInt8>, _ isCounted: (Int) -> Bool, in boxes: inout [SIMD4<UInt32>],
    box: (UInt8, UInt8, UInt8) -> Int
  ) {
    var counts = boxes.mutableSpan
    for pixel in 0..<samples.count / 3 where isCounted(pixel) {
      let (red, green, blue) = (samples[pixel * 3], samples[pixel * 3 + 1], samples[pixel * 3 + 2])
      counts[box(red, green, blue)] &+= SIMD4(1, UInt32(red), UInt32(green), UInt32(blue))
    }
  }

  /// At most so many colours, of encoded values 0…255; at least one.
  func palette(count: Int) -> [SIMD3<Float>] {
    guard points.count > count else { return points.isEmpty ? [.zero] : points.map(\.color) }
    var palette = cut(into: count)
    for _ in 0..<3 { palette = centered(palette) }
    return palette
  }

  /// Colours, each moved to the middle of those that it is nearest to.
  private func centered(_ palette: [SIMD3<Float>]) -> [SIMD3<Float>] {
    let nearest = NearestOfPalette(palette)
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
      guard cluster.range.count > 1, variance.sum() > 0 else { break }
      let axis = (0..<3).max { variance[$0] < variance[$1] } ?? 0
      let middle = points[cluster.range].partition { $0.color[axis] > mean[axis] }
      guard middle > cluster.range.lowerBound, middle < cluster.range.upperBound else {
        // Nothing but rounding tells them apart.
        variances[widest] = 0
        if variances.allSatisfy({ $0 <= 0 }) { break }
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

/// Which of at most 256 colours is nearest to another, by weighted encoded values.
struct NearestOfPalette {
  private var blocks: [(red: SIMD8<Float>, green: SIMD8<Float>, blue: SIMD8<Float>)] = []

  /// Some colours, at least one.
  init(_ palette: [SIMD3<Float>]) {
    for start in stride(from: 0, to: palette.count, by: 8) {
      let eight = (start..<start + 8).map { palette[min($0, palette.count - 1)] }
      blocks.append((SIMD8(eight.map(\.x)), SIMD8(eight.map(\.y)), SIMD8(eight.map(\.z))))
    }
    count = palette.count
  }

  private let count: Int

  /// The place of the nearest.
  func place(of color: SIMD3<Float>) -> Int {
    let weights = ColorHistogram.weights
    var best = SIMD8<Float>(repeating: .infinity)
    var bestBlock = SIMD8<Int32>(repeating: 0)
    for number in blocks.indices {
      let (red, green, blue) = (
        blocks[number].red - color.x, blocks[number].green - color.y, blocks[number].blue - color.z
      )
      let distance = red * red * weights.x + green * green * weights.y + blue * blue * weights.z
      let isNearer = distance .< best
      best.replace(with: distance, where: isNearer)
      bestBlock.replace(with: SIMD8(repeating: Int32(number)), where: isNearer)
    }
    let nearest = best.min()
    for lane in 0..<8 where best[lane] == nearest { return min(Int(bestBlock[lane]) * 8 + lane, count - 1) }
    return 0
  }
}

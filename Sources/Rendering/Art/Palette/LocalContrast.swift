import Bitmaps
import Terminal

/// Raises local contrast where few tones are left, so that faces and lines survive the loss of tones.
///
/// A guided filter (K. He, J. Sun and X. Tang, 2013) with the lightness as its own guide separates the picture into a
/// base, which keeps strong edges, and detail, which is multiplied. Strong edges need no help, and raising them would
/// surround them with halos. Raised detail alone makes dark parts darker and light ones lighter, and the picture would
/// look wrong from a distance. Where it helps, the change of the light around each point is therefore undone in part.
/// The filter works on 2×4 points a cell, which are nearly square.
struct LocalContrast: Sendable {
  /// The factor of detail, at least 1.
  private let gain: Float
  /// The radius of the filter, in points: half cells across, quarters of a cell down.
  private let radius: Int
  /// The variance of the lightness (OKLab) at which half of a difference counts as detail.
  private let variance: Float
  /// The radius of the areas whose light is kept, in points, and the share of its change that is undone; nil for none.
  /// With 16 colors, lines and faces would lose too much of their contrast again if all of it were undone.
  private let light: (radius: Int, share: Float)?

  /// The contrast for colors of a depth; nil if it stays as it is.
  ///
  /// - Parameters:
  ///   - isSparse: Whether the glyphs fill little of their cells.
  ///   - isASCII: Whether the glyphs are those of ASCII. They are too uneven to show raised detail as tones.
  ///   - cells: The number of cells. With more of them, details are larger, and need less contrast.
  init?(_ depth: ColorDepth, isSparse: Bool, isASCII: Bool = false, cells: Int) {
    light =
      switch depth {
      case .palette16 where !isSparse: (radius: 3, share: 0.6)
      case .mono where isASCII: (radius: 6, share: 1)
      case .truecolor, .palette256, .palette16, .palette8, .mono: nil
      }
    switch depth {
    case .truecolor, .palette256: return nil
    case .palette16, .palette8: (gain, radius, variance) = (Self.gain(2.2, cells), 7, 0.02)
    case .mono: (gain, radius, variance) = isSparse ? (Self.gain(3.5, cells), 8, 0.06) : (Self.gain(4, cells), 8, 0.04)
    }
  }

  /// The distance, in cells, over which a sample has an effect: the filter averages twice, and so does `keepLight`.
  var reach: CellSize {
    let points = 2 * (radius + (light?.radius ?? 0))
    return CellSize(columns: (points + Self.across - 1) / Self.across, rows: (points + Self.down - 1) / Self.down)
  }

  /// A gain for a window of 80×24 cells, lowered for a larger one.
  private static func gain(_ gain: Float, _ cells: Int) -> Float {
    1 + (gain - 1) * min((Float(80 * 24) / Float(max(cells, 1))).squareRoot(), 1)
  }

  private static let across = 2
  private static let down = 4

  /// The canvas with its detail raised.
  func applied(to canvas: Canvas) -> Canvas {
    guard canvas.cells.count > 0 else { return canvas }
    let lightness = canvas.samples.map { Self.lightness($0) }
    var points = PointPlanes(canvas, lightness)
    points.filter(radius: radius, variance: variance)
    var result = canvas
    Self.forEachSample(of: canvas) { index, point in
      let own = lightness[index]
      let detail = own - points.slopes[point] * own - points.offsets[point]
      guard abs(detail) > Self.minimumDetail else { return }
      let ratio = min(max(own + (gain - 1) * detail, 0), 1) / max(own, 1e-3)
      result.samples[index] = Self.scaled(result.samples[index], by: ratio * ratio * ratio)
    }
    if let light { points.keepLight(of: canvas, in: &result, radius: light.radius, share: light.share) }
    return result
  }

  /// Calls a function with the index of each sample and that of its point.
  @inline(__always)
  private static func forEachSample(of canvas: Canvas, _ body: (_ sample: Int, _ point: Int) -> Void) {
    let (blockWidth, blockHeight) = (canvas.samplesPerCell.width / across, canvas.samplesPerCell.height / down)
    let width = canvas.cells.columns * across
    var index = 0
    for line in 0..<canvas.height {
      let start = line / blockHeight * width
      for point in start..<start + width {
        for _ in 0..<blockWidth {
          body(index, point)
          index += 1
        }
      }
    }
  }

  /// The maximum factor by which the light around a sample is taken to have changed.
  private static let maximumChange: Float = 3

  /// Less detail than this would be invisible even when it is raised.
  private static let minimumDetail: Float = 0.001

  /// The lightness of a sample (OKLab, of its luminance).
  @inline(__always)
  private static func lightness(_ sample: SIMD4<UInt16>) -> Float {
    let light = 0.2126 * Float(sample.x) + 0.7152 * Float(sample.y) + 0.0722 * Float(sample.z)
    return LMS.cubeRoot(light / 65_535)
  }

  @inline(__always)
  private static func scaled(_ sample: SIMD4<UInt16>, by factor: Float) -> SIMD4<UInt16> {
    SIMD4(
      UInt16(min(Float(sample.x) * factor, 65_535)), UInt16(min(Float(sample.y) * factor, 65_535)),
      UInt16(min(Float(sample.z) * factor, 65_535)), sample.w)
  }

  /// Planes of one value for each point.
  private struct PointPlanes {
    let width: Int
    let height: Int
    /// The base of a lightness is a slope times it plus an offset.
    private(set) var slopes: [Float]
    private(set) var offsets: [Float]
    private var counts: [Float]

    /// The points of a canvas whose samples have these lightnesses.
    init(_ canvas: Canvas, _ lightness: [Float]) {
      width = canvas.cells.columns * LocalContrast.across
      height = canvas.cells.rows * LocalContrast.down
      slopes = Array(repeating: 0, count: width * height)
      offsets = slopes
      counts = slopes
      let blockWidth = canvas.samplesPerCell.width / LocalContrast.across
      let blockHeight = canvas.samplesPerCell.height / LocalContrast.down
      var index = 0
      for y in 0..<canvas.height {
        let start = y / blockHeight * width
        for point in start..<start + width {
          var (sum, count): (Float, Float) = (0, 0)
          for _ in 0..<blockWidth {
            if canvas.samples[index].w != 0 { (sum, count) = (sum + lightness[index], count + 1) }
            index += 1
          }
          slopes[point] += sum
          counts[point] += count
        }
      }
      for point in counts.indices where counts[point] > 0 {
        slopes[point] /= counts[point]
        counts[point] = 1
      }
    }

    mutating func filter(radius: Int, variance: Float) {
      var sums = counts
      var (means, squares) = (slopes, zip(slopes, slopes).map { $0 * $1 })
      blur(&sums, radius)
      blur(&means, radius)
      blur(&squares, radius)
      for point in means.indices where counts[point] > 0 {
        let mean = means[point] / sums[point]
        let own = max(squares[point] / sums[point] - mean * mean, 0)
        slopes[point] = own / (own + variance)
        offsets[point] = mean * (1 - slopes[point])
      }
      blur(&slopes, radius)
      blur(&offsets, radius)
      for point in sums.indices where sums[point] > 0 {
        slopes[point] /= sums[point]
        offsets[point] /= sums[point]
      }
    }

    /// Scales the samples of `result` so that a share of the change of the light around each point is undone.
    func keepLight(of canvas: Canvas, in result: inout Canvas, radius: Int, share: Float) {
      let (before, after) = (light(of: canvas, radius), light(of: result, radius))
      let limit = LocalContrast.maximumChange
      let factors = zip(before, after).map { before, after in
        1 + share * (min(max(Float(before) / Float(max(after, 1)), 1 / limit), limit) - 1)
      }
      LocalContrast.forEachSample(of: canvas) { index, point in
        result.samples[index] = LocalContrast.scaled(result.samples[index], by: factors[point])
      }
    }

    /// The light around each point: sums over squares of sums over squares make a smooth window.
    ///
    /// Whole numbers have the same sums wherever the picture is in the window.
    private func light(of canvas: Canvas, _ radius: Int) -> [Int] {
      var light = [Int](repeating: 0, count: width * height)
      LocalContrast.forEachSample(of: canvas) { index, point in
        let sample = canvas.samples[index]
        light[point] += 2126 * Int(sample.x) + 7152 * Int(sample.y) + 722 * Int(sample.z)
      }
      blur(&light, radius)
      // Light that has spread beyond the picture is cut off, as it is at the edge of the window.
      for point in light.indices where counts[point] == 0 { light[point] = 0 }
      blur(&light, radius)
      return light
    }

    /// Replaces each value by the sum over a square.
    private func blur<Value: Numeric>(_ plane: inout [Value], _ radius: Int) {
      var lines = plane
      for y in 0..<height {
        var sum: Value = 0
        for x in 0..<min(radius, width) { sum += plane[y * width + x] }
        for x in 0..<width {
          if x + radius < width { sum += plane[y * width + x + radius] }
          if x > radius { sum -= plane[y * width + x - radius - 1] }
          lines[y * width + x] = sum
        }
      }
      var sums = [Value](repeating: 0, count: width)
      for y in 0..<min(radius, height) { for x in 0..<width { sums[x] += lines[y * width + x] } }
      for y in 0..<height {
        for x in 0..<width {
          if y + radius < height { sums[x] += lines[(y + radius) * width + x] }
          if y > radius { sums[x] -= lines[(y - radius - 1) * width + x] }
          plane[y * width + x] = sums[x]
        }
      }
    }
  }
}

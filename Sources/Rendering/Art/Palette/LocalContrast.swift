import Bitmaps
import Glibc
import Terminal

/// Raises local contrast where few tones are left, so that faces and lines survive the loss of tones.
///
/// A guided filter (K. He, J. Sun and X. Tang, 2013) with the lightness as its own guide separates the picture into a
/// base, which keeps strong edges, and detail, which is multiplied. Strong edges need no help, and raising them would
/// surround them with halos. Raised detail alone makes dark parts darker and light ones lighter, and the picture would
/// look wrong from a distance. Where it helps, the change of the light around each point is therefore undone in part.
/// Glyphs that fill little of their cells have so little contrast that what is in the middle, as the subject most often
/// is, gets more of it.
/// The filter works on 2×4 points a cell, which are nearly square.
struct LocalContrast: Sendable {
  /// The factor of detail, at least 1.
  private let gain: Float
  /// The limit of a change in lightness (OKLab): stronger detail is visible without more contrast, and raising it in
  /// proportion would change how the picture looks from a distance.
  private let limit: Float
  /// The radius of the filter, in points: half cells across, quarters of a cell down.
  private let radius: Int
  /// The variance of the lightness (OKLab) at which half of a difference counts as detail.
  private let variance: Float
  /// How far from the middle detail is raised, as a standard deviation in widths and heights of the picture; nil for
  /// everywhere.
  private let spread: Float?
  /// The radius of the areas whose light is kept, in points, and the share of its change that is undone; nil for none.
  /// With 8 colors, lines and faces would lose too much of their contrast again if all of it were undone.
  private let light: (radius: Int, share: Float)?

  /// The contrast for colors of a depth; nil if it stays as it is.
  ///
  /// - Parameters:
  ///   - isSparse: Whether the glyphs fill little of their cells.
  ///   - isASCII: Whether the glyphs are those of ASCII. They are too uneven to show raised detail as tones.
  ///   - cells: The number of cells. With more of them, details are larger, and need less contrast.
  init?(_ depth: ColorDepth, isSparse: Bool, isASCII: Bool = false, cells: Int) {
    limit = depth == .mono && isSparse ? (isASCII ? 0.1 : 0.08) : .infinity
    spread = depth == .mono && isSparse ? 0.2 : nil
    light =
      switch depth {
      case .palette16 where !isSparse: (radius: 3, share: 1)
      case .palette8 where !isSparse: (radius: 3, share: 0.7)
      case .mono where isASCII: (radius: 6, share: 1)
      case .truecolor, .palette256, .palette16, .palette8, .mono: nil
      }
    switch depth {
    case .truecolor, .palette256: return nil
    case .palette16: (gain, radius, variance) = (Self.gain(isSparse ? 2.2 : 1.35, cells), 7, 0.02)
    case .palette8: (gain, radius, variance) = (Self.gain(isSparse ? 2.2 : 1.9, cells), 7, 0.02)
    case .mono:
      (gain, radius, variance) =
        isSparse ? (Self.gain(isASCII ? 2.2 : 2, cells), 8, 0.06) : (Self.gain(2.5, cells), 8, 0.04)
    }
  }

  /// The distance, in cells, over which a sample has an effect: the filter averages twice, and so does `keepLight`.
  var reach: CellSize {
    let points = 2 * (radius + (light?.radius ?? 0))
    return CellSize(
      columns: (points + ContrastPoints.across - 1) / ContrastPoints.across,
      rows: (points + ContrastPoints.down - 1) / ContrastPoints.down)
  }

  /// A gain for a window of 80×24 cells, lowered for a larger one.
  private static func gain(_ gain: Float, _ cells: Int) -> Float {
    1 + (gain - 1) * min((Float(80 * 24) / Float(max(cells, 1))).squareRoot(), 1)
  }

  /// Less detail than this would be invisible even when it is raised.
  private static let minimumDetail: Float = 0.001

  /// The canvas with its detail raised.
  func applied(to canvas: Canvas, workers: RowWorkers = .alone) -> Canvas {
    guard canvas.cells.count > 0 else { return canvas }
    let points = ContrastPoints(canvas, workers: workers)
    let base = points.base(radius: radius, variance: variance)
    let shares = spread.map { points.closeness(spread: $0) }
    var factors = [Float](repeating: 1, count: base.count)
    for point in base.indices {
      let own = points.lightness[point]
      let detail = own - base[point]
      guard abs(detail) > Self.minimumDetail else { continue }
      let change = (gain - 1) * detail * (shares?.at(point) ?? 1)
      let limited = change / (1 + (change / limit) * (change / limit)).squareRoot()
      let ratio = min(max(own + limited, 0), 1) / max(own, 1e-3)
      factors[point] = ratio * ratio * ratio
    }
    if let light { points.keepLight(in: &factors, radius: light.radius, share: light.share) }
    return points.scaled(canvas, by: factors, workers: workers)
  }
}

/// The light of a canvas at 2×4 points a cell.
private struct ContrastPoints {
  static let across = 2
  static let down = 4

  /// The maximum factor by which the light around a point is taken to have changed.
  private static let maximumChange: Float = 3
  /// The scales of whole numbers. Their sums do not depend on what has been added and subtracted elsewhere.
  private static let lightnessScale: Float = 1_048_576
  private static let lightScale: Float = 65_536

  private let width: Int
  private let height: Int
  /// The samples of a point, across and down.
  private let block: PixelSize
  /// The mean luminance of each point's opaque samples, 0…1; 0 without any.
  private var lights: [Float]
  /// 1 where a point has opaque samples.
  private var counts: [Float]
  /// The lightness of each point (OKLab, of its luminance).
  private(set) var lightness: [Float]

  init(_ canvas: Canvas, workers: RowWorkers) {
    width = canvas.cells.columns * Self.across
    height = canvas.cells.rows * Self.down
    let block = PixelSize(
      width: canvas.samplesPerCell.width / Self.across, height: canvas.samplesPerCell.height / Self.down)
    self.block = block
    /// The light, 1 or 0 for whether it is known, and the lightness.
    let points: [SIMD4<Float>] = workers.map(columns: width, rows: height) { column, row in
      let samples = canvas.samples.span
      var (total, count) = (Float(0), 0)
      for y in 0..<block.height {
        var index = (row &* block.height &+ y) &* canvas.width &+ column &* block.width
        var sum = 0
        for _ in 0..<block.width {
          let sample = samples[index]
          if sample.w != 0 {
            sum &+= 2126 &* Int(sample.x) &+ 7152 &* Int(sample.y) &+ 722 &* Int(sample.z)
            count &+= 1
          }
          index &+= 1
        }
        total += Float(sum)
      }
      guard count > 0 else { return .zero }
      let light = total / (Float(count) * 10_000 * 65_535)
      return SIMD4(light, 1, LMS.cubeRoot(light), 0)
    }
    // Not by key paths, which are not compiled to direct accesses.
    lights = points.map { $0.x }
    counts = points.map { $0.y }
    lightness = points.map { $0.z }
  }

  /// The lightness without detail.
  func base(radius: Int, variance: Float) -> [Float] {
    let scale = Self.lightnessScale
    var planes = lights.indices.map { point in
      let own = lightness[point]
      return SIMD4(Int32(own * scale), Int32(own * own * scale), 0, Int32(counts[point]))
    }
    blur(&planes, radius)
    for point in planes.indices {
      guard counts[point] > 0 else {
        planes[point] = .zero
        continue
      }
      let sums = SIMD4<Float>(planes[point]) / (Float(planes[point].w) * scale)
      let own = max(sums.y - sums.x * sums.x, 0)
      let slope = own / (own + variance)
      planes[point] = SIMD4(Int32(slope * scale), Int32(sums.x * (1 - slope) * scale), 0, 1)
    }
    blur(&planes, radius)
    return planes.indices.map { point in
      guard counts[point] > 0 else { return lightness[point] }
      let sums = SIMD4<Float>(planes[point]) / (Float(planes[point].w) * scale)
      return sums.x * lightness[point] + sums.y
    }
  }

  /// How close points are to the middle of the picture: 1 there, less farther away.
  func closeness(spread: Float) -> Closeness {
    var (left, right, top, bottom) = (width, -1, height, -1)
    for point in counts.indices where counts[point] > 0 {
      let (x, y) = (point % width, point / width)
      (left, right, top, bottom) = (min(left, x), max(right, x), min(top, y), max(bottom, y))
    }
    func line(_ first: Int, _ last: Int, _ count: Int) -> [Float] {
      (0..<count).map { index in
        let distance = (Float(index - first) + 0.5) / Float(max(last - first + 1, 1)) - 0.5
        return expf(-distance * distance / (2 * spread * spread))
      }
    }
    return Closeness(across: line(left, right, width), down: line(top, bottom, height))
  }

  /// The closeness of each column and row of points; that of a point is their product.
  struct Closeness {
    fileprivate let across: [Float]
    fileprivate let down: [Float]

    func at(_ point: Int) -> Float { across[point % across.count] * down[point / across.count] }
  }

  /// Changes factors of the light at each point so that a share of the change of the light around it is undone.
  func keepLight(in factors: inout [Float], radius: Int, share: Float) {
    let limit = Self.maximumChange
    var planes = lights.indices.map { point in
      let light = lights[point] * Self.lightScale
      return SIMD4(Int32(light), Int32(min(light * factors[point], Self.lightScale)), 0, 0)
    }
    // Sums over squares of sums over squares make a smooth window.
    blur(&planes, radius)
    for point in planes.indices {
      // Light that has spread beyond the picture is cut off, as it is at the edge of the window.
      planes[point] = counts[point] > 0 ? planes[point] &>> 2 : .zero
    }
    blur(&planes, radius)
    for point in factors.indices {
      let (before, after) = (Float(max(planes[point].x, 1)), Float(max(planes[point].y, 1)))
      factors[point] *= 1 + share * (min(max(before / after, 1 / limit), limit) - 1)
    }
  }

  /// A canvas with its samples' light multiplied.
  func scaled(_ canvas: Canvas, by factors: [Float], workers: RowWorkers) -> Canvas {
    var result = canvas
    let (width, block) = (width, block)
    result.samples = unsafe [SIMD4<UInt16>](unsafeUninitializedCapacity: canvas.samples.count) { scaled, count in
      guard let base = scaled.baseAddress else { return }
      nonisolated(unsafe) let memory = unsafe base
      // The pointer is valid only in this closure, and all work on the rows ends within it.
      workers.run(rows: canvas.height) { line in
        let (samples, factors) = (canvas.samples.span, factors.span)
        let start = line / block.height &* width
        var index = line &* canvas.width
        for point in start..<start + width {
          let factor = factors[point]
          for _ in 0..<block.width {
            let sample = samples[index]
            let scaled = SIMD3(Float(sample.x), Float(sample.y), Float(sample.z)) * factor
            // With 23 bits before the point, a number's last bits are those of the whole number nearest to it.
            let rounded = scaled.replacing(with: 65_535, where: scaled .> 65_535) + 8_388_608
            unsafe (memory + index).initialize(
              to: SIMD4(
                UInt16(truncatingIfNeeded: rounded.x.bitPattern), UInt16(truncatingIfNeeded: rounded.y.bitPattern),
                UInt16(truncatingIfNeeded: rounded.z.bitPattern), sample.w))
            index &+= 1
          }
        }
      }
      count = canvas.samples.count
    }
    return result
  }

  /// Replaces each value by the sum over a square. Radii are at most 8, so no sum overflows.
  private func blur(_ plane: inout [SIMD4<Int32>], _ radius: Int) {
    var lines = plane
    for y in 0..<height {
      var sum = SIMD4<Int32>.zero
      let start = y &* width
      for x in 0..<min(radius, width) { sum &+= plane[start &+ x] }
      for x in 0..<width {
        if x &+ radius < width { sum &+= plane[start &+ x &+ radius] }
        if x > radius { sum &-= plane[start &+ x &- radius &- 1] }
        lines[start &+ x] = sum
      }
    }
    var sums = [SIMD4<Int32>](repeating: .zero, count: width)
    for y in 0..<min(radius, height) { for x in 0..<width { sums[x] &+= lines[y &* width &+ x] } }
    for y in 0..<height {
      if y &+ radius < height {
        let start = (y &+ radius) &* width
        for x in 0..<width { sums[x] &+= lines[start &+ x] }
      }
      if y > radius {
        let start = (y &- radius &- 1) &* width
        for x in 0..<width { sums[x] &-= lines[start &+ x] }
      }
      for x in 0..<width { plane[y &* width &+ x] = sums[x] }
    }
  }
}

import Bitmaps
import Terminal

@testable import Rendering

/// Local contrast by its formulas, point by point.
struct PlainContrast {
  private struct Point {
    var light: Float = 0
    var lightness: Float = 0
    var isThere = false
    var factor: Float = 1
  }

  private let contrast: LocalContrast
  private let canvas: Canvas
  private let (width, height): (Int, Int)
  /// The samples of a point, across and down.
  private let (across, down): (Int, Int)
  private var points: [Point] = []

  /// Computes the factors of a canvas.
  init(_ contrast: LocalContrast, _ canvas: Canvas) {
    (self.contrast, self.canvas) = (contrast, canvas)
    (width, height) = (canvas.cells.columns * 2, canvas.cells.rows * 4)
    (across, down) = (canvas.samplesPerCell.width / 2, canvas.samplesPerCell.height / 4)
    for index in 0..<width * height { points.append(point(index % width, index / width)) }
    raiseDetail()
    if let light = contrast.light { keepLight(radius: light.radius, share: light.share) }
  }

  /// The canvas with its samples multiplied.
  var samples: [SIMD4<UInt16>] {
    canvas.samples.indices.map { index in
      let point = index / canvas.width / down * width + index % canvas.width / across
      let sample = canvas.samples[index]
      let fullest = 65_535 - min(sample.x, sample.y, sample.z)
      func scaled(_ value: UInt16) -> UInt16 {
        let factor = points[point].factor
        if !contrast.raisesInk { return UInt16(min(Float(value) * factor, 65_535).rounded(.toNearestOrEven)) }
        if sample.w == 0 { return 0 }
        let ink = Float(65_535 - value) * min(factor, 65_535 / Float(fullest))
        return UInt16((65_535 - min(ink, 65_535)).rounded(.toNearestOrEven))
      }
      return SIMD4(scaled(sample.x), scaled(sample.y), scaled(sample.z), sample.w)
    }
  }

  private func point(_ x: Int, _ y: Int) -> Point {
    var (total, count) = (Float(0), 0)
    for line in 0..<down {
      let first = (y * down + line) * canvas.width + x * across
      let samples = canvas.samples[first..<first + across].filter { $0.w > 0 }
      let luminance = samples.reduce(0) { (sum: Int, sample) -> Int in
        let (red, green, blue) = (2126 * Int(sample.x), 7152 * Int(sample.y), 722 * Int(sample.z))
        return sum + red + green + blue
      }
      total += Float(luminance)
      count += samples.count
    }
    guard count > 0 else { return Point() }
    let luminance = total / (Float(count) * 10_000 * 65_535)
    let light = contrast.raisesInk ? max(1 - luminance, 0) : luminance
    return Point(light: light, lightness: LMS.cubeRoot(light), isThere: true)
  }

  /// The sums of three whole numbers over the square around each point.
  private func sums(_ radius: Int, _ value: (Int) -> SIMD3<Int>) -> [SIMD3<Int>] {
    points.indices.map { index in
      var sum = SIMD3<Int>.zero
      for y in max(index / width - radius, 0)...min(index / width + radius, height - 1) {
        for x in max(index % width - radius, 0)...min(index % width + radius, width - 1) {
          sum &+= value(y * width + x)
        }
      }
      return sum
    }
  }

  private mutating func raiseDetail() {
    let scale: Float = 1_048_576
    let around = sums(contrast.radius) { index in
      guard points[index].isThere else { return .zero }
      return SIMD3(Int(points[index].lightness * scale), 1, 0)
    }
    let closeness = ContrastPoints(canvas, .alone, isWide: false).closeness(spread: contrast.spread)
    for index in points.indices where points[index].isThere {
      let own = points[index].lightness
      let detail = own - Float(around[index].x) / (Float(around[index].y) * scale)
      guard abs(detail) > 0.001 else { continue }
      let change =
        (contrast.gain - 1) * detail * (closeness.across[index % width] * closeness.down[index / width])
      let limited = change / (1 + (change / contrast.limit) * (change / contrast.limit)).squareRoot()
      let ratio = min(max(own + limited, 0), 1) / max(own, 1e-3)
      points[index].factor = ratio * ratio * ratio
    }
  }

  private mutating func keepLight(radius: Int, share: Float) {
    let scale: Float = 65_536
    let near = sums(radius) { index in
      let light = points[index].light * scale
      return SIMD3(Int(light), Int(min(light * points[index].factor, scale)), 0)
    }
    let around = sums(radius) { points[$0].isThere ? near[$0] &>> 2 : .zero }
    for index in points.indices {
      let (before, after) = (Float(max(around[index].x, 1)), Float(max(around[index].y, 1)))
      points[index].factor *= 1 + share * (min(max(before / after, 1 / 3), 3) - 1)
    }
  }
}

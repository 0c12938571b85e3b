/// Catmull-Rom interpolation along one axis whose target is longer than its source: each target pixel is interpolated
/// from the four source pixels around its center.
///
/// Catmull-Rom keeps edges crisp but overshoots beside them, which in linear light draws dark halos; so the result is
/// clamped to the range of the two nearest pixels. Uniform areas stay exactly uniform.
struct CubicAxis {
  /// The source pixels around a target pixel's center.
  struct Taps {
    /// The four pixels, left to right; the outermost is repeated where the source ends.
    var indices: SIMD4<Int32>
    /// Their weights; the sum is 1.
    var weights: SIMD4<Float>
  }

  /// The taps of each target pixel.
  let taps: [Taps]

  /// Creates the plan for some target pixels. Source pixels are counted from the window's first one.
  init(_ window: AxisWindow) {
    let last = Int32(window.source - 1)
    let first = SIMD4(repeating: Int32(window.pixels.lowerBound))
    taps = window.targets.map { target in
      let center = CubicAxis.center(of: target, window)
      let left = center.rounded(.down)
      let indices = SIMD4(-1, 0, 1, 2) &+ SIMD4(repeating: Int32(left))
      return Taps(
        indices: indices.clamped(lowerBound: .zero, upperBound: SIMD4(repeating: last)) &- first,
        weights: CubicAxis.weights(at: center - left))
    }
  }

  /// The source pixel at or before a target pixel's center; −1 if the center is before that of the first source pixel.
  static func left(of target: Int, _ window: AxisWindow) -> Int { Int(center(of: target, window).rounded(.down)) }

  /// The position of a target pixel's center in the source, where the center of source pixel `n` is at `n`.
  private static func center(of target: Int, _ window: AxisWindow) -> Double {
    (Double(target) + 0.5) * Double(window.source) / Double(window.target) - 0.5
  }

  /// The weights of the four pixels around a position at the fraction `t`, 0..<1, of the way from the second to the
  /// third (Catmull and Rom, "A class of local interpolating splines", 1974).
  private static func weights(at t: Double) -> SIMD4<Float> {
    let (t2, t3) = (t * t, t * t * t)
    return SIMD4(
      Float((-t3 + 2 * t2 - t) / 2), Float((3 * t3 - 5 * t2 + 2) / 2), Float((-3 * t3 + 4 * t2 + t) / 2),
      Float((t3 - t2) / 2))
  }
}

/// The horizontal half of interpolation.
struct CubicColumns {
  private let taps: [CubicAxis.Taps]
  /// The number of source pixels that the taps lie within.
  private let width: Int

  /// Creates a scaler of rows of `width` source pixels along an axis.
  init(axis: CubicAxis, width: Int) {
    self.width = width
    taps = axis.taps
    precondition(
      taps.allSatisfy { $0.indices.min() >= 0 && $0.indices.max() < width }, "taps lie within the row")
  }

  /// Interpolates a source row into target pixels.
  func interpolate(_ row: [SIMD4<Float>], into output: inout [SIMD4<Float>]) {
    precondition(row.count == width && output.count == taps.count, "rows are as long as the taps expect")
    // The taps lie within the row.
    unsafe row.withUnsafeBufferPointer { row in
      unsafe output.withUnsafeMutableBufferPointer { output in
        for (index, tap) in taps.enumerated() {
          let indices = tap.indices
          unsafe output[index] = Interpolation.mixed(
            row[Int(indices.x)], row[Int(indices.y)], row[Int(indices.z)], row[Int(indices.w)], by: tap.weights)
        }
      }
    }
  }
}

/// The interpolation between four pixels, for columns and rows.
enum Interpolation {
  /// Returns the sum of four pixels by weight, clamped to the range of the second and third.
  @inline(__always)
  static func mixed(
    _ first: SIMD4<Float>, _ second: SIMD4<Float>, _ third: SIMD4<Float>, _ fourth: SIMD4<Float>,
    by weights: SIMD4<Float>
  ) -> SIMD4<Float> {
    let sum = (first * weights.x + fourth * weights.w) + (second * weights.y + third * weights.z)
    let raised = greater(sum, lesser(second, third))
    return lesser(raised, greater(second, third))
  }

  // The standard library's pointwise minimum and maximum compare numbers one by one.

  @inline(__always)
  private static func lesser(_ one: SIMD4<Float>, _ other: SIMD4<Float>) -> SIMD4<Float> {
    one.replacing(with: other, where: other .< one)
  }

  @inline(__always)
  private static func greater(_ one: SIMD4<Float>, _ other: SIMD4<Float>) -> SIMD4<Float> {
    one.replacing(with: other, where: other .> one)
  }
}

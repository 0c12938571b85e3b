import CScaling
import Parallelism

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

  /// Creates the plan for `source` pixels scaled to `target` pixels, both at least 1.
  init(source: Int, target: Int) { self.init(AxisWindow(target: target, source: source)) }

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
  private let taps: [tui_taps]
  /// The number of source pixels that the taps lie within.
  private let width: Int
  private let isWide: Bool

  /// Creates a scaler of rows of `width` source pixels along an axis.
  ///
  /// - Parameter isWide: Whether vectors of eight numbers are used; without, all results are the same.
  init(axis: CubicAxis, width: Int, isWide: Bool = Vectors.areWide) {
    self.width = width
    self.isWide = isWide
    taps = axis.taps.map { taps in
      precondition(taps.indices.min() >= 0 && taps.indices.max() < width, "taps lie within the row")
      let (starts, weights) = (taps.indices &* 4, taps.weights)
      return tui_taps(
        starts: (starts.x, starts.y, starts.z, starts.w), weights: (weights.x, weights.y, weights.z, weights.w))
    }
  }

  /// Interpolates a source row into target pixels.
  func interpolate(_ row: [SIMD4<Float>], into output: inout [SIMD4<Float>]) {
    precondition(row.count == width && output.count == taps.count, "rows are as long as the taps expect")
    unsafe row.withUnsafeBytes { row in
      unsafe output.withUnsafeMutableBytes { output in
        // A pixel is four floats, and the lengths were checked above.
        guard let row = row.baseAddress, let output = output.baseAddress else { return }
        unsafe tui_interpolate_row(
          isWide, row.assumingMemoryBound(to: Float.self), taps, taps.count,
          output.assumingMemoryBound(to: Float.self))
      }
    }
  }
}

/// Bounds of linear functions of the cube roots of cone responses, in which OKLab is linear, over a box of colors.
///
/// Cube roots are concave, and nowhere greater than their tangents. So a sum of roots with positive factors, and of
/// tangents with negative ones, is nowhere greater than the sum of roots, and concave in linear light: its minimum is at
/// a corner of the box.
struct RootBounds {
  /// The roots at the middle of the box.
  let middle: SIMD3<Float>
  /// The roots at the corners with the least and the greatest channels.
  let ends: (SIMD3<Float>, SIMD3<Float>)
  private var roots = (SIMD8<Float>.zero, SIMD8<Float>.zero, SIMD8<Float>.zero)
  private let tangents: (SIMD8<Float>, SIMD8<Float>, SIMD8<Float>)

  /// Bounds over a cube of 8-bit colors.
  ///
  /// - Parameters:
  ///   - least: Its least red, green and blue.
  ///   - side: The number of values in each channel, at least 2.
  init(from least: SIMD3<Int>, side: Int) {
    func roots(_ corner: Int) -> SIMD3<Float> {
      let channels = least &+ SIMD3(corner & 1, corner >> 1 & 1, corner >> 2) &* (side - 1)
      return Oklab.roots(red: UInt8(channels.x), green: UInt8(channels.y), blue: UInt8(channels.z))
    }
    for corner in 0..<8 {
      let own = roots(corner)
      (self.roots.0[corner], self.roots.1[corner], self.roots.2[corner]) = (own.x, own.y, own.z)
    }
    ends = (roots(0), roots(7))
    middle = (ends.0 + ends.1) / 2
    tangents = (
      Self.tangent(self.roots.0, at: middle.x), Self.tangent(self.roots.1, at: middle.y),
      Self.tangent(self.roots.2, at: middle.z)
    )
  }

  /// The tangent to the cube root, where the root is `middle`, at the responses that have some roots.
  private static func tangent(_ roots: SIMD8<Float>, at middle: Float) -> SIMD8<Float> {
    middle + (roots * roots * roots - middle * middle * middle) / (3 * middle * middle)
  }

  /// A lower bound of the sum of the roots times their factors.
  @inline(__always)
  func minimum(ofRootsTimes factors: SIMD3<Float>) -> Float {
    var sums = (factors.x > 0 ? roots.0 : tangents.0) * factors.x
    sums += (factors.y > 0 ? roots.1 : tangents.1) * factors.y
    sums += (factors.z > 0 ? roots.2 : tangents.2) * factors.z
    let four = sums.lowHalf.replacing(with: sums.highHalf, where: sums.highHalf .< sums.lowHalf)
    return min(min(four.x, four.y), min(four.z, four.w))
  }
}

/// A 3×3 matrix between colors in linear light.
struct ColorMatrix: Hashable, Sendable {
  /// The columns: the contributions of a color's first, second and third component.
  let first: SIMD3<Double>, second: SIMD3<Double>, third: SIMD3<Double>

  init(_ first: SIMD3<Double>, _ second: SIMD3<Double>, _ third: SIMD3<Double>) {
    self.first = first
    self.second = second
    self.third = third
  }

  /// Creates a matrix from its rows, as matrices are printed.
  init(rows: [SIMD3<Double>]) {
    self.init(
      SIMD3(rows[0].x, rows[1].x, rows[2].x), SIMD3(rows[0].y, rows[1].y, rows[2].y),
      SIMD3(rows[0].z, rows[1].z, rows[2].z))
  }

  init(diagonal: SIMD3<Double>) {
    self.init(SIMD3(diagonal.x, 0, 0), SIMD3(0, diagonal.y, 0), SIMD3(0, 0, diagonal.z))
  }

  static let identity = ColorMatrix(diagonal: SIMD3(1, 1, 1))

  static func * (matrix: ColorMatrix, color: SIMD3<Double>) -> SIMD3<Double> {
    matrix.first * color.x + matrix.second * color.y + matrix.third * color.z
  }

  static func * (left: ColorMatrix, right: ColorMatrix) -> ColorMatrix {
    ColorMatrix(left * right.first, left * right.second, left * right.third)
  }

  /// The inverse, by Cramer's rule; nil if the matrix is singular or nearly so.
  var inverse: ColorMatrix? {
    let rows = [
      ColorMatrix.cross(second, third), ColorMatrix.cross(third, first), ColorMatrix.cross(first, second),
    ]
    let determinant = (first * rows[0]).sum()
    guard determinant.isFinite, abs(determinant) > 1e-9 else { return nil }
    return ColorMatrix(rows: rows.map { $0 / determinant })
  }

  private static func cross(_ left: SIMD3<Double>, _ right: SIMD3<Double>) -> SIMD3<Double> {
    SIMD3(
      left.y * right.z - left.z * right.y, left.z * right.x - left.x * right.z, left.x * right.y - left.y * right.x)
  }

  /// Returns the largest absolute difference between corresponding entries; infinity if a difference is NaN or
  /// infinite.
  func difference(from other: ColorMatrix) -> Double {
    let entries = [first - other.first, second - other.second, third - other.third].flatMap { [$0.x, $0.y, $0.z] }
    return entries.reduce(0) { $1.isFinite ? max($0, abs($1)) : .infinity }
  }
}

import Glibc

/// How a figure grows with a size: measurements at several sizes, and the exponent `k` of value ∝ sizeᵏ.
struct PowerLaw {
  /// The sizes, ascending, and the values measured there.
  let points: [(size: Double, value: Double)]

  /// The exponent between the two largest sizes: constant costs, such as that of starting, hide growth at smaller ones.
  var lastExponent: Double {
    guard points.count > 1 else { return 0 }
    let (before, last) = (points[points.count - 2], points[points.count - 1])
    return log(last.value / before.value) / log(last.size / before.size)
  }

  /// The exponent of the line through all points with the least squares of logarithms.
  var exponent: Double {
    let logarithms = points.map { (log($0.size), log($0.value)) }
    let count = Double(points.count)
    let (x, y) = (logarithms.reduce(0) { $0 + $1.0 } / count, logarithms.reduce(0) { $0 + $1.1 } / count)
    let spread = logarithms.reduce(0) { $0 + ($1.0 - x) * ($1.0 - x) }
    return spread == 0 ? 0 : logarithms.reduce(0) { $0 + ($1.0 - x) * ($1.1 - y) } / spread
  }
}

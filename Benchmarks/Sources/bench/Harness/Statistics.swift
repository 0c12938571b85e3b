/// Order statistics of several measurements.
struct Statistics {
  private let sorted: [Double]

  /// Takes measurements in any order; there must be at least one.
  init(_ values: [Double]) {
    precondition(!values.isEmpty)
    sorted = values.sorted()
  }

  /// The median.
  var median: Double { percentile(0.5) }

  /// The smallest measurement.
  var minimum: Double { sorted[0] }

  /// The largest measurement.
  var maximum: Double { percentile(1) }

  /// The percentile for a share, 0…1, by the nearest-rank method.
  func percentile(_ share: Double) -> Double {
    let rank = (Double(sorted.count) * share).rounded(.up)
    return sorted[min(sorted.count - 1, max(0, Int(rank) - 1))]
  }
}

/// Measures our program and another in turn, in seconds or another unit, so that disturbances affect both.
///
/// - Parameter rounds: How often each is measured, after a round that only warms the caches.
func alternate(
  rounds: Int, _ ours: () throws -> Double, with theirs: () throws -> Double
) throws -> (ours: Statistics, theirs: Statistics) {
  var (our, their): ([Double], [Double]) = ([], [])
  for round in 0...rounds {
    let pair = (try ours(), try theirs())
    guard round > 0 else { continue }
    our.append(pair.0)
    their.append(pair.1)
  }
  return (Statistics(our), Statistics(their))
}

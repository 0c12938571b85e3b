/// What many measurements say.
struct Statistics {
  private let sorted: [Double]

  /// Measurements in any order; at least one.
  init(_ values: [Double]) {
    precondition(!values.isEmpty)
    sorted = values.sorted()
  }

  /// The middle one.
  var median: Double { percentile(0.5) }

  /// The smallest one.
  var minimum: Double { sorted[0] }

  /// The largest one.
  var maximum: Double { percentile(1) }

  /// The smallest measurement that a share of all, 0…1, does not exceed.
  func percentile(_ share: Double) -> Double {
    let rank = (Double(sorted.count) * share).rounded(.up)
    return sorted[min(sorted.count - 1, max(0, Int(rank) - 1))]
  }
}

/// Seconds, or what else is measured, of our program and of another in turn, so that what the machine does meanwhile strikes both.
///
/// - Parameter rounds: how often each is measured; the round before those only warms the caches.
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

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

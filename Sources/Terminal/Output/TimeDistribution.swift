/// A histogram of durations: percentiles are accurate to 4 %, and its memory is bounded.
package struct TimeDistribution: Hashable, Sendable {
  /// The number of buckets per doubling.
  private static let fineness = 16
  /// The number of times in each bucket. Each power of two nanoseconds is divided into sixteen buckets of equal width.
  private var counts: [Int] = []
  /// The number of times added.
  package private(set) var count = 0

  /// An empty histogram.
  package init() {}

  /// Adds a time in nanoseconds; negative ones count as 0.
  package mutating func add(nanoseconds: Int64) {
    let bucket = Self.bucket(of: UInt64(max(0, nanoseconds)))
    if bucket >= counts.count { counts.append(contentsOf: repeatElement(0, count: bucket + 1 - counts.count)) }
    counts[bucket] += 1
    count += 1
  }

  /// Returns the time in nanoseconds that a share (0…1) of all times do not exceed, within 4 %; nil if there are no
  /// times.
  package func percentile(_ share: Double) -> Double? {
    guard count > 0 else { return nil }
    // Rounded up, without the mathematics library, which not every client links.
    var rest = max(1, Int(Double(count) * share + 0.999_999))
    for (bucket, times) in counts.enumerated() {
      rest -= times
      if rest <= 0 { return Self.middle(of: bucket) }
    }
    return nil
  }

  private static func bucket(of value: UInt64) -> Int {
    if value < UInt64(fineness) { return Int(value) }
    let power = 63 - value.leadingZeroBitCount
    return (power - 3) * fineness + Int(value >> (power - 4)) - fineness
  }

  private static func middle(of bucket: Int) -> Double {
    if bucket < fineness { return Double(bucket) }
    let width = Double(UInt64(1) << UInt64(bucket / fineness - 1))
    return (Double(bucket % fineness + fineness) + 0.5) * width
  }
}

/// How long something took, many times over: percentiles within 4 %, in memory that does not grow.
package struct TimeDistribution: Hashable, Sendable {
  /// Buckets for each doubling.
  private static let fineness = 16
  /// How often it took a time of each bucket: sixteen for each power of two nanoseconds, each a sixteenth as wide.
  private var counts: [Int] = []
  /// How many times there are.
  package private(set) var count = 0

  /// No times.
  package init() {}

  /// Adds a time in nanoseconds; negative ones count as 0.
  package mutating func add(nanoseconds: Int64) {
    let bucket = Self.bucket(of: UInt64(max(0, nanoseconds)))
    if bucket >= counts.count { counts.append(contentsOf: repeatElement(0, count: bucket + 1 - counts.count)) }
    counts[bucket] += 1
    count += 1
  }

  /// The time in nanoseconds that a share (0…1) of all do not exceed, give or take; nil: there are none.
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

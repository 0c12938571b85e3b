import Foundation

/// How many seeds the property tests go through: few as a rule, `CAROUSEL_SOAK` times as many for `make soak`.
enum Soak {
  static let factor = max(1, ProcessInfo.processInfo.environment["CAROUSEL_SOAK"].flatMap { Int($0) } ?? 1)

  static func seeds(_ count: Int) -> Range<Int> { 0..<(count * factor) }
}

import Foundation

/// The seeds of the property tests: few by default, `CAROUSEL_SOAK` times as many for `make soak`.
enum Soak {
  static let factor = max(1, ProcessInfo.processInfo.environment["CAROUSEL_SOAK"].flatMap { Int($0) } ?? 1)

  static func seeds(_ count: Int) -> Range<Int> { 0..<(count * factor) }
}

import Foundation
import TestSupport

/// The seeds of the property tests: a sample in `make test`, all in `make check`, and `CAROUSEL_SOAK` times as many in `make soak`.
enum Soak {
  private static let factor = ProcessInfo.processInfo.environment["CAROUSEL_SOAK"].flatMap { Int($0) }

  static func seeds(_ count: Int) -> Range<Int> { 0..<(factor.map { count * max(1, $0) } ?? Rounds.count(count)) }
}

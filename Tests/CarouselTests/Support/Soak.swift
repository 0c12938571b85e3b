import Foundation
import TestSupport

/// The seeds of the property tests: a sample in `make test`, all in `make check`. Each round of `make soak` has as many others.
enum Soak {
  /// The number of the round, from 0.
  private static let round = ProcessInfo.processInfo.environment["CAROUSEL_SOAK"].flatMap { Int($0) }

  /// - Parameter rare: More seeds, which the first round has.
  static func seeds(_ count: Int, rare: [Int] = []) -> [Int] {
    guard let round else { return Array(0..<Rounds.count(count)) + rare }
    return Array(count * round..<count * (round + 1)) + (round == 0 ? rare : [])
  }
}

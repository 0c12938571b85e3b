import Glibc

/// How often a test repeats a random experiment: all rounds in `make check`, where `TUI_TEST_ROUNDS` is "all", and a sample of them in
/// `make test`, which people wait for.
package enum Rounds {
  private static let runsAll = unsafe getenv("TUI_TEST_ROUNDS").map { unsafe String(cString: $0) } == "all"

  /// Returns `all`, or an eighth of it (at least 1) in a sample.
  package static func count(_ all: Int) -> Int { runsAll ? all : max(1, all / 8) }

  /// Returns the seeds 0..<`all`, or the first eighth of them (at least one) in a sample.
  package static func seeds(_ all: Int) -> Range<UInt64> { 0..<UInt64(count(all)) }

  /// Returns all items, or in a sample every fourth from the one at `index`, counted on from the first after the last.
  ///
  /// - Parameter index: differs from case to case, so that all items are in the sample of some.
  package static func quarter<Item>(of items: [Item], from index: Int) -> [Item] {
    runsAll ? items : items.indices.filter { $0 % 4 == index % 4 }.map { items[$0] }
  }
}

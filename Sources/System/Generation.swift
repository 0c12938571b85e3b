/// Tells the answers to a request from those to earlier requests for the same thing.
///
/// Each request carries one, and its answers carry it back. An answer counts only while its generation is the current one;
/// a request that is made again gets the next, and what is still under way for the old one is stale.
package struct Generation: Hashable, Comparable, Sendable {
  private var number: UInt64

  /// The generation of a number.
  package init(_ number: UInt64 = 0) { self.number = number }

  /// The first generation.
  package static let first = Generation()

  /// The generation after this one.
  package var next: Generation {
    var next = self
    next.number += 1
    return next
  }

  package static func < (left: Generation, right: Generation) -> Bool { left.number < right.number }

  /// Gives out the next one, and becomes it.
  package mutating func advance() -> Generation {
    number += 1
    return self
  }
}

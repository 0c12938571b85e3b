/// Distinguishes the answers to a request from those to earlier requests for the same thing.
///
/// Each request carries a generation, and its answers carry it back. An answer counts only while its generation is
/// current. A repeated request gets the next generation, so answers to the old request are stale.
package struct Generation: Hashable, Comparable, Sendable {
  private var number: UInt64

  /// Creates a generation from its number.
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

  /// Advances to the next generation and returns it.
  package mutating func advance() -> Generation {
    number += 1
    return self
  }
}

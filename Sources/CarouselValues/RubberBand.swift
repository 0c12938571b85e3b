/// Rubber-band resistance at an end of the carousel: the further the pull, the less the slide follows.
///
/// The curve is that of Apple's scroll views, `f(x) = (1 − 1/(x·c/d + 1))·d` with c = 0.55. There d is the size of the
/// view; here it is half a page, which `f` approaches but never reaches, so that a pull against an end is never
/// mistaken for a change of pages.
package struct RubberBand: Equatable, Sendable {
  /// The slope of the curve at its start.
  private let elasticity: Double
  private static let limit = 0.5
  /// The greatest offset shown, slightly less than the limit, which keeps `offset(pull:)` invertible.
  package static let furthest = limit - 1e-6

  /// Creates a resistance; by default that of Apple's scroll views.
  package init(elasticity: Double = 0.55) { self.elasticity = elasticity }

  /// Returns the offset that results from a pull, both in pages.
  package func offset(pull: Double) -> Double {
    let distance = abs(pull)
    let yielded = (1 - 1 / (distance * elasticity / Self.limit + 1)) * Self.limit
    return (pull < 0 ? -1 : 1) * min(yielded, Self.furthest)
  }

  /// Returns the pull that results in an offset: the inverse of `offset(pull:)`.
  package func pull(offset: Double) -> Double {
    let shown = min(abs(offset), Self.furthest)
    return (offset < 0 ? -1 : 1) * (1 / (1 - shown / Self.limit) - 1) * Self.limit / elasticity
  }
}

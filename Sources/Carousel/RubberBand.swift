/// How a slide yields to a pull where no other slide follows: ever less, the further it is pulled.
///
/// The curve is the well-known one of Apple's scroll views, `f(x) = (1 − 1/(x·c/d + 1))·d` with c = 0.55; d, there the view's
/// size, is half a page here, which `f` never reaches: what is pulled against an end never passes for having changed pages.
enum RubberBand {
  private static let stiffness = 0.55
  private static let limit = 0.5
  /// What lies between the limit and the furthest that is ever shown, so that `pull` has an inverse.
  private static let margin = 1e-6

  /// How far a slide shows that was pulled by so many pages.
  static func offset(pull: Double) -> Double {
    let distance = abs(pull)
    let yielded = (1 - 1 / (distance * stiffness / limit + 1)) * limit
    return (pull < 0 ? -1 : 1) * min(yielded, limit - margin)
  }

  /// How far a slide must have been pulled that shows so far: the inverse of `offset(pull:)`.
  static func pull(offset: Double) -> Double {
    let shown = min(abs(offset), limit - margin)
    return (offset < 0 ? -1 : 1) * (1 / (1 - shown / limit) - 1) * limit / stiffness
  }
}

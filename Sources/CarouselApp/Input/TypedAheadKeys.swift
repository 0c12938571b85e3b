import CarouselViewing
import Terminal

/// Keys that are typed ahead, before there are slides: `tui --pick pics`, Return, →, Return may all arrive at once.
///
/// A large folder shows its first slide before the others are known. A swipe would have nowhere to go, and Enter after
/// it would act on the wrong slide: from the first such key on, keys wait until there are slides. Keys that leave never
/// wait.
struct TypedAheadKeys: Sendable {
  private var keys: [KeyStroke] = []

  /// The maximum number of keys; later ones are dropped.
  private static let limit = 256

  /// Whether keys about slides must wait for them.
  ///
  /// - Parameter count: the number of slides so far.
  static func mustWait(for count: Int, isComplete: Bool) -> Bool { !isComplete && count < 2 }

  /// Keeps a key, or several in a row, for later; returns false if they must be handled now.
  ///
  /// - Parameters:
  ///   - action: what the keys do; nil if they are not bound.
  ///   - count: the number of slides so far.
  mutating func hold(_ strokes: [KeyStroke], for action: Action?, count: Int, isComplete: Bool) -> Bool {
    guard TypedAheadKeys.mustWait(for: count, isComplete: isComplete) else { return false }
    let isAboutOtherSlides = action.map { $0 == .click ? count == 0 : $0.concernsOtherSlides } ?? false
    guard action?.leaves != true, !keys.isEmpty || isAboutOtherSlides else { return false }
    if keys.count < TypedAheadKeys.limit { keys += strokes }
    return true
  }

  /// Removes and returns the keys, in order.
  mutating func removeAll() -> [KeyStroke] {
    defer { keys = [] }
    return keys
  }
}

extension Action {
  /// Whether it goes to another slide than the current one.
  fileprivate var concernsOtherSlides: Bool { [.previous, .next, .last, .goToSlide].contains(self) }

  /// Whether it leaves the program, the viewer, the grid, or the typing of a number.
  fileprivate var leaves: Bool { [.quit, .back, .cancelDigits].contains(self) }
}

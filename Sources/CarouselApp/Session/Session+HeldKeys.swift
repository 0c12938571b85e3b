import Carousel
import CarouselViewing
import Decks
import Terminal

/// Holds keys that are typed ahead, before there are slides: `tui --pick pics`, Return, →, Return may all arrive at
/// once.
///
/// A large folder shows its first slide before the others are known. A swipe would have nowhere to go, and Enter after
/// it would act on the wrong slide: from the first such key on, keys are held until there are slides. Keys that leave
/// are never held.
extension Session {
  /// The maximum number of held keys; later ones are dropped.
  private static let heldKeyLimit = 256

  /// Whether keys about slides must be held.
  var holdsKeys: Bool { !isDeckComplete && deck.count < 2 }

  /// Holds a key; returns false if it must be handled now.
  mutating func hold(_ key: Key) -> Bool {
    guard holdsKeys else { return false }
    let action = options.keys.action(for: key, in: mode)
    guard action?.leaves != true, !heldKeys.isEmpty || action.map(isAboutOtherSlides) == true else { return false }
    if heldKeys.count < Session.heldKeyLimit { heldKeys.append(key) }
    return true
  }

  /// Handles the held keys, in order.
  mutating func releaseHeldKeys(at now: Timestamp) {
    let keys = heldKeys
    heldKeys = []
    for key in keys { handle(key, at: now) }
  }

  private func isAboutOtherSlides(_ action: Action) -> Bool {
    action == .click ? deck.count == 0 : [.previous, .next, .last, .goToSlide].contains(action)
  }
}

extension Action {
  /// Whether it leaves the program, the viewer, the grid, or the typing of a number.
  fileprivate var leaves: Bool { [.quit, .back, .cancelDigits].contains(self) }
}

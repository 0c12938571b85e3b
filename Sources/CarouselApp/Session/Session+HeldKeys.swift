import Carousel
import Decks
import Terminal

/// Keys that are typed before the slides are there: `tui --pick pics`, Return, →, Return may all be on their way already.
///
/// A large folder shows its first slide before the others are known. A swipe then has nowhere to go, and Enter after it
/// would mean the wrong slide: from the first such key on, keys wait until there are slides. Leaving never waits.
extension Session {
  /// Keys that wait at most; later ones are dropped.
  private static let heldKeyLimit = 256

  /// Whether keys about slides have to wait.
  var holdsKeys: Bool { !isDeckComplete && deck.count < 2 }

  /// Keeps a key for later; false: it is to be handled now.
  mutating func hold(_ key: Key) -> Bool {
    guard holdsKeys else { return false }
    let action = options.keys.action(for: key, in: mode)
    guard action?.leaves != true, !heldKeys.isEmpty || action.map(isAboutOtherSlides) == true else { return false }
    if heldKeys.count < Session.heldKeyLimit { heldKeys.append(key) }
    return true
  }

  /// Handles the keys that waited, in their order.
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
  /// Whether it leaves something: the program, the viewer or a number.
  fileprivate var leaves: Bool { [.quit, .back, .cancelDigits].contains(self) }
}

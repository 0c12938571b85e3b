import Carousel
import Loading
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
    guard holdsKeys, !heldKeys.isEmpty || isAboutOtherSlides(key) else { return false }
    switch key {
    case .control, .escape, .character("q"): return false
    default: break
    }
    if heldKeys.count < Session.heldKeyLimit { heldKeys.append(key) }
    return true
  }

  /// Handles the keys that waited, in their order.
  mutating func releaseHeldKeys(at now: Timestamp) -> [Effect] {
    let keys = heldKeys
    heldKeys = []
    return keys.flatMap { handle(.key($0), at: now) }
  }

  private func isAboutOtherSlides(_ key: Key) -> Bool {
    switch key {
    case .left, .right, .pageUp, .pageDown, .end, .character("h"), .character("l"): true
    case .enter: deck.count == 0 || !digits.isEmpty
    default: false
    }
  }
}

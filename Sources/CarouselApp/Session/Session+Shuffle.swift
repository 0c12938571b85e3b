import Carousel
import Decks

/// `--shuffle`: each round through the slides has another order, and no slide is shown twice across the seam of two rounds.
///
/// Slides that are in view keep their places. So a new round is made in two steps: at rest on the last slide, those before it are
/// shuffled, of which the next round begins with one, but for two, which may be gone back to; and once that round has gone on to its second slide, those that are
/// still to come are shuffled, with the last slide of the old round among them, though not as the next.
extension Session {
  /// Shuffles what is out of view, where the round has come to one of those places.
  mutating func reshuffle(at now: Timestamp) {
    guard deck.isShuffled, isDeckComplete, machine.settings.wraps, deck.count > 2 else { return }
    let frame = machine.frame(at: now)
    guard frame.progress.value == 0, !frame.isMoving, let current = frame.current else { return }
    let last = deck.count - 1
    if current == last, !isRoundPrepared {
      deck.reshuffle(0..<last - min(2, (deck.count - 2) / 2))
      isRoundPrepared = true
    } else if isRoundPrepared, current > 0, current < last {
      deck.reshuffle(current + 1..<deck.count, notFirst: last)
      isRoundPrepared = false
    }
  }
}

import Carousel
import Decks

/// `--shuffle`: each round through the slides has a new order, and no slide is shown twice in a row where two rounds
/// meet.
///
/// Slides in view keep their positions, so a new round is prepared in two steps:
/// - At rest on the last slide, the slides before it, with which the next round begins, are shuffled. Up to two of the
///   nearest are left alone, because the user may go back to them.
/// - Once the new round has reached its second slide, the slides that are still to come are shuffled. They include the
///   last slide of the old round, which does not come next.
extension Session {
  /// Shuffles the slides out of view, if the round has reached one of these two steps.
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

/// What a carousel is doing.
enum Phase: Equatable, Sendable {
  /// The current slide stands still; its dwell counts from `since`.
  ///
  /// Next: `dragging` (a pointer takes hold), `settling` (a swipe, a step, a jump, auto-advance).
  case resting(since: Timestamp)

  /// A pointer holds the slide.
  ///
  /// Next: `settling` (let go, or a key takes over), `resting` (let go exactly on a page, or there is nothing left to hold).
  case dragging(Drag)

  /// The slides move towards a page without a hand.
  ///
  /// Next: `resting` (landed), `dragging` (caught), `settling` (retargeted).
  case settling(Settling)
}

/// A pointer's hold on a slide.
struct Drag: Equatable, Sendable {
  /// Where the pull of the pointer counts from, in pages from the current slide.
  var origin: Double
  /// How far the pointer has moved from where it took hold, in pages, > 0 towards the next slide.
  var pull: Double = 0

  /// Where the slides would be if no end held them back, in pages from the current slide.
  var unbound: Double { origin + pull }
}

/// A motion on its way.
struct Settling: Equatable, Sendable {
  /// The motion, in pages from the slide that was current when it began.
  let motion: Motion
  /// How many pages it has passed, < 0 backward: the current slide is so far from where the motion's pages are counted.
  var passed = 0

  /// How many pages are left to its destination, from the current slide.
  var remaining: Int { motion.to - passed }
}

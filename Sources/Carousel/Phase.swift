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

  /// The slides move by themselves towards a page.
  ///
  /// Next: `resting` (landed), `dragging` (caught), `settling` (retargeted).
  case settling(Transition)
}

/// A pointer's hold on a slide.
struct Drag: Equatable, Sendable {
  /// Where the pull of the pointer counts from, in pages from the current slide.
  var origin: Double
  /// How far the pointer has moved from where it took hold, in pages, > 0 towards the next slide.
  var pull: Double = 0
  /// How the change is drawn.
  let drawing: ChangeMode.Drawing

  /// Where the slides would be if no end held them back, in pages from the current slide.
  var unbound: Double { origin + pull }
}

/// A motion on its way.
struct Transition: Equatable, Sendable {
  /// The motion, in pages from the slide that was current when it began.
  let motion: Motion
  /// How many pages it has passed, < 0 backward: the current slide is so far from where the motion's pages are counted.
  var passed = 0
  /// How the change is drawn. A mode that is set on the way waits for the next change: nothing jumps.
  let drawing: ChangeMode.Drawing

  /// How many pages are left to its destination, from the current slide.
  var remaining: Int { motion.to - passed }
}

import CarouselValues

/// The phase of a carousel.
enum Phase: Equatable, Sendable {
  /// The current slide is at rest; its dwell counts from `since`.
  ///
  /// Next: `dragging` (grabbed by a pointer), `settling` (a swipe, a step, a jump, auto-advance).
  case resting(since: Timestamp)

  /// A pointer holds the slide.
  ///
  /// Next: `settling` (released, or overridden by a key), `resting` (released exactly on a page, or there is no slide
  /// left to hold).
  case dragging(Drag)

  /// The slides move towards a page without a pointer holding them.
  ///
  /// Next: `resting` (arrived), `dragging` (grabbed), `settling` (redirected).
  case settling(Settling)

  /// Returns the phase with its pages counted from another one.
  func moved(by pages: Int) -> Phase {
    switch self {
    case .resting: return self
    case .dragging(var drag):
      drag.origin -= Double(pages)
      return .dragging(drag)
    case .settling(var settling):
      settling.passed += pages
      return .settling(settling)
    }
  }
}

/// A drag of the slides by a pointer.
struct Drag: Equatable, Sendable {
  /// The offset at which the pull is zero, in pages from the current slide.
  var origin: Double
  /// How far beyond an end the slides were when they were grabbed, in pages. Without bouncing, they can be pulled as far
  /// but no further.
  var slack: Double = 0
  /// The pointer's distance from where it grabbed the slides, in pages, > 0 towards the next slide.
  var pull: Double = 0

  /// The offset without resistance at the ends, in pages from the current slide.
  var unbound: Double { origin + pull }
}

/// A motion under way.
struct Settling: Equatable, Sendable {
  /// The motion, in pages from the slide that was current when it began.
  let motion: Motion
  /// The number of pages passed, < 0 backward: the position of the current slide in the pages of `motion`.
  var passed = 0

  /// Returns when the motion passes the next page in a direction, to the nanosecond, if it has passed it by `now`.
  func passing(_ direction: Direction, by now: Timestamp) -> Timestamp {
    let elapsed = max(0, motion.start.duration(to: min(now, motion.end)).inSeconds)
    var (before, after) = (Int64(0), Int64(min(elapsed * 1e9, 1e18).roundedUp))
    while after - before > 1 {
      let middle = before + (after - before) / 2
      let position = motion.position(at: motion.start.advanced(by: .nanoseconds(middle)))
      if (position - Double(passed)) * direction.sign >= 1 { after = middle } else { before = middle }
    }
    return motion.start.advanced(by: .nanoseconds(after))
  }

  /// The number of pages from the current slide to the destination.
  var remaining: Int { motion.to - passed }
}

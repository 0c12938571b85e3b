import CarouselValues

enum Phase: Equatable, Sendable {
  /// The current slide is at rest; its dwell counts from `since`.
  /// Next: `dragging` (grabbed by a pointer), `settling` (a swipe, a step, a jump, auto-advance).
  case resting(since: Timestamp)

  /// A pointer holds the slide.
  /// Next: `settling` (released, or overridden by a key), `resting` (released exactly on a page, or no slide is left).
  case dragging(Drag)

  /// The slides move towards a page without a pointer holding them.
  /// Next: `resting` (arrived), `dragging` (grabbed), `settling` (redirected).
  case settling(Settling)

  /// The slides scroll along the view, without a page as destination.
  /// Next: `floating` or `resting` (arrived), `dragging` (grabbed), `settling` (a move, a jump).
  indirect case scrolling(Scroll)

  /// The slides are at rest between two pages, a pull away from the current one, where scrolling has ended; their dwell
  /// counts from `since`. Next: as after `resting`.
  case floating(pull: Double, since: Timestamp)

  /// Returns the phase with its pages counted from another one.
  func moved(by pages: Int) -> Phase {
    switch self {
    case .resting, .scrolling, .floating: return self
    case .dragging(var drag):
      drag.origin -= Double(pages)
      return .dragging(drag)
    case .settling(var settling):
      settling.passed += pages
      return .settling(settling)
    }
  }
}

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
    motion.passing(Double(passed + direction.page), direction, by: now) { motion.position(at: $0) }
  }

  /// The number of pages from the current slide to the destination.
  var remaining: Int { Int(motion.to) - passed }
}

struct Scroll: Equatable, Sendable {
  /// The motion, as a pull from the slide that was current when it began.
  let motion: Motion
  /// The number of pages from the current slide to the one nearest to the end.
  var page: Int
  let isTicker: Bool
  /// The pull that leads to the current slide.
  var passed = 0.0

  /// Returns the pull from the current slide.
  func pull(at now: Timestamp) -> Double { position(at: now) - passed }

  /// Returns the pull from the slide that was current when the scroll began. A ticker's velocity is constant.
  func position(at now: Timestamp) -> Double {
    guard isTicker, now < motion.end else { return motion.position(at: now) }
    return motion.from + motion.velocity * max(0, motion.start.duration(to: now).inSeconds)
  }

  func velocity(at now: Timestamp) -> Double {
    isTicker && now < motion.end ? motion.velocity : motion.velocity(at: now)
  }

  /// The pull from the current slide at the end.
  var end: Double { motion.to - passed }

  /// Returns when the scroll passes the next slide in a direction, a pull away, if it has passed it by `now`.
  func passing(_ direction: Direction, _ way: Double, by now: Timestamp) -> Timestamp {
    motion.passing(passed + way, direction, by: now, position)
  }

  /// Counts from the next slide in a direction.
  mutating func pass(_ direction: Direction, _ way: Double) {
    passed += way
    if !isTicker { page -= direction.page }
  }
}

extension Motion {
  /// Returns when the motion passes a position in a direction, to the nanosecond, if it has passed it by `now`.
  fileprivate func passing(
    _ mark: Double, _ direction: Direction, by now: Timestamp, _ position: (Timestamp) -> Double
  ) -> Timestamp {
    let elapsed = max(0, start.duration(to: min(now, end)).inSeconds)
    var (before, after) = (Int64(0), Int64(min(elapsed * 1e9, 1e18).roundedUp))
    while after - before > 1 {
      let middle = before + (after - before) / 2
      if (position(start.advanced(by: .nanoseconds(middle))) - mark) * direction.sign >= 0 {
        after = middle
      } else {
        before = middle
      }
    }
    return start.advanced(by: .nanoseconds(after))
  }
}

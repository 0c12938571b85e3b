import Carousel
import CarouselValues

// Plays the touches of a finger to a carousel and to the rules of a UIScrollView, without a screen, and compares their
// offsets. Each line of the output is a trace with the bound of its differences.
//
// The rules of a UIScrollView, as far as they are public:
// - The content follows the finger. A catch takes it where it is.
// - Beyond an end, a pull of x shows (1 − 1 / (0.55 x / d + 1)) d. UIKit's d is the view's length; that of the carousel
//   is half a page, so that a pull never looks like a change of pages.
// - A velocity decays by `decelerationRate` in each millisecond: 0.998 (`.normal`) or 0.99 (`.fast`).
// - So a throw ends (v / 1000) · rate / (1 − rate) further on: `project` in session 803 of WWDC 2018, "Designing Fluid
//   Interfaces". With pages, a host rounds that to a page in `scrollViewWillEndDragging(_:withVelocity:targetContentOffset:)`.
// The curve on which UIKit then goes to that page is not public. What can be checked of it: it begins at the velocity of
// the finger, and never turns back.

/// Velocities are in pages a second, lengths in pages.
enum ScrollView {
  static let fast = 0.99
  static let normal = 0.998

  static func projection(of velocity: Double, rate: Double) -> Double { velocity / 1000 * rate / (1 - rate) }

  static func rubberBand(_ pull: Double, dimension: Double) -> Double {
    (1 - 1 / (pull * 0.55 / dimension + 1)) * dimension
  }

  /// The page of a throw: the nearest to its projection, at least the next one from a page a second on.
  static func page(from offset: Double, velocity: Double, rate: Double) -> Double {
    let nearest = (offset + projection(of: velocity, rate: rate)).rounded()
    if abs(velocity) < 1 { return offset.rounded() }
    return velocity > 0 ? max(nearest, offset.rounded(.down) + 1) : min(nearest, offset.rounded(.up) - 1)
  }
}

/// A carousel of a hundred pages, and a finger.
struct Finger {
  private(set) var carousel: CarouselMachine
  private(set) var now = Timestamp.zero

  init(start: Int = 50) {
    // A throw covers half of what its velocity would cover in the duration: as far as `.fast` projects.
    let duration = Duration.seconds(2 * ScrollView.projection(of: 1, rate: ScrollView.fast))
    let settings = CarouselMachine.Settings(
      interval: nil, wraps: false, transition: TransitionSettings(.slide, userDuration: duration),
      drag: .init(maximumPages: 1000))
    carousel = CarouselMachine(count: 100, start: start, settings: settings)
  }

  /// The offset since the beginning, in pages.
  var offset: Double { carousel.frame(at: now).position }

  var velocity: Double { carousel.frame(at: now).velocity }

  mutating func send(_ event: CarouselMachine.Event) { carousel.handle(event, at: now) }

  mutating func wait(milliseconds: Double = 1) {
    now = now.advanced(by: .milliseconds(milliseconds))
    send(.tick)
  }
}

func report(_ trace: String, _ difference: Double, atMost bound: Double) {
  print("\(trace): \(difference <= bound ? "within \(bound) pages" : "\(difference) pages, NOT within \(bound)")")
}

/// Drags back and forth by up to two pages.
func drag() {
  var (finger, worst) = (Finger(), 0.0)
  finger.send(.grab)
  for step in 0...400 {
    let pull = Double(step < 200 ? step : 400 - step) / 100
    finger.send(.drag(to: pull))
    worst = max(worst, abs(finger.offset - pull))
    finger.wait()
  }
  report("drag", worst, atMost: 1e-9)
}

/// Pulls beyond the first page.
func pull() {
  var (finger, worst) = (Finger(start: 0), 0.0)
  finger.send(.grab)
  for step in 0...300 {
    finger.send(.drag(to: -Double(step) / 100))
    worst = max(worst, abs(finger.offset + ScrollView.rubberBand(Double(step) / 100, dimension: 0.5)))
    finger.wait()
  }
  report("pull beyond an end", worst, atMost: 1e-5)
}

/// Throws from several offsets at several velocities.
func fling() {
  var (target, leap, turn, count) = (0.0, 0.0, 0.0, 0)
  for offset in stride(from: -0.9, through: 0.9, by: 0.3) {
    for velocity in [-60, -25, -12, -6, -3, -1.5, 1.5, 3, 6, 12, 25, 60] as [Double] {
      var finger = Finger()
      finger.send(.grab)
      finger.send(.drag(to: offset))
      finger.send(.release(velocity: velocity))
      leap = max(leap, abs(finger.offset - offset), abs(finger.velocity - velocity))
      for _ in 0..<200 {
        let before = finger.offset
        finger.wait()
        turn = max(turn, velocity > 0 ? before - finger.offset : finger.offset - before)
      }
      let page = ScrollView.page(from: offset, velocity: velocity, rate: ScrollView.fast)
      target = max(target, abs(finger.offset - page))
      count += 1
    }
  }
  report("\(count) flings, where they end", target, atMost: 1e-9)
  report("\(count) flings, offset and velocity at the release", leap, atMost: 1e-9)
  report("\(count) flings, back on their way", turn, atMost: 1e-9)
}

/// Catches a throw after each tenth of its time, and drags on from there.
func catchThrow() {
  var worst = 0.0
  for time in stride(from: 0.0, through: 180, by: 18) {
    var finger = Finger()
    finger.send(.grab)
    finger.send(.drag(to: 0.2))
    finger.send(.release(velocity: 20))
    finger.wait(milliseconds: time)
    let caught = finger.offset
    finger.send(.grab)
    for step in 0...50 {
      finger.send(.drag(to: -Double(step) / 50))
      worst = max(worst, abs(finger.offset - (caught - Double(step) / 50)))
      finger.wait()
    }
  }
  report("catch", worst, atMost: 1e-9)
}

/// Scrolls freely: the host lets the velocity decay and drags by it, as a UIScrollView without pages does.
func decelerate() {
  var (finger, worst) = (Finger(), 0.0)
  var (place, velocity) = (0.0, 14.0)
  finger.send(.grab)
  while velocity > 0.01 {
    velocity *= ScrollView.normal
    place += velocity / 1000
    finger.send(.drag(to: place))
    worst = max(worst, abs(finger.offset - place))
    finger.wait()
  }
  report("free scrolling", worst, atMost: 1e-9)
  report("where it ends", abs(place - ScrollView.projection(of: 14, rate: ScrollView.normal)), atMost: 0.01)
}

drag()
pull()
fling()
catchThrow()
decelerate()

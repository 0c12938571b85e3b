import Carousel
import CarouselValues
import TestSupport

/// Random events for a carousel, mostly sensible ones.
struct RandomEvents {
  var numbers: SplitMix64

  init(seed: UInt64) { numbers = SplitMix64(seed: seed) }

  /// The same number where `Int` has 32 bits.
  mutating func int(_ range: ClosedRange<Int>) -> Int {
    Int(Int64.random(in: Int64(range.lowerBound)...Int64(range.upperBound), using: &numbers))
  }

  mutating func double(_ range: ClosedRange<Double>) -> Double { .random(in: range, using: &numbers) }

  mutating func chance(_ percent: Int) -> Bool { int(1...100) <= percent }

  /// The time until the next event, in microseconds: mostly within a motion, sometimes within a dwell.
  mutating func gap() -> Int {
    switch int(1...100) {
    case ...10: 0
    case ...75: int(1...250_000)
    case ...97: int(250_000...1_900_000)
    default: int(1_900_000...9_000_000)
    }
  }

  mutating func settings() -> CarouselMachine.Settings {
    CarouselMachine.Settings(
      interval: chance(30) ? nil : .milliseconds(int(0...6000)), heading: chance(70) ? .forward : .backward,
      wraps: chance(60), transition: mode(), layout: layout(), slides: slides())
  }

  /// Mostly none, otherwise some slides' own settings.
  mutating func slides() -> [Int: CarouselMachine.SlideSettings] {
    guard chance(25) else { return [:] }
    var slides: [Int: CarouselMachine.SlideSettings] = [:]
    for _ in 0..<int(1...6) {
      slides[int(-1...12)] = CarouselMachine.SlideSettings(
        dwell: chance(20) ? nil : chance(30) ? .unlimited : .lasting(.milliseconds(int(0...6000))),
        transition: chance(40) ? nil : mode())
    }
    return slides
  }

  mutating func mode() -> TransitionSettings {
    if chance(20) { return .none }
    if chance(50) { return .slide }
    return TransitionSettings(
      transitions[int(0...transitions.count - 1)], automaticDuration: .seconds(1),
      drift: chance(20) ? Drift(frameInterval: .milliseconds(int(1...40))) : nil)
  }

  /// Mostly the default layout, otherwise one with neighbors in view.
  mutating func layout() -> CarouselMachine.Layout {
    if chance(70) { return CarouselMachine.Layout() }
    return CarouselMachine.Layout(
      axis: chance(50) ? .horizontal : .vertical, isMirrored: chance(30), pageLength: double(0.2...1),
      spacing: chance(50) ? 0 : double(0...0.2), neighbors: int(0...4))
  }

  private let transitions: [SlideTransition] = [.slide, .fade, .push, .stack, .depth, .coverFlow, .curl]

  /// Mostly none, otherwise one that is slower or faster than the transitions'.
  private mutating func timing() -> MotionTiming? {
    chance(50) ? nil : .init(.milliseconds(int(-1...8) * 100), chance(50) ? .easeOut : .easeInOut)
  }

  mutating func count() -> Int { chance(70) ? int(2...12) : int(0...3) }

  /// Nonsensical places.
  private mutating func places() -> [Int: Int] {
    var places: [Int: Int] = [:]
    for _ in 0..<int(1...12) { places[int(0...12)] = int(-1...12) }
    return places
  }

  private mutating func reload() -> Reload {
    let count = count()
    var reload = Reload(count: count, newIndices: chance(30) ? [:] : places())
    if count % 3 == 2 { reload.timing = MotionTiming(.milliseconds(count / 3 * 200), .easeOut) }
    return reload
  }

  mutating func reason() -> PauseReason { [.user, .drag, .playback, .hidden, "viewer", "menu"][int(0...5)] }

  mutating func event(count: Int, reloads: Bool = true) -> CarouselMachine.Event {
    switch int(1...100) {
    case ...20: .move(by: chance(95) ? int(-2...2) : int(-20...20), holding: .milliseconds(chance(80) ? 400 : 0))
    case ...30: .move(by: int(-3...3), cause: .program, timing: reloads ? timing() : nil)
    case ...42: .jump(to: int(-1...max(count, 1)), animated: chance(90))
    case ...52: .grab
    case ...72: .drag(to: chance(95) ? double(-1.5...1.5) : [.nan, .infinity, -1e18, 1e18][int(0...3)])
    case ...80: .release(velocity: chance(90) ? double(-5...5) : [.nan, .infinity, 0, -1e18][int(0...3)])
    case ...84: .pause(reason())
    case ...88: .resume(reason())
    case ...91: .configure(settings())
    case ...93: .advanceAutomatically
    case ...95 where reloads:
      .reload(reload(), slides: slides())
    default: .tick
    }
  }
}

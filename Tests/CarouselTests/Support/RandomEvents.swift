import Carousel

/// Random things to happen to a carousel, sensible ones mostly.
struct RandomEvents {
  var numbers: SplitMix64

  init(seed: UInt64) { numbers = SplitMix64(seed: seed) }

  mutating func int(_ range: ClosedRange<Int>) -> Int { .random(in: range, using: &numbers) }

  mutating func double(_ range: ClosedRange<Double>) -> Double { .random(in: range, using: &numbers) }

  mutating func chance(_ percent: Int) -> Bool { int(1...100) <= percent }

  /// Time that passes before the next event, in microseconds: within a motion mostly, at times within a dwell.
  mutating func gap() -> Int {
    switch int(1...100) {
    case ...10: 0
    case ...75: int(1...250_000)
    case ...97: int(250_000...1_900_000)
    default: int(1_900_000...9_000_000)
    }
  }

  mutating func settings() -> Settings {
    Settings(
      interval: chance(30) ? nil : .milliseconds(int(0...6000)), wraps: chance(60),
      mode: ChangeMode.all[int(1...10) > 2 ? int(0...1) : 2], keyReleaseDelay: .milliseconds(chance(80) ? 400 : 0))
  }

  mutating func count() -> Int { chance(70) ? int(2...12) : int(0...3) }

  mutating func reason() -> PauseReason { PauseReason.allCases[int(0...5)] }

  mutating func event(count: Int) -> CarouselMachine.Event {
    switch int(1...100) {
    case ...20: .swipe(by: chance(95) ? int(-2...2) : int(-20...20))
    case ...30: .step(int(-3...3))
    case ...42: .jump(to: int(-1...max(count, 1)))
    case ...52: .dragBegan
    case ...72: .dragMoved(to: chance(95) ? double(-1.5...1.5) : [.nan, .infinity, -1e18, 1e18][int(0...3)])
    case ...80: .dragEnded(velocity: chance(90) ? double(-5...5) : [.nan, .infinity, 0, -1e18][int(0...3)])
    case ...84: .pause(reason())
    case ...88: .resume(reason())
    case ...91: .settingsChanged(settings())
    case ...93: .advance
    case ...95:
      .reload(count: self.count(), current: chance(70) ? int(0...12) : nil)
    default: .tick
    }
  }
}

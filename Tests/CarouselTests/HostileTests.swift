import Carousel
import CarouselValues
import TestSupport
import Testing

/// Any number in any event is safe, and takes a bounded amount of work.
struct HostileTests {
  @Test func `swipes by Int.max and Int.min wrap around, in every mode`() {
    for mode in [TransitionSettings.slide, .fade, .none] {
      var script = Script(5, CarouselMachine.Settings(interval: nil, transition: mode))
      // 2⁶³ − 1 is two more than a multiple of five, −2⁶³ three less.
      expect(script.shown(at: 0, .move(by: .max, cause: .program)) + script.shown(at: 300), equals: [1, 2])
      expect(script.shown(at: 400, .move(by: .min, cause: .program)) + script.shown(at: 700), equals: [1, 0, 4])
    }
  }

  @Test func `swipes by Int.max and Int.min stop at the ends without wrap`() {
    for mode in [TransitionSettings.slide, .fade, .none] {
      var script = Script(5, start: 1, CarouselMachine.Settings(interval: nil, wraps: false, transition: mode))
      expect(script.shown(at: 0, .move(by: .max, cause: .program)) + script.shown(at: 300), equals: [2, 3, 4])
      expect(script.shown(at: 400, .move(by: .min, cause: .program)) + script.shown(at: 700), equals: [3, 2, 1, 0])
    }
  }

  @Test func `a motion of more than a thousand pages becomes a jump`() {
    for settings in [CarouselMachine.Settings.still, .ended] {
      var script = Script(5_000_000, start: 10, settings)
      script.at(0, .move(by: 2_000_000, cause: .program))
      expect(script.frame(150).next, equals: 2_000_010)
      #expect(isClose(script.offset(150), 0.75))
      script.at(200, .move(by: 2_000_000, cause: .program))
      expect(script.shown(at: 500), equals: [2_000_010, 4_000_010])
    }
  }

  @Test func `NaN and infinite drags do nothing, and huge drags and velocities are bounded`() {
    for settings in [CarouselMachine.Settings.still, .ended] {
      var script = Script(5, settings)
      script.at(0, .grab)
      script.at(0, .drag(to: 0.25))
      for pull in [Double.nan, .infinity, -.infinity, .signalingNaN] {
        expect(script.at(0, .drag(to: pull)), equals: [])
        expect(script.offset(0), equals: 0.25)
      }
      for pull in [1e300, -1e300, Double.leastNonzeroMagnitude, Double.greatestFiniteMagnitude] {
        script.at(0, .drag(to: pull))
        #expect(abs(script.offset(0)) < 1)
      }
      for velocity in [Double.nan, .infinity, -.infinity, 1e300] {
        script.at(0, .grab)
        script.at(0, .release(velocity: velocity))
        for time in 0...300 { #expect(abs(script.offset(time)) < 1) }
        script.at(1000, .tick)
        expect(script.offset(1000), equals: 0)
      }
    }
  }

  @Test func `negative and huge durations in settings are harmless`() {
    let backward = TransitionSettings(
      .slide, userDuration: .seconds(-1), automaticDuration: .seconds(-1))
    var script = Script(
      5,
      CarouselMachine.Settings(
        interval: .seconds(-5), minimumInterval: .seconds(-9), transition: backward))
    expect(script.wake(0), equals: nil)
    expect(script.shown(at: 0, .move(by: 2, holding: .seconds(-1))), equals: [1, 2])
    expect(script.machine.pauseReasons, equals: [])
    let endless = Script(5, CarouselMachine.Settings(interval: .seconds(Int64.max)))
    #expect(endless.frame(1000).countdown ?? 1 < 1e-9)
  }

  @Test func `a motion of one nanosecond still completes`() {
    let brief = TransitionSettings(
      .slide, userDuration: .nanoseconds(1), automaticDuration: .nanoseconds(1))
    var script = Script(5, CarouselMachine.Settings(interval: nil, transition: brief))
    script.at(0, .move(by: 1, cause: .program))
    script.at(0, .move(by: 1, cause: .program))
    expect(script.shown(at: 1), equals: [1, 2])
  }

  /// Quotients and `Duration.seconds(Double)` can result in durations of more seconds than `Int64` holds.
  @Test func `timestamps and durations beyond Int64 seconds are safe`() {
    let ages = Duration.seconds(1.6e20)
    let slow = TransitionSettings(
      .slide, userDuration: ages, automaticDuration: ages)
    for start in [Timestamp(ages), Timestamp(.zero - ages), .zero] {
      var machine = CarouselMachine(
        count: 5, settings: CarouselMachine.Settings(interval: ages, minimumInterval: ages, transition: slow),
        at: start)
      for moment in [start, .seconds(1e19), Timestamp(ages)] {
        #expect(machine.frame(at: moment).current != nil)
        #expect(abs(machine.frame(at: moment).progress.value) < 1)
        machine.handle(.move(by: 1, holding: ages), at: moment)
        machine.handle(.grab, at: moment)
        machine.handle(.release(velocity: -2), at: moment)
        #expect(machine.nextWake(after: moment) != .never)
      }
    }
  }
}

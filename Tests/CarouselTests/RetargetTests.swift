import Carousel
import CarouselValues
import TestSupport
import Testing

/// A retargeted motion continues from its position with its velocity.
struct RetargetTests {
  @Test func `a fast release near the page keeps its velocity and arrives sooner`() {
    var script = Script(5)
    script.at(0, .grab)
    script.at(0, .drag(to: 0.9))
    script.at(0, .release(velocity: 5))
    #expect(isClose(script.frame(0).velocity, 5))
    // Three times the distance over the velocity: 60 ms instead of 300.
    #expect(script.frame(59).isMoving)
    expect(script.shown(at: 60), equals: [1])
  }

  @Test func `a reversed step keeps its velocity at first and returns to its slide`() {
    var script = Script(5)
    script.at(0, .move(by: 1, cause: .program))
    script.at(75, .move(by: -1, cause: .program))
    #expect(isClose(script.frame(75).velocity, 5))
    #expect(script.offset(80) > script.offset(75))
    expect(script.current(375), equals: 0)
  }

  /// The case that was measured: from 47 pages a second down to 4.
  @Test func `cutting a long motion short keeps its position and does not speed it up`() {
    var script = Script(100)
    script.at(0, .move(by: 8, cause: .program))
    let before = script.frame(20)
    #expect(before.velocity > 40)
    script.at(20, .move(by: -7, cause: .program))
    // The motion turns back between the first and the second slide, or continues to the second.
    let after = script.frame(20)
    #expect(after.velocity == before.velocity || after.velocity <= before.velocity)
    #expect(isClose(before.progress.value, after.progress.value))
  }

  @Test(arguments: Soak.seeds(30))
  func `position and velocity are continuous at every retarget`(_ seed: Int) {
    var events = RandomEvents(seed: 90_000 &+ UInt64(seed))
    let duration = Duration.milliseconds(events.int(20...1500))
    let mode = TransitionSettings(.slide, userDuration: duration, automaticDuration: duration)
    var machine = CarouselMachine(
      count: 4000, start: 2000, settings: CarouselMachine.Settings(interval: nil, wraps: false, transition: mode))
    var now = 0
    for _ in 0..<150 {
      now += events.int(0...60_000)
      let moment = Timestamp(.microseconds(now))
      machine.handle(.tick, at: moment)
      let before = machine.frame(at: moment)
      let thrown = events.double(-150...150)
      let event: CarouselMachine.Event =
        switch events.int(1...10) {
        case ...7: .move(by: events.int(-4...4), cause: .program)
        case ...8: .grab
        case 9: .drag(to: events.double(-0.9...0.9))
        default: .release(velocity: thrown)
        }
      machine.handle(event, at: moment)
      let after = machine.frame(at: moment)
      if case .drag = event { continue }
      func position(_ frame: CarouselMachine.Frame) -> Double { Double(frame.current ?? 0) + frame.progress.value }
      #expect(isClose(position(before), position(after), within: 1e-9), "seed \(seed): \(event)")
      var velocity = before.velocity
      if case .release = event, machine.pauseReasons.isEmpty, !before.isMoving {
        velocity = max(-100, min(thrown, 100))
        if !after.isMoving || before.progress.value == 0 { continue }
      }
      // A release from rest is a flick, and a held slide has no velocity.
      guard after.isMoving, velocity != 0 else { continue }
      let kept = isClose(after.velocity, velocity, within: 1e-6 * max(1, abs(velocity)))
      // A motion may be braked only if it leads away from the destination, and never reverses at once.
      let isBraked = after.velocity * velocity >= 0 && abs(after.velocity) <= abs(velocity)
      let leadsAway = (Double(after.destination ?? 0) - position(after)) * velocity <= 0
      #expect(kept || (isBraked && leadsAway), "seed \(seed): \(event), \(velocity) to \(after.velocity)")
    }
  }
}

import Carousel
import TestSupport
import Testing

/// Arrow keys hold the slide until none has been pressed for a while.
struct KeyDragTests {
  @Test func `a key press begins a drag that ends 400 ms after the last press`() {
    var script = Script(9, CarouselMachine.Settings())
    script.at(1000, .key(1))
    expect(script.machine.pauseReasons, equals: [.drag])
    expect(script.shown(at: 1300), equals: [1])
    expect(script.wake(1300), equals: 1400)
    script.at(1399, .key(1))
    expect(script.shown(at: 1700), equals: [2])
    expect(script.wake(1700), equals: 1799)
    script.at(1798, .tick)
    expect(script.machine.pauseReasons, equals: [.drag])
    script.at(1799, .tick)
    expect(script.machine.pauseReasons, equals: [])
    expect(script.wake(1799), equals: 6799)
  }

  @Test func `auto-repeat swipes once per key press and loses none`() {
    var script = Script(100)
    var shown: [Int] = []
    for time in stride(from: 0, through: 990, by: 33) { shown += script.shown(at: time, .key(1)) }
    shown += script.shown(at: 2000)
    expect(shown, equals: Array(1...31))
  }

  @Test func `a full interval begins when the keys are released, even if a late tick notices it`() {
    var script = Script(9, CarouselMachine.Settings())
    script.at(0, .key(1))
    script.at(3000, .tick)
    expect(script.wake(3000), equals: 5400)
  }

  @Test func `after a change slower than the key hold, the dwell starts when it lands`() {
    let slow = TransitionSettings(
      .slide, userDuration: .seconds(1), automaticDuration: .seconds(1))
    var script = Script(9, CarouselMachine.Settings(transition: slow))
    script.at(0, .key(1))
    expect(script.wake(500), equals: 500)
    script.at(1200, .tick)
    expect(script.machine.pauseReasons, equals: [])
    expect(script.wake(1200), equals: 6000)
  }

  @Test func `a step does not pause auto-advance`() {
    var script = Script(9, CarouselMachine.Settings())
    script.at(0, .move(by: 1, cause: .program))
    expect(script.machine.pauseReasons, equals: [])
    script.at(300, .tick)
    expect(script.wake(300), equals: 5300)
  }

  @Test func `a swipe without a holding time does not pause auto-advance`() {
    var script = Script(9, CarouselMachine.Settings())
    script.at(0, .move(by: 1))
    expect(script.machine.pauseReasons, equals: [])
  }

  @Test func `released keys leave other pause reasons in place`() {
    var script = Script(9, CarouselMachine.Settings())
    script.at(0, .key(1))
    script.at(100, .pause(.user))
    script.at(1000, .tick)
    expect(script.machine.pauseReasons, equals: [.user])
    expect(script.wake(1000), equals: nil)
  }

  @Test func `a pointer's drag outlasts the key hold`() {
    var script = Script(9)
    script.at(0, .key(1))
    script.at(100, .grab)
    script.at(1000, .tick)
    expect(script.machine.pauseReasons, equals: [.drag])
    script.at(1100, .release(velocity: 0))
    expect(script.machine.pauseReasons, equals: [])
  }
}

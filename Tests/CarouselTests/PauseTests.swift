import Carousel
import TestSupport
import Testing

/// Auto-advance: when its dwell starts, and what pauses it.
struct PauseTests {
  @Test func `a slide dwells for the interval, then auto-advance shows the next one`() {
    var script = Script(5, CarouselMachine.Settings())
    expect(script.wake(0), equals: 5000)
    expect(script.frame(2500).countdown, equals: 0.5)
    #expect(!script.frame(4999).isMoving)
    #expect(script.frame(5000).isMoving)
    expect(script.at(5000, .tick), equals: [])
    expect(script.wake(5000), equals: 5000)
    #expect(isClose(script.at(5150, .tick), [.progress(0.5)]))
    expect(script.frame(5150).countdown, equals: nil)
    expect(script.shown(at: 5300), equals: [1])
  }

  @Test func `automatic motion eases in and out`() {
    var script = Script(5, CarouselMachine.Settings())
    script.at(5000, .tick)
    #expect(isClose(script.offset(5075), 0.15625))
    #expect(isClose(script.offset(5225), 0.84375))
  }

  @Test func `the dwell counts from the landing, even if a late tick notices it`() {
    var script = Script(5, CarouselMachine.Settings())
    script.at(5000, .tick)
    script.at(5900, .tick)
    expect(script.wake(5900), equals: 10_300)
    #expect(isClose(script.frame(5900).countdown ?? -1, 0.12))
  }

  @Test func `an interval below the minimum is raised to it`() {
    expect(Script(5, CarouselMachine.Settings(interval: .milliseconds(10))).wake(0), equals: 2000)
    expect(
      Script(5, CarouselMachine.Settings(interval: .seconds(1), minimumInterval: .seconds(3))).wake(0), equals: 3000)
    expect(Script(5, CarouselMachine.Settings(interval: .zero, minimumInterval: .zero)).wake(0), equals: nil)
    expect(CarouselMachine.Settings(interval: .seconds(1)).effectiveInterval, equals: .seconds(2))
    expect(CarouselMachine.Settings(interval: nil).effectiveInterval, equals: nil)
  }

  @Test func `without an interval there is no auto-advance`() {
    let script = Script(5, CarouselMachine.Settings(interval: nil))
    expect(script.wake(0), equals: nil)
    expect(script.frame(100_000).current, equals: 0)
    expect(script.frame(100_000).countdown, equals: nil)
  }

  @Test func `an advance event starts an automatic change unless something pauses`() {
    var script = Script(5, CarouselMachine.Settings(transition: .fade))
    script.at(1000, .pause(.playback))
    script.at(9000, .advanceAutomatically)
    #expect(!script.frame(9000).isMoving)
    script.at(9000, .resume(.playback))
    script.at(9000, .advanceAutomatically)
    #expect(script.frame(9000).isMoving)
    expect(script.shown(at: 10_200), equals: [1])
    script.at(11_000, .pause(.user))
    script.at(11_000, .advanceAutomatically)
    #expect(!script.frame(11_000).isMoving)
  }

  @Test func `without wrap, an advance event turns back at the last slide`() {
    var script = Script(2, CarouselMachine.Settings(interval: nil, wraps: false))
    script.at(0, .advanceAutomatically)
    expect(script.shown(at: 300), equals: [1])
    script.at(1000, .advanceAutomatically)
    expect(script.shown(at: 1300), equals: [0])
  }

  @Test(arguments: [PauseReason.user, .drag, .playback, .hidden, "menu"])
  func `any pause reason stops auto-advance, and its removal starts a full interval`(_ reason: PauseReason) {
    var script = Script(5, CarouselMachine.Settings())
    script.at(4000, .pause(reason))
    expect(script.machine.pauseReasons, equals: [reason])
    expect(script.wake(4000), equals: nil)
    expect(script.frame(60_000).current, equals: 0)
    expect(script.frame(60_000).countdown, equals: nil)
    script.at(60_000, .resume(reason))
    expect(script.wake(60_000), equals: 65_000)
    expect(script.frame(60_000).countdown, equals: 0)
  }

  @Test func `auto-advance resumes only when the last pause reason is removed`() {
    var script = Script(5, CarouselMachine.Settings())
    script.at(1000, .pause("viewer"))
    script.at(2000, .pause(.hidden))
    script.at(3000, .pause("viewer"))
    script.at(4000, .resume("viewer"))
    expect(script.wake(4000), equals: nil)
    script.at(9000, .resume(.hidden))
    expect(script.wake(9000), equals: 14_000)
  }

  @Test func `resuming for an absent reason leaves the dwell unchanged`() {
    var script = Script(5, CarouselMachine.Settings())
    script.at(3000, .resume("zoom"))
    expect(script.wake(3000), equals: 5000)
  }

  @Test func `only the user clears a user pause`() {
    var script = Script(5, CarouselMachine.Settings())
    script.at(0, .pause(.user))
    script.at(100, .move(by: 1))
    script.at(1000, .grab)
    script.at(1100, .drag(to: 0.6))
    script.at(1200, .release(velocity: 2))
    script.at(2000, .configure(CarouselMachine.Settings(interval: .seconds(3))))
    script.at(3000, .pause(.hidden))
    script.at(3100, .resume(.hidden))
    script.reload(at: 3200, count: 8, current: 2)
    script.at(4000, .jump(to: 1))
    script.at(9000, .tick)
    expect(script.machine.pauseReasons, equals: [.user])
    expect(script.wake(9000), equals: nil)
    expect(script.frame(100_000).current, equals: 1)
    script.at(100_000, .resume(.user))
    expect(script.wake(100_000), equals: 103_000)
  }

  @Test func `a pause during a motion lets it land`() {
    var script = Script(5, CarouselMachine.Settings())
    script.at(5000, .tick)
    script.at(5100, .pause(.user))
    #expect(script.frame(5100).isMoving)
    expect(script.shown(at: 5300), equals: [1])
    expect(script.wake(5300), equals: nil)
  }

  @Test func `a new interval starts at once; other settings leave the dwell unchanged`() {
    var script = Script(5, CarouselMachine.Settings())
    script.at(3000, .configure(CarouselMachine.Settings(transition: .fade)))
    expect(script.wake(3000), equals: 5000)
    script.at(4000, .configure(CarouselMachine.Settings(interval: .seconds(10), transition: .fade)))
    expect(script.wake(4000), equals: 14_000)
    script.at(6000, .configure(CarouselMachine.Settings(interval: nil)))
    expect(script.wake(6000), equals: nil)
    script.at(7000, .configure(CarouselMachine.Settings()))
    expect(script.wake(7000), equals: 12_000)
  }

  @Test func `after ten years without ticks the carousel advances once and starts a new dwell`() {
    let decade = 10 * 365 * 86_400_000
    var script = Script(5, CarouselMachine.Settings())
    expect(script.shown(at: decade), equals: [1])
    expect(script.wake(decade), equals: decade + 5000)
    expect(script.frame(decade).countdown, equals: 0)
  }
}

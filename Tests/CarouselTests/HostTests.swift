import Carousel
import CarouselValues
import TestSupport
import Testing

/// Features for hosts.
struct HostTests {
  @Test func `a moving carousel wakes for the next frame instead of an immediate timer`() {
    var script = Script(5, CarouselMachine.Settings())
    expect(script.machine.nextWake(after: .zero), equals: .at(.seconds(5)))
    script.at(0, .move(by: 1, cause: .program))
    expect(script.machine.nextWake(after: .milliseconds(10)), equals: .nextFrame)
    let frame = Duration.milliseconds(16)
    let wake = script.machine.nextWake(after: .milliseconds(10))
    expect(wake.deadline(after: .milliseconds(10), frameInterval: frame), equals: .milliseconds(26))
    script.at(300, .pause(.user))
    expect(script.machine.nextWake(after: .milliseconds(300)), equals: .never)
  }

  @Test func `a jump without animation reports its slide at once and dwells in full`() {
    var script = Script(50, CarouselMachine.Settings())
    expect(script.at(1000, .jump(to: 30, animated: false)), equals: [.didShow(30), .progress(0)])
    #expect(!script.frame(1000).isMoving)
    expect(script.frame(1000).previous, equals: 29)
    // The new slide dwells in full; a jump to it while it rests leaves its dwell unchanged.
    expect(script.wake(1000), equals: 6000)
    expect(script.at(2000, .jump(to: 30, animated: false)), equals: [])
    expect(script.wake(2000), equals: 6000)
    script.at(3000, .move(by: 1, cause: .program))
    expect(script.shown(at: 3100, .jump(to: .max, animated: false)), equals: [49])
    #expect(!script.frame(3100).isMoving)
  }

  @Test func `a host can pause for a custom reason`() {
    var script = Script(5, CarouselMachine.Settings())
    let menu: PauseReason = "menu"
    script.at(0, .pause(menu))
    script.at(0, .pause(PauseReason(rawValue: "menu")))
    expect(script.machine.pauseReasons, equals: [menu])
    expect(script.machine.nextWake(after: .zero), equals: .never)
    script.at(1000, .resume(menu))
    expect(script.wake(1000), equals: 6000)
  }

  @Test func `auto-advance goes backward if configured and exposes its direction`() {
    var script = Script(5, CarouselMachine.Settings(heading: .backward))
    expect(script.machine.automaticDirection, equals: .backward)
    expect(script.shown(at: 5299), equals: [])
    expect(script.shown(at: 5300), equals: [4])
    script.at(6000, .configure(CarouselMachine.Settings()))
    expect(script.machine.automaticDirection, equals: .forward)
    var ended = Script(2, start: 1, CarouselMachine.Settings(wraps: false))
    ended.at(5000, .tick)
    expect(ended.machine.automaticDirection, equals: .backward)
  }

  @Test func `a frame names the destination of its motion`() {
    var script = Script(50)
    expect(script.frame(0).destination, equals: 0)
    script.at(0, .move(by: 10, cause: .program))
    expect(script.frame(50).destination, equals: 10)
    script.at(50, .jump(to: 40))
    expect(script.frame(60).destination, equals: 40)
    script.at(1000, .grab)
    script.at(1000, .drag(to: 0.6))
    expect(script.frame(1000).destination, equals: 41)
  }

  @Test func `a mode set during continuous swipes applies from the next page`() {
    var script = Script(50)
    script.at(0, .move(by: 1, cause: .program))
    script.at(75, .configure(.still.with { $0.transition = .fade }))
    expect(script.frame(75).transition, equals: .slide)
    for swipe in 0..<20 {
      script.at(108 + swipe * 33, .move(by: 1, cause: .program))
      let frame = script.frame(108 + swipe * 33)
      expect(frame.transition, equals: (frame.current == 0 ? .slide : .fade))
    }
    #expect(script.frame(735).isMoving)
  }
}

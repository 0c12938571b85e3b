import Carousel
import CarouselValues
import TestSupport
import Testing

/// Swipes, from rest and during a motion.
struct SwipeTests {
  @Test func `a move, a jump and a nudge have their own duration and curve`() {
    let slow = MotionTiming(.seconds(1), .easeInOut)
    var script = Script(9)
    script.at(0, .move(by: 1, timing: slow))
    expect(script.offset(250), equals: 0.15625)
    expect(script.shown(at: 1000), equals: [1])
    script.at(1000, .jump(to: 5, timing: .init(.seconds(1))))
    expect(script.offset(1500), equals: 0.75)
    // The next one begins at the present velocity, and takes its own time.
    script.at(1500, .move(by: 1))
    expect(script.machine.frame(at: .milliseconds(1500)).velocity, equals: 1)
    expect(script.wake(1799), equals: 1799)
    expect(script.reports(1800, .tick).contains(.didShow(6, direction: .forward)), equals: true)
    expect(script.wake(1800), equals: nil)
    script.at(2000, .move(by: 1, timing: .init(.zero)))
    expect(script.current(2000), equals: 7)
    var ended = Script(2, .ended)
    ended.at(0, .move(by: -1, timing: slow))
    expect(ended.wake(999), equals: 999)
    ended.at(1000, .tick)
    expect(ended.wake(1000), equals: nil)
  }

  @Test func `a manual change starts fast and eases out`() {
    var script = Script(5)
    script.at(0, .move(by: 1, cause: .program))
    #expect(isClose(script.offset(30), 0.19))
    #expect(isClose(script.offset(150), 0.75))
    #expect(isClose(script.offset(270), 0.99))
  }

  @Test func `a second swipe keeps position and velocity and takes a full manual duration`() {
    var script = Script(5)
    script.at(0, .move(by: 1, cause: .program))
    let before = script.offset(150)
    script.at(150, .move(by: 1, cause: .program))
    #expect(isClose(script.offset(150), before))
    // The velocity is 3.33 pages a second both before and after the press.
    #expect(isClose((script.offset(151) - script.offset(150)) / 0.001, 3.33, within: 0.1))
    expect(script.frame(300).current, equals: 1)
    #expect(isClose(script.offset(300), 0.5))
    #expect(script.frame(449).isMoving)
    expect(script.shown(at: 450), equals: [1, 2])
    expect(script.offset(450), equals: 0)
  }

  @Test func `ten quick presses move ten slides`() {
    var script = Script(42)
    var shown: [Int] = []
    for press in 0..<10 { shown += script.shown(at: press * 30, .move(by: 1)) }
    shown += script.shown(at: 570)
    expect(shown, equals: [1, 2, 3, 4, 5, 6, 7, 8, 9, 10])
    expect(script.frame(570).current, equals: 10)
    #expect(!script.frame(570).isMoving)
  }

  @Test func `one swipe by ten pages moves ten slides in one motion`() {
    var script = Script(42)
    script.at(0, .move(by: 10, cause: .program))
    expect(script.frame(150).current, equals: 7)
    #expect(isClose(script.offset(150), 0.5))
    expect(script.shown(at: 300), equals: [1, 2, 3, 4, 5, 6, 7, 8, 9, 10])
  }

  @Test func `an opposite swipe during a motion cancels one page and turns smoothly`() {
    var script = Script(5)
    script.at(0, .move(by: 1, cause: .program))
    script.at(75, .move(by: -1, cause: .program))
    #expect(isClose(script.offset(75), 0.4375))
    #expect(script.offset(76) > script.offset(75))
    #expect(script.offset(150) < 1)
    expect(script.shown(at: 375), equals: [])
    expect(script.current(375), equals: 0)
    expect(script.offset(375), equals: 0)
  }

  @Test func `forward and backward swipes during a motion add up`() {
    var script = Script(9)
    script.at(0, .move(by: 3, cause: .program))
    script.at(50, .move(by: -1, cause: .program))
    script.at(100, .move(by: -2, cause: .program))
    script.at(110, .move(by: 1, cause: .program))
    expect(script.machine.frame(at: .milliseconds(410)).current, equals: 1)
    expect(script.offset(410), equals: 0)
  }

  @Test func `a reversed motion never reaches the next page first`() {
    var script = Script(9)
    script.at(0, .move(by: 4, cause: .program))
    script.at(36, .tick)
    script.at(36, .move(by: -4, cause: .program))
    let start = script.current(36)
    for time in stride(from: 36, through: 336, by: 3) {
      let frame = script.frame(time)
      #expect([start, 0].contains(frame.current), "at \(time) ms")
    }
    expect(script.current(336), equals: 0)
  }

  @Test func `a motion never overshoots its page`() {
    var script = Script(9)
    script.at(0, .move(by: 5, cause: .program))
    script.at(100, .tick)
    let remaining = 5 - (script.current(100) ?? 0)
    script.at(100, .move(by: 1 - remaining, cause: .program))
    let goal = (script.current(100) ?? 0) + 1
    for time in stride(from: 100, through: 400, by: 2) {
      let frame = script.frame(time)
      #expect((frame.current ?? 0) + (frame.progress.value > 0 ? 1 : 0) <= goal)
      #expect(frame.progress.value >= 0)
    }
    expect(script.current(400), equals: goal)
  }

  @Test func `a swipe by zero pages does nothing`() {
    var script = Script(5, CarouselMachine.Settings())
    expect(script.at(100, .move(by: 0)), equals: [])
    expect(script.machine.pauseReasons, equals: [])
    expect(script.wake(100), equals: 5000)
  }

  @Test func `a swipe during auto-advance goes one page further, in the manual duration`() {
    var script = Script(9, CarouselMachine.Settings(transition: .fade))
    script.at(5000, .tick)
    script.at(5600, .tick)
    #expect(isClose(script.offset(5600), 0.5))
    script.at(5600, .move(by: 1))
    #expect(isClose(script.offset(5600), 0.5))
    expect(script.shown(at: 5900), equals: [1, 2])
    #expect(!script.frame(5900).isMoving)
  }
}

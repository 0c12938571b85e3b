import Carousel
import TestSupport
import Testing

/// Jumps to a slide, which move by one page, directly to that slide.
struct JumpTests {
  @Test func `a jump shows its slide as the next one and takes the shorter way`() {
    var script = Script(11, start: 3)
    script.at(0, .jump(to: 7))
    expect(script.frame(150).next, equals: 7)
    expect(script.frame(150).current, equals: 3)
    expect(script.frame(150).nearestSlide, equals: 7)
    #expect(isClose(script.offset(150), 0.75))
    expect(script.shown(at: 300), equals: [7])
    expect(script.frame(300).previous, equals: 6)
    expect(script.frame(300).next, equals: 8)
  }

  @Test func `a jump goes backward if that is shorter, and forward if both ways are equal`() {
    var script = Script(10, start: 1)
    script.at(0, .jump(to: 8))
    expect(script.frame(150).previous, equals: 8)
    #expect(isClose(script.offset(150), -0.75))
    expect(script.shown(at: 300), equals: [8])
    script.at(400, .jump(to: 3))
    #expect(isClose(script.offset(550), 0.75))
    expect(script.shown(at: 700), equals: [3])
  }

  @Test func `without wrap, the order of the slides determines a jump's direction`() {
    var script = Script(10, start: 1, .ended)
    script.at(0, .jump(to: 9))
    #expect(isClose(script.offset(150), 0.75))
    expect(script.frame(150).next, equals: 9)
    expect(script.shown(at: 300), equals: [9])
    script.at(300, .jump(to: 0))
    expect(script.frame(450).previous, equals: 0)
    expect(script.shown(at: 600), equals: [0])
  }

  @Test func `an index out of range is clamped`() {
    var script = Script(10, start: 5)
    script.at(0, .jump(to: .max))
    expect(script.shown(at: 300), equals: [9])
    script.at(300, .jump(to: .min))
    expect(script.shown(at: 600), equals: [0])
  }

  @Test func `a jump to the current slide does nothing at rest and reverses a motion`() {
    var script = Script(10, CarouselMachine.Settings())
    script.at(1000, .jump(to: 0))
    expect(script.wake(1000), equals: 5000)
    script.at(1000, .move(by: 1, cause: .program))
    script.at(1075, .jump(to: 0))
    #expect(isClose(script.offset(1075), 0.4375))
    expect(script.frame(1075).next, equals: 1)
    expect(script.shown(at: 1375), equals: [])
    expect(script.offset(1375), equals: 0)
  }

  @Test func `a jump ahead during a motion lets the incoming slide pass first`() {
    var script = Script(20)
    script.at(0, .move(by: 1, cause: .program))
    script.at(75, .jump(to: 7))
    expect(script.frame(75).next, equals: 1)
    expect(script.shown(at: 375), equals: [1, 7])
    expect(script.frame(375).progress.value, equals: 0)
  }

  @Test func `a jump the other way lets the incoming slide leave first`() {
    var script = Script(20, start: 10)
    script.at(0, .move(by: 1, cause: .program))
    script.at(75, .jump(to: 3))
    expect(script.frame(75).next, equals: 11)
    expect(script.frame(75).previous, equals: 3)
    #expect(script.offset(75) > 0)
    #expect(script.offset(300) < 0)
    expect(script.frame(300).previous, equals: 3)
    expect(script.shown(at: 375), equals: [3])
  }

  @Test func `a second jump during a jump shows the first destination, then lands on its own`() {
    var script = Script(100, start: 10)
    script.at(0, .jump(to: 40))
    script.at(75, .jump(to: 30))
    expect(script.frame(75).next, equals: 40)
    expect(script.shown(at: 375), equals: [40, 30])
    expect(script.frame(375).next, equals: 31)
  }

  @Test func `a jump to the incoming slide completes the motion to it`() {
    var script = Script(2)
    script.at(0, .move(by: -1, cause: .program))
    script.at(75, .jump(to: 1))
    #expect(script.offset(150) < -0.5)
    expect(script.shown(at: 300), equals: [1])
  }

  @Test func `repeating a jump leaves its motion unchanged`() {
    var script = Script(100)
    script.at(0, .jump(to: 40))
    let before = script.machine
    script.at(0, .jump(to: 40))
    expect(script.machine, equals: before)
    for time in [60, 120, 180] { script.at(time, .jump(to: 40)) }
    expect(script.shown(at: 300), equals: [40])
  }

  @Test func `swipes during a jump count from its destination`() {
    var forward = Script(100)
    forward.at(0, .jump(to: 40))
    forward.at(75, .move(by: 2))
    expect(forward.shown(at: 375), equals: [40, 41, 42])

    var back = Script(100)
    back.at(0, .jump(to: 40))
    back.at(75, .move(by: -1))
    expect(back.frame(75).next, equals: 40)
    expect(back.frame(75).previous, equals: 39)
    expect(back.shown(at: 375), equals: [39])

    var thereAndBack = Script(100)
    thereAndBack.at(0, .jump(to: 40))
    thereAndBack.at(40, .move(by: 3))
    thereAndBack.at(80, .move(by: -3))
    expect(thereAndBack.shown(at: 380), equals: [40])
  }

  @Test func `a grab during a jump keeps both slides on screen`() {
    var script = Script(100)
    script.at(0, .jump(to: 40))
    script.at(75, .grab)
    expect(script.frame(1000).next, equals: 40)
    #expect(isClose(script.offset(1000), 0.4375))
    script.at(1000, .drag(to: 0.5))
    expect(script.frame(1000).next, equals: 40)
    expect(script.shown(at: 1010, .drag(to: 0.75)), equals: [40])
    expect(script.frame(1010).next, equals: 41)
  }

  @Test func `a jump during a drag takes over from the pointer`() {
    var script = Script(100)
    script.at(0, .grab)
    script.at(0, .drag(to: 0.3))
    script.at(10, .jump(to: 20))
    expect(script.frame(10).next, equals: 1)
    expect(script.shown(at: 310), equals: [1, 20])
    expect(script.machine.pauseReasons, equals: [])
  }
}

import Carousel
import CarouselValues
import TestSupport
import Testing

/// The previous, current and next slide, for any number of slides.
struct SlotTests {
  @Test func `a carousel begins at rest on its first slide, with a neighbor on either side`() {
    let script = Script(5)
    expect(
      script.frame(0),
      equals: CarouselMachine.Frame(
        count: 5, previous: 4, current: 0, next: 1, progress: 0, transition: .slide, nearestSlide: 0, isMoving: false,
        countdown: nil))
  }

  @Test func `a start out of range is clamped to the nearest slide`() {
    expect(Script(5, start: 9).current(0), equals: 4)
    expect(Script(5, start: -1).current(0), equals: 0)
    expect(Script(-3).current(0), equals: nil)
  }

  @Test func `without slides the frame is empty and no timer is set`() {
    var script = Script(0, CarouselMachine.Settings())
    let empty = CarouselMachine.Frame(
      count: 0, previous: nil, current: nil, next: nil, progress: 0, transition: .slide, nearestSlide: nil,
      isMoving: false,
      countdown: nil)
    let events: [CarouselMachine.Event] = [
      .move(by: 1), .move(by: -1, cause: .program), .jump(to: 3), .grab, .drag(to: 0.5), .release(velocity: 2), .tick,
    ]
    for event in events {
      expect(script.at(10, event), equals: [])
      expect(script.frame(10), equals: empty)
      expect(script.wake(10), equals: nil)
      expect(script.machine.demand, equals: SlideDemand())
    }
  }

  @Test func `a single slide has no neighbors and no timer, and a swipe rubber-bands and returns`() {
    var script = Script(1, CarouselMachine.Settings())
    expect(script.frame(0).previous, equals: nil)
    expect(script.frame(0).next, equals: nil)
    expect(script.frame(0).countdown, equals: nil)
    expect(script.wake(0), equals: nil)
    expect(script.shown(at: 0, .move(by: 1)), equals: [])
    #expect(isClose(script.offset(100), 0.1))
    expect(script.frame(100).nearestSlide, equals: 0)
    #expect(script.frame(100).isMoving)
    expect(script.offset(300), equals: 0)
    expect(script.shown(at: 300), equals: [])
    expect(script.shown(at: 1000, .move(by: -3)), equals: [])
    #expect(isClose(script.offset(1100), -0.1))
    expect(script.offset(1300), equals: 0)
    script.at(2000, .tick)
    expect(script.wake(2000), equals: nil)
  }

  @Test func `with two slides, steps forward and backward move in their own directions`() {
    var script = Script(2)
    expect(script.frame(0).previous, equals: 1)
    expect(script.frame(0).next, equals: 1)
    script.at(0, .move(by: 1, cause: .program))
    #expect(isClose(script.offset(75), 0.4375))
    expect(script.shown(at: 300), equals: [1])
    script.at(1000, .move(by: 1, cause: .program))
    #expect(isClose(script.offset(1075), 0.4375))
    expect(script.shown(at: 1300), equals: [0])
    script.at(2000, .move(by: -1, cause: .program))
    #expect(isClose(script.offset(2075), -0.4375))
    expect(script.shown(at: 2300), equals: [1])
  }

  @Test func `landing makes the next slide current and resets the offset without a jump`() {
    var script = Script(5)
    script.at(0, .move(by: 1, cause: .program))
    let before = script.frame(299)
    #expect((before.current, before.next) == (0, 1))
    #expect(before.progress.value > 0.99998 && before.progress.value < 1)
    let after = script.frame(300)
    #expect((after.previous, after.current, after.next) == (0, 1, 2))
    expect(after.progress.value, equals: 0)
    #expect(!after.isMoving)
  }

  @Test func `slides wrap around in both directions`() {
    var script = Script(3)
    script.at(0, .move(by: -1, cause: .program))
    expect(script.shown(at: 300), equals: [2])
    script.at(400, .move(by: 1, cause: .program))
    expect(script.shown(at: 700), equals: [0])
  }

  @Test func `the page that dots mark changes half-way through a drag`() {
    var script = Script(5)
    script.at(0, .grab)
    script.at(0, .drag(to: 0.49))
    expect(script.frame(0).nearestSlide, equals: 0)
    script.at(0, .drag(to: 0.5))
    expect(script.frame(0).nearestSlide, equals: 1)
    script.at(0, .drag(to: -0.51))
    expect(script.frame(0).nearestSlide, equals: 4)
  }
}

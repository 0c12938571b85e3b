import Carousel
import CarouselValues
import TestSupport
import Testing

/// Drags by a pointer.
struct DragTests {
  @Test func `slides follow the pointer from where it grabbed them, also across pages`() {
    var script = Script(5)
    script.at(0, .grab)
    script.at(10, .drag(to: 0.3))
    expect(script.offset(10), equals: 0.3)
    #expect(!script.frame(10).isMoving)
    expect(script.shown(at: 20, .drag(to: 2.25)), equals: [1, 2])
    #expect(isClose(script.offset(20), 0.25))
    expect(script.shown(at: 30, .drag(to: -0.25)), equals: [1, 0])
    #expect(isClose(script.offset(30), -0.25))
    expect(script.offset(60_000), equals: script.offset(30))
  }

  @Test func `a slow release past half a page settles on the next page`() {
    var short = Script(5)
    short.at(0, .grab)
    short.at(10, .drag(to: 0.45))
    short.at(20, .release(velocity: 0))
    expect(short.offset(20), equals: 0.45)
    expect(short.shown(at: 320), equals: [])
    expect(short.offset(320), equals: 0)

    var far = Script(5)
    far.at(0, .grab)
    far.at(10, .drag(to: -0.55))
    far.at(20, .release(velocity: 0.9))
    expect(far.offset(20), equals: -0.55)
    expect(far.shown(at: 320), equals: [4])
  }

  @Test func `a release at one page a second or more settles in its direction`() {
    var thrown = Script(5)
    thrown.at(0, .grab)
    thrown.at(10, .drag(to: 0.1))
    thrown.at(20, .release(velocity: 1))
    expect(thrown.shown(at: 320), equals: [1])

    var thrownBack = Script(5)
    thrownBack.at(0, .grab)
    thrownBack.at(10, .drag(to: 0.9))
    thrownBack.at(20, .release(velocity: -1))
    expect(thrownBack.shown(at: 320), equals: [])
    expect(thrownBack.current(320), equals: 0)
  }

  @Test func `settling starts with the pointer's velocity`() {
    var script = Script(5)
    script.at(0, .grab)
    script.at(10, .drag(to: 0.5))
    script.at(20, .release(velocity: 3))
    #expect(isClose((script.offset(21) - script.offset(20)) / 0.001, 3, within: 0.05))
  }

  @Test func `a flick never passes its page, however fast it is`() {
    var script = Script(5)
    script.at(0, .grab)
    script.at(10, .drag(to: 0.95))
    script.at(20, .release(velocity: 1e9))
    // Velocities are limited to 100 pages a second: three times the remaining distance at that velocity takes 1.5 ms.
    for tenth in 0..<15 {
      let frame = script.machine.frame(at: Timestamp(.microseconds(20_000 + tenth * 100)))
      expect(frame.current, equals: 0)
      #expect(frame.progress.value >= 0.95)
    }
    expect(script.shown(at: 22), equals: [1])
    expect(script.offset(22), equals: 0)
  }

  @Test func `a drag catches a moving slide and keeps its offset`() {
    var script = Script(5)
    script.at(0, .move(by: 1, cause: .program))
    script.at(75, .grab)
    #expect(isClose(script.offset(75), 0.4375))
    #expect(isClose(script.offset(5000), 0.4375))
    script.at(5000, .drag(to: 0.25))
    #expect(isClose(script.offset(5000), 0.6875))
    script.at(5000, .release(velocity: 0))
    expect(script.shown(at: 5300), equals: [1])
  }

  @Test func `auto-advance stops during a drag, and a full interval begins after landing`() {
    var script = Script(5, CarouselMachine.Settings())
    script.at(4000, .grab)
    expect(script.machine.pauseReasons, equals: [.drag])
    expect(script.wake(4000), equals: nil)
    expect(script.frame(4000).countdown, equals: nil)
    script.at(9000, .drag(to: 0.7))
    script.at(9000, .release(velocity: 0))
    expect(script.machine.pauseReasons, equals: [])
    expect(script.shown(at: 9300), equals: [1])
    expect(script.wake(9300), equals: 14_300)
  }

  @Test func `a press and release in place leaves the slide at rest`() {
    var script = Script(5)
    script.at(0, .grab)
    expect(script.at(50, .release(velocity: 0)), equals: [])
    #expect(!script.frame(50).isMoving)
  }

  @Test func `drags and releases without a grab do nothing`() {
    var script = Script(5)
    expect(script.at(0, .drag(to: 0.5)), equals: [])
    expect(script.at(0, .release(velocity: 5)), equals: [])
    expect(script.offset(0), equals: 0)
  }

  @Test func `a key during a drag takes over, counting from the page that the dots mark`() {
    var script = Script(9)
    script.at(0, .grab)
    script.at(0, .drag(to: 0.75))
    script.at(10, .key(1))
    expect(script.offset(10), equals: 0.75)
    expect(script.shown(at: 10, .drag(to: -3)), equals: [])
    expect(script.offset(10), equals: 0.75)
    expect(script.shown(at: 310), equals: [1, 2])
    expect(script.machine.pauseReasons, equals: [.drag])
    script.at(410, .tick)
    expect(script.machine.pauseReasons, equals: [])
  }

  @Test func `a fling takes as many pages as its velocity and its limit allow`() {
    var settings = CarouselMachine.Settings.ended
    settings.drag = CarouselMachine.Settings.Drag(flingVelocity: 2, maximumPages: 4)
    func landing(_ velocity: Double, start: Int = 0) -> Int? {
      var script = Script(10, start: start, settings)
      script.at(0, .grab)
      script.at(0, .drag(to: 0.1))
      script.at(0, .release(velocity: velocity))
      return script.frame(0).destination
    }
    expect(landing(1.5), equals: 0)
    expect(landing(2), equals: 1)
    expect(landing(20), equals: 3)
    expect(landing(90), equals: 4)
    expect(landing(90, start: 8), equals: 9)
    expect(landing(-90, start: 5), equals: 2)
  }

  @Test func `a slow release goes to the next page from the release distance on`() {
    var script = Script(5, .still.with { $0.drag.releaseDistance = 0.3 })
    script.at(0, .grab)
    script.at(0, .drag(to: 0.29))
    expect(script.frame(0).destination, equals: 0)
    script.at(0, .drag(to: 0.31))
    expect(script.frame(0).destination, equals: 1)
    expect(script.frame(0).nearestSlide, equals: 0)
    script.at(10, .release(velocity: 0))
    expect(script.current(1000), equals: 1)
  }

  @Test func `slides yield to a pull beyond an end by their elasticity`() {
    for (elasticity, expected) in [(0.55, 0.1774), (0.2, 0.0833), (1, 0.25), (9, 0.25), (.nan, 0.1774)] {
      var script = Script(3, .ended.with { $0.drag.elasticity = elasticity })
      script.at(0, .grab)
      script.at(0, .drag(to: -0.5))
      #expect(isClose(script.offset(0), -expected, within: 1e-4))
      // The slides stay under the pointer when they are grabbed again.
      script.at(10, .grab)
      #expect(isClose(script.offset(10), -expected, within: 1e-4))
    }
  }

  @Test func `without bounces, nothing moves beyond an end`() {
    var settings = CarouselMachine.Settings.ended
    settings.drag.bounces = false
    var script = Script(3, settings)
    script.at(0, .move(by: -1))
    #expect(!script.frame(0).isMoving)
    script.at(0, .grab)
    script.at(0, .drag(to: -0.7))
    expect(script.offset(0), equals: 0)
    script.at(10, .drag(to: 0.3))
    #expect(isClose(script.offset(10), 0.3))
  }

  @Test func `without bounces, slides that are beyond an end stay there when they are grabbed, and go no further`() {
    var script = Script(3, start: 1, .ended)
    script.at(0, .grab)
    script.at(0, .drag(to: 0.34))
    // The slide that comes in is removed, and those after it.
    script.at(0, .reload(Reload(count: 2, newIndices: [0: 0, 1: 1])))
    var settings = CarouselMachine.Settings.ended
    settings.drag.bounces = false
    script.at(0, .configure(settings))
    #expect(isClose(script.offset(0), 0.34))
    script.at(10, .grab)
    #expect(isClose(script.offset(10), 0.34))
    script.at(10, .drag(to: 0.2))
    #expect(isClose(script.offset(10), 0.34))
    script.at(10, .drag(to: -0.1))
    #expect(isClose(script.offset(10), 0.24))
  }

  @Test func `a pointer that has rested throws less, and not at all after the window`() {
    var tracker = VelocityTracker()
    for moment in stride(from: 0, through: 160, by: 16) { tracker.add(Double(moment) / 100, at: .milliseconds(moment)) }
    #expect(isClose(tracker.velocity(at: .milliseconds(160)), 10))
    #expect(isClose(tracker.velocity(at: .milliseconds(176)), 10))
    let rested = (180...260).map { tracker.velocity(at: .milliseconds($0)) }
    #expect(rested == rested.sorted(by: >))
    #expect(tracker.velocity(at: .milliseconds(250)) < 0.1)
    expect(tracker.velocity(at: .milliseconds(260)), equals: 0)
  }

  @Test func `a pointer that reports a thousand times a second has a velocity that does not jump`() {
    var tracker = VelocityTracker()
    var (position, last) = (0.0, 0.0)
    for moment in 0...400 {
      // From one page a second to ten and back.
      position += (1 + 9 * (1 - abs(Double(moment) - 200) / 200)) / 1000
      tracker.add(position, at: .milliseconds(moment))
      let velocity = tracker.velocity(at: .milliseconds(moment))
      #expect((1...10).contains(velocity) || moment < 10, "at \(moment) ms")
      if moment > 10 { #expect(abs(velocity - last) < 0.2, "at \(moment) ms: \(last), then \(velocity)") }
      last = velocity
    }
  }

  @Test func `a velocity is that of the last tenth of a second`() {
    var tracker = VelocityTracker()
    expect(tracker.velocity(at: .zero), equals: 0)
    tracker.add(0, at: .zero)
    tracker.add(5, at: .milliseconds(500))
    tracker.add(5.1, at: .milliseconds(550))
    tracker.add(.nan, at: .milliseconds(560))
    #expect(isClose(tracker.velocity(at: .milliseconds(560)), 2))
    expect(tracker.velocity(at: .milliseconds(700)), equals: 0)
  }
}

import Carousel
import CarouselValues
import TestSupport
import Testing

/// Reports of progress.
struct ProgressTests {
  @Test func `each tick reports progress, and landing reports zero once`() {
    var script = Script(5)
    expect(script.at(0, .move(by: 1, cause: .program)), equals: [])
    #expect(isClose(script.at(75, .tick), [.progress(0.4375)]))
    #expect(isClose(script.at(150, .tick), [.progress(0.75)]))
    expect(script.at(150, .tick), equals: [])
    expect(script.at(300, .tick), equals: [.didShow(1), .progress(0)])
    expect(script.at(316, .tick), equals: [])
  }

  @Test func `crossing a page reports the new slide, zero, then the remainder`() {
    var script = Script(5)
    script.at(0, .move(by: 2, cause: .program))
    #expect(isClose(script.at(60, .tick), [.progress(0.72)]))
    #expect(isClose(script.at(150, .tick), [.didShow(1), .progress(0), .progress(0.5)]))
  }

  @Test func `a late tick reports everything once, in order`() {
    var script = Script(5)
    script.at(0, .move(by: 3, cause: .program))
    expect(
      script.at(10_000, .tick),
      equals: [.didShow(1), .progress(0), .didShow(2), .progress(0), .didShow(3), .progress(0)])
    expect(script.at(10_000, .tick), equals: [])
  }

  @Test func `changes due to time are reported before those of an event`() {
    var script = Script(5)
    script.at(0, .move(by: 1, cause: .program))
    expect(script.at(400, .grab), equals: [.didShow(1), .progress(0)])
    expect(script.at(400, .drag(to: -0.25)), equals: [.progress(-0.25)])
  }

  @Test func `a drag reports its progress as it moves, also across pages`() {
    var script = Script(5)
    script.at(0, .grab)
    expect(script.at(10, .drag(to: 0.5)), equals: [.progress(0.5)])
    expect(script.at(20, .drag(to: 1.25)), equals: [.didShow(1), .progress(0), .progress(0.25)])
    expect(script.at(30, .drag(to: 1.25)), equals: [])
    expect(
      script.at(40, .drag(to: -1.5)),
      equals: [
        .didShow(0), .progress(0), .didShow(4), .progress(0), .progress(-0.5),
      ])
  }

  @Test func `a frame matches a tick at the same time, and reading it has no side effects`() {
    var script = Script(5)
    script.at(0, .move(by: 2, cause: .program))
    let asked = script
    let frame = script.frame(170)
    expect(script.machine, equals: asked.machine)
    script.at(170, .tick)
    expect(script.frame(170), equals: frame)
    expect(frame.current, equals: 1)
  }

  @Test func `a time before the last event counts as the last event's time`() {
    var script = Script(5)
    script.at(0, .move(by: 2, cause: .program))
    script.at(150, .tick)
    expect(script.at(20, .tick), equals: [])
    expect(script.frame(20), equals: script.frame(150))
    expect(script.machine.nextWake(after: .milliseconds(20)), equals: .nextFrame)
  }
}

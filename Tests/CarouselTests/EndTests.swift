import Carousel
import TestSupport
import Testing

/// The ends of a carousel without wrap.
struct EndTests {
  @Test func `auto-advance may stop at an end, and goes on from the slides before it`() {
    var script = Script(3, start: 1, CarouselMachine.Settings(wraps: false, stopsAtEnd: true))
    expect(script.wake(0), equals: 5000)
    script.at(5400, .tick)
    expect(script.current(5400), equals: 2)
    expect(script.wake(5400), equals: nil)
    expect(script.frame(60_000).countdown, equals: nil)
    script.at(60_000, .advanceAutomatically)
    #expect(!script.frame(60_000).isMoving)
    script.at(60_000, .jump(to: 0, animated: false))
    expect(script.wake(60_000), equals: 65_000)
  }

  @Test func `without wrap, the first and last slides have no neighbor beyond them`() {
    expect(Script(5, .ended).frame(0).previous, equals: nil)
    expect(Script(5, start: 4, .ended).frame(0).next, equals: nil)
    expect(Script(5, start: 4, .ended).frame(0).previous, equals: 3)
  }

  @Test func `a drag past an end rubber-bands with growing resistance, by less than half a page`() {
    var script = Script(5, .ended)
    script.at(0, .grab)
    script.at(0, .drag(to: -0.1))
    #expect(isClose(script.offset(0), -0.049549549549549))
    script.at(0, .drag(to: -1))
    #expect(isClose(script.offset(0), -0.261904761904762))
    script.at(0, .drag(to: -1e300))
    #expect(script.offset(0) > -0.5)
    expect(script.frame(0).nearestSlide, equals: 0)
    script.at(0, .drag(to: 0.25))
    expect(script.offset(0), equals: 0.25)
    script.at(0, .drag(to: -1))
    expect(script.shown(at: 10, .release(velocity: -50)), equals: [])
    expect(script.shown(at: 310), equals: [])
    expect(script.offset(310), equals: 0)
  }

  @Test func `a drag past the last slide stops there and rubber-bands`() {
    var script = Script(3, start: 1, .ended)
    script.at(0, .grab)
    expect(script.shown(at: 0, .drag(to: 2)), equals: [2])
    #expect(isClose(script.offset(0), 0.261904761904762))
    expect(script.shown(at: 0, .drag(to: 0.5)), equals: [])
    #expect(isClose(script.offset(0), -0.5))
  }

  @Test func `a slide caught while it rubber-bands keeps its offset`() {
    var script = Script(5, .ended)
    script.at(0, .grab)
    script.at(0, .drag(to: -1))
    script.at(0, .release(velocity: 0))
    let caught = script.offset(100)
    #expect(caught < -0.05)
    script.at(100, .grab)
    #expect(isClose(script.offset(100), caught))
    script.at(100, .drag(to: 0))
    #expect(isClose(script.offset(100), caught))
  }

  @Test func `a swipe against an end nudges the slide a tenth of a page and returns`() {
    var script = Script(5, start: 4, .ended)
    expect(script.shown(at: 0, .move(by: 1)), equals: [])
    #expect(isClose(script.offset(100), 0.1))
    #expect(script.offset(50) > 0.05 && script.offset(50) < 0.1)
    #expect(script.offset(299) > 0)
    expect(script.offset(300), equals: 0)
    expect(script.shown(at: 300), equals: [])
  }

  @Test func `a held key at an end nudges again after the slide is back, never further`() {
    var script = Script(5, start: 4, .ended)
    for time in stride(from: 0, through: 900, by: 30) {
      expect(script.shown(at: time, .move(by: 1)), equals: [])
      #expect(script.offset(time) <= 0.1)
    }
    #expect(isClose(script.offset(1000), 0.1))
  }

  @Test func `a swipe away from an end during a nudge goes to its slide`() {
    var script = Script(5, start: 4, .ended)
    script.at(0, .move(by: 1))
    script.at(60, .move(by: -1))
    expect(script.shown(at: 360), equals: [3])
  }

  @Test func `swipes beyond an end stop at the end`() {
    var script = Script(5, start: 2, .ended)
    script.at(0, .move(by: 7))
    expect(script.shown(at: 300), equals: [3, 4])
    script.at(1000, .move(by: -1))
    for press in 1...9 { script.at(1000 + press * 10, .move(by: -1)) }
    expect(script.current(1500), equals: 0)
    #expect(!script.frame(1500).isMoving)
  }

  @Test func `pages swiped beyond an end do not count when turning back`() {
    var script = Script(5, start: 3, .ended)
    script.at(0, .move(by: 4))
    script.at(50, .move(by: -1))
    expect(script.current(400), equals: 3)
  }

  @Test func `without wrap, auto-advance goes back and forth`() {
    var script = Script(3, CarouselMachine.Settings(wraps: false))
    var shown: [Int] = []
    for second in 1...34 { shown += script.shown(at: second * 1000) }
    expect(shown, equals: [1, 2, 1, 0, 1, 2])
  }

  @Test func `auto-advance keeps its direction after a swipe the other way`() {
    var script = Script(9, start: 4, CarouselMachine.Settings(wraps: false))
    script.at(0, .move(by: -1))
    expect(script.shown(at: 1000), equals: [3])
    expect(script.shown(at: 5400), equals: [])
    expect(script.shown(at: 5700), equals: [4])
  }
}

import Carousel
import CarouselValues
import TestSupport
import Testing

/// Reloads of the slides.
struct ReloadTests {
  @Test func `the slide on screen stays, at its new index`() {
    var script = Script(5, start: 2, CarouselMachine.Settings())
    expect(script.reload(at: 1000, count: 9, current: 6), equals: [.didShow(6), .progress(0)])
    expect(script.frame(1000).previous, equals: 5)
    expect(script.frame(1000).current, equals: 6)
    expect(script.frame(1000).count, equals: 9)
    expect(script.wake(1000), equals: 5000)
  }

  @Test func `a reload of the same slides changes nothing`() {
    var script = Script(5, start: 2, CarouselMachine.Settings())
    let before = script.frame(1000)
    expect(script.reload(at: 1000, count: 5, current: 2), equals: [])
    expect(script.frame(1000), equals: before)
  }

  @Test func `a removed slide is replaced by the nearest, which dwells in full`() {
    var script = Script(5, start: 4, CarouselMachine.Settings())
    expect(script.reload(at: 1000, count: 3, current: nil), equals: [.didShow(2), .progress(0)])
    expect(script.wake(1000), equals: 6000)
    var same = Script(5, start: 2)
    expect(same.reload(at: 0, count: 4, current: nil), equals: [])
    expect(same.current(0), equals: 2)
  }

  @Test func `an index out of range is clamped`() {
    var script = Script(5, start: 4)
    expect(script.reload(at: 0, count: 3, current: 7), equals: [.didShow(2), .progress(0)])
    expect(script.reload(at: 0, count: 3, current: -7), equals: [.didShow(0), .progress(0)])
    expect(script.reload(at: 0, count: -1, current: 2), equals: [.didShow(nil), .progress(0)])
    expect(script.current(0), equals: nil)
  }

  @Test func `all slides may be removed and added again`() {
    var script = Script(5, start: 2, CarouselMachine.Settings())
    script.at(0, .move(by: 1))
    script.at(75, .tick)
    expect(script.reload(at: 100, count: 0, current: nil), equals: [.didShow(nil), .progress(0)])
    expect(script.frame(100).current, equals: nil)
    script.at(400, .tick)
    expect(script.wake(400), equals: nil)
    expect(script.machine.pauseReasons, equals: [])
    expect(script.reload(at: 9000, count: 3, current: nil), equals: [.didShow(0), .progress(0)])
    expect(script.wake(9000), equals: 14_000)
  }

  @Test func `adding a second slide starts a full interval`() {
    var script = Script(1, CarouselMachine.Settings())
    script.reload(at: 9000, count: 2, current: 0)
    expect(script.wake(9000), equals: 14_000)
    script.reload(at: 10_000, count: 1, current: 0)
    expect(script.wake(10_000), equals: nil)
  }

  @Test func `a reload during a motion keeps the motion and the slide on screen`() {
    var script = Script(5, start: 2)
    script.at(0, .move(by: 1, cause: .program))
    expect(script.reload(at: 75, count: 9, current: 4).shown, equals: [4])
    #expect(isClose(script.offset(75), 0.4375))
    expect(script.frame(75).next, equals: 5)
    expect(script.shown(at: 300), equals: [5])
  }

  @Test func `a motion past the new end stops there`() {
    var script = Script(9, start: 2, .ended)
    script.at(0, .move(by: 6, cause: .program))
    script.at(12, .tick)
    script.reload(at: 12, count: 5, current: 2)
    expect(script.shown(at: 400), equals: [3, 4])
  }

  @Test func `a jump's destination moves along with the slide on screen`() {
    var script = Script(50, start: 2)
    script.at(0, .jump(to: 20))
    script.reload(at: 75, count: 53, current: 5)
    expect(script.frame(75).next, equals: 23)
    expect(script.shown(at: 300), equals: [23])
  }

  @Test func `if the incoming slide is removed, the carousel returns to the current one`() {
    var script = Script(5, start: 2, .ended)
    script.at(0, .move(by: 1, cause: .program))
    expect(script.reload(at: 75, count: 3, current: 2), equals: [.progress(0.4375)])
    expect(script.frame(75).destination, equals: 2)
    #expect(script.offset(100) < 0.4375)
    expect(script.at(400, .tick), equals: [.progress(0)])
  }

  @Test func `beyond half-way, the current slide moves back as the row closes`() {
    var script = Script(5, start: 2, .ended)
    script.at(0, .move(by: 1, cause: .program))
    script.at(150, .tick)
    #expect(isClose(script.offset(150), 0.75))
    script.reload(at: 150, count: 3, current: 2)
    #expect(isClose(script.offset(150), 0.226, within: 0.001))
    expect(script.frame(150).layers.map(\.distance), equals: [-0.75])
    expect(script.frame(300).layers.map { isClose($0.distance, -0.375) }, equals: [true])
    expect(script.frame(450).layers.map(\.distance), equals: [0])
  }

  @Test func `a reload during a drag keeps its offset`() {
    var script = Script(5, start: 4, .ended)
    script.at(0, .grab)
    script.at(0, .drag(to: 0.4))
    let offset = script.offset(0)
    #expect(offset < 0.2)
    script.reload(at: 10, count: 9, current: 4)
    #expect(isClose(script.offset(10), offset))
    expect(script.frame(10).next, equals: 5)
    script.at(20, .drag(to: 0.5))
    #expect(isClose(script.offset(20), offset + 0.1))
  }

  @Test func `a drag goes on at the end if the slide that came in is removed`() {
    var script = Script(2, .ended)
    script.at(0, .grab)
    script.at(0, .drag(to: 0.7))
    script.at(10, .reload(Reload(count: 1, newIndices: [0: 0])))
    expect(script.machine.pauseReasons, equals: [.drag])
    // The slide moves to where a pull of 0.7 pages beyond the end shows it, and follows the pointer back.
    #expect(isClose(script.offset(10), 0.2175, within: 0.001))
    expect(script.frame(10).layers.map(\.distance), equals: [-0.7])
    script.at(400, .drag(to: 0.1))
    #expect(script.offset(400) > 0)
    script.at(410, .drag(to: 0))
    expect(script.offset(410), equals: 0)
  }

  @Test func `a motion goes on if the slide that it leaves was the first and is removed`() {
    var script = Script(3, .ended)
    script.at(0, .move(by: 1, cause: .program))
    let motion = script.machine.motion
    let position = script.frame(20).progress.value
    #expect(position > 0 && position < 0.5)
    let reports = script.reports(20, .reload(Reload(count: 2, newIndices: [1: 0, 2: 1])))
    #expect(!reports.contains(where: isLanding))
    expect(script.machine.motion, equals: motion)
    #expect(script.machine.landedMotion < motion)
    #expect(isClose(script.offset(20), -0.2447, within: 0.001))
    expect(script.frame(20).destination, equals: 0)
    expect(script.frame(20).layers.map { isClose($0.distance, 1 - position) }, equals: [true])
    #expect(script.reports(1000, .tick).contains(where: isLanding))
    expect(script.machine.landedMotion, equals: motion)
  }

  @Test func `the last remaining slide of an endless carousel is in view once`() {
    let layout = CarouselMachine.Layout(pageLength: 0.4, neighbors: 1)
    var script = Script(2, CarouselMachine.Settings(interval: nil, layout: layout))
    expect(script.frame(0).layers.count, equals: 3)
    script.at(0, .reload(Reload(count: 1, newIndices: [1: 0])))
    expect(script.frame(0).layers.map { abs($0.distance) }, equals: [1])
    expect(script.frame(300).layers.map(\.distance), equals: [0])
  }

  @Test
  func `a move from beyond an end begins there, even if the row continues with a slide that was on the other side`() {
    let layout = CarouselMachine.Layout(pageLength: 0.9, neighbors: 1)
    var letters = IdentityTests.Letters("ab", start: "b", .ended.with { $0.layout = layout })
    letters.at(0, .grab)
    letters.reload("ba", at: 10)
    expect(letters.shown(), equals: "ab")
    letters.at(20, .drag(to: 0.9))
    let offset = letters.machine.frame(at: letters.now).progress.value
    #expect(offset < 0.5)
    letters.at(30, .move(by: 1))
    expect(letters.destination, equals: "a")
    expect(letters.machine.frame(at: letters.now).progress.value, equals: offset)
  }

  @Test func `a motion that has yet to turn does not run far beyond a new end`() {
    var script = Script(3, start: 1, .ended)
    script.at(0, .grab)
    script.at(0, .drag(to: 0.3))
    script.at(0, .move(by: 1))
    script.at(20, .move(by: -1))
    let offset = script.offset(30)
    #expect(script.machine.frame(at: .milliseconds(30)).velocity > 0)
    expect(script.frame(30).destination, equals: 1)
    script.at(30, .reload(Reload(count: 2, newIndices: [0: 0, 1: 1])))
    for time in 30..<400 { #expect(script.offset(time) <= offset + 0.1) }
  }

  private func isLanding(_ report: CarouselMachine.Report) -> Bool {
    if case .didLand(0, _, _, _) = report { true } else { false }
  }
}

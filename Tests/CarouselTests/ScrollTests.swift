import Carousel
import CarouselValues
import TestSupport
import Testing

/// Free scrolling, momentum and the ticker.
struct ScrollTests {
  static let free = CarouselMachine.Settings.ended.with { $0.drag.landing = .free }

  @Test func `a throw scrolls a third of its time at its velocity, and rests between two pages`() {
    var machine = CarouselMachine(count: 9, settings: Self.free)
    machine.handle(.grab, at: .zero)
    machine.handle(.drag(to: 0.25), at: .zero)
    machine.handle(.release(velocity: 4), at: .zero)
    expect(isClose(machine.frame(at: .zero).velocity, 4), equals: true)
    expect(machine.frame(at: .zero).destination, equals: 1)
    machine.handle(.tick, at: .seconds(2))
    let frame = machine.frame(at: .seconds(2))
    expect(isClose(frame.position, 1.45), equals: true)
    expect(frame.isMoving, equals: false)
    expect(machine.landedMotion, equals: machine.motion)
    expect(machine.nextWake(after: .seconds(2)), equals: .never)
    machine.handle(.move(by: 1), at: .seconds(2))
    expect(machine.frame(at: .seconds(3)).position, equals: 2)
  }

  @Test func `a throw does not scroll beyond an end`() {
    var machine = CarouselMachine(count: 3, settings: Self.free)
    machine.handle(.grab, at: .zero)
    machine.handle(.release(velocity: 90), at: .zero)
    for step in 0...60 { #expect(machine.frame(at: .milliseconds(step * 20)).position <= 2) }
    expect(machine.frame(at: .seconds(2)).current, equals: 2)
  }

  @Test func `with momentum, a throw goes to the page nearest to where it would end`() {
    var machine = CarouselMachine(count: 20, settings: .ended.with { $0.drag.landing = .momentum })
    machine.handle(.grab, at: .zero)
    machine.handle(.release(velocity: 14), at: .zero)
    expect(machine.frame(at: .zero).destination, equals: 4)
    expect(machine.frame(at: .seconds(1)).position, equals: 4)
  }

  @Test func `a host scrolls by nine tenths of a view, and to a place`() {
    let layout = CarouselMachine.Layout(pageLength: 0.3, alignment: .start, isContained: true)
    var machine = CarouselMachine(count: 10, settings: Self.free.with { $0.layout = layout })
    machine.handle(.scroll(by: 0.9), at: .zero)
    expect(isClose(machine.frame(at: .seconds(1)).position, 3), equals: true)
    machine.handle(.scroll(by: 5), at: .seconds(1))
    let end = machine.frame(at: .seconds(2)).layers.first { $0.slide == 9 }
    expect(end.map { isClose($0.box.x + $0.box.width, 1, within: 1e-6) }, equals: true)
    machine.handle(.scrollTo(1.5, animated: false), at: .seconds(3))
    expect(isClose(machine.frame(at: .seconds(3)).layers.first { $0.slide == 2 }?.box.x ?? 0, 0.15), equals: true)
  }

  @Test func `a ticker moves at a constant speed on screen, and a pause stops it where it is`() {
    let layout = CarouselMachine.Layout(alignment: .start, lengths: SlideLengths([0.2, 0.5, 0.3, 0.9]))
    let settings = CarouselMachine.Settings.still.with {
      $0.layout = layout
      $0.tickerVelocity = 0.1
    }
    var machine = CarouselMachine(count: 4, settings: settings)
    machine.handle(.tick, at: .zero)
    func start(_ slide: Int, at seconds: Double) -> Double? {
      machine.frame(at: .seconds(seconds)).layers.first { $0.slide == slide }?.box.x
    }
    for second in [1.0, 2, 3, 4, 6, 6.5] {
      expect(start(2, at: second).map { isClose($0, 0.7 - second * 0.1, within: 1e-6) }, equals: true)
    }
    machine.handle(.pause("pointer"), at: .seconds(3))
    expect(start(2, at: 60).map { isClose($0, 0.4, within: 1e-6) }, equals: true)
    expect(machine.nextWake(after: .seconds(60)), equals: .never)
    machine.handle(.resume("pointer"), at: .seconds(60))
    expect(start(2, at: 61).map { isClose($0, 0.3, within: 1e-6) }, equals: true)
  }

  @Test func `slides that float beyond a new end return to it from where a pull would show them`() {
    var letters = IdentityTests.Letters("abc", start: "b", .ended.with { $0.drag.landing = .free })
    letters.at(0, .scrollTo(1.8, animated: false))
    expect(letters.shown(), equals: "bc")
    letters.reload("ab", at: 0)
    let pulled = letters.machine.frame(at: .zero).progress.value
    #expect(pulled > 0.23 && pulled < 0.24)
    #expect(isClose(letters.machine.frame(at: .zero).layers[0].distance, -0.8))
    let offset = letters.machine.frame(at: .milliseconds(20)).progress.value
    letters.at(20, .grab)
    #expect(isClose(letters.machine.frame(at: letters.now).progress.value, offset))
    letters.at(20, .release(velocity: 0))
    letters.at(400, .tick)
    expect(letters.machine.frame(at: letters.now).progress.value, equals: 0)
  }
}

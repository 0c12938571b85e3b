import Carousel
import CarouselValues
import TestSupport
import Testing

/// The slides to load, and their order.
struct DemandTests {
  @Test func `at rest, demand is the current slide, then two ahead and one behind`() {
    var script = Script(9, start: 4)
    expect(script.machine.demand, equals: SlideDemand(visible: [4], upcoming: [5, 6, 3]))
    script.at(0, .move(by: -1, cause: .program))
    script.at(300, .tick)
    expect(script.machine.demand, equals: SlideDemand(visible: [3], upcoming: [2, 1, 4]))
  }

  @Test func `as many slides are demanded ahead and behind as the settings say`() {
    func demand(_ ahead: Int, _ behind: Int) -> [Int] {
      let settings = CarouselMachine.Settings(interval: nil, preloadAhead: ahead, preloadBehind: behind)
      return Script(100, start: 50, settings).machine.demand.upcoming
    }
    expect(demand(0, 0), equals: [])
    expect(demand(3, 2), equals: [51, 52, 53, 49, 48])
    expect(demand(.max, .min).count, equals: 32)
  }

  @Test func `in motion, demand is both slides on screen, then the slides beyond`() {
    var script = Script(9, start: 4)
    script.at(0, .move(by: 1, cause: .program))
    expect(script.machine.demand, equals: SlideDemand(visible: [4, 5], upcoming: [6, 7]))
    script.at(400, .move(by: -1, cause: .program))
    script.at(450, .tick)
    expect(script.machine.demand, equals: SlideDemand(visible: [5, 4], upcoming: [3, 2]))
  }

  @Test func `a long motion loads its destination early`() {
    var script = Script(100)
    script.at(0, .move(by: 10, cause: .program))
    expect(script.machine.demand, equals: SlideDemand(visible: [0, 1], upcoming: [10, 11, 12, 9]))
    script.at(150, .tick)
    expect(script.machine.demand, equals: SlideDemand(visible: [7, 8], upcoming: [10, 11, 12, 9]))
  }

  @Test func `a jump demands its destination at once`() {
    var script = Script(100)
    script.at(0, .jump(to: 40))
    expect(script.machine.demand, equals: SlideDemand(visible: [0, 40], upcoming: [41, 42]))
    var onward = Script(100)
    onward.at(0, .move(by: 1, cause: .program))
    onward.at(75, .jump(to: 40))
    expect(onward.machine.demand, equals: SlideDemand(visible: [0, 1, 40], upcoming: [41, 42]))
  }

  @Test func `a reversed motion still demands the slide that leaves`() {
    var script = Script(9, start: 4)
    script.at(0, .move(by: 1, cause: .program))
    script.at(75, .move(by: -1, cause: .program))
    expect(script.machine.demand, equals: SlideDemand(visible: [4, 5], upcoming: [6, 3]))
  }

  @Test func `a drag demands the slide that it uncovers`() {
    var script = Script(9, start: 4)
    script.at(0, .grab)
    script.at(0, .drag(to: -0.2))
    expect(script.machine.demand, equals: SlideDemand(visible: [4, 3], upcoming: [2, 5]))
  }

  @Test func `at an end, the slides on the way back are demanded`() {
    var script = Script(9, start: 7, .ended)
    script.at(0, .move(by: 1, cause: .program))
    expect(script.machine.demand, equals: SlideDemand(visible: [7, 8], upcoming: [6]))
    script.at(300, .tick)
    expect(script.machine.demand, equals: SlideDemand(visible: [8], upcoming: [7, 6]))
    expect(Script(9, .ended).machine.demand, equals: SlideDemand(visible: [0], upcoming: [1, 2]))
  }

  @Test func `each slide is demanded only once, even in small decks`() {
    expect(Script(0).machine.demand, equals: SlideDemand())
    expect(Script(1).machine.demand, equals: SlideDemand(visible: [0]))
    expect(Script(2).machine.demand, equals: SlideDemand(visible: [0], upcoming: [1]))
    expect(Script(3).machine.demand, equals: SlideDemand(visible: [0], upcoming: [1, 2]))
  }
}

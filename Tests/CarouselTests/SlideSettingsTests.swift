import Carousel
import CarouselValues
import TestSupport
import Testing

/// Slides with their own settings.
struct SlideSettingsTests {
  private func lasting(_ seconds: Int) -> CarouselMachine.SlideSettings {
    CarouselMachine.SlideSettings(dwell: .lasting(.seconds(seconds)))
  }

  private let unlimited = CarouselMachine.SlideSettings(dwell: .unlimited)

  private func settings(
    _ slides: [Int: CarouselMachine.SlideSettings], interval: Duration? = .seconds(5)
  ) -> CarouselMachine.Settings {
    CarouselMachine.Settings(interval: interval, slides: slides)
  }

  // MARK: - Dwell

  @Test func `a slide with its own dwell rests for it, and the others for the interval`() {
    var script = Script(3, settings([1: lasting(20)]))
    expect(script.wake(0), equals: 5000)
    script.at(5000, .tick)
    script.at(5300, .tick)
    expect(script.wake(5300), equals: 25_300)
    expect(script.frame(15_300).countdown, equals: 0.5)
    script.at(25_300, .tick)
    expect(script.current(25_600), equals: 2)
    expect(script.machine.frame(at: .milliseconds(25_600)).countdown, equals: 0)
    script.at(25_600, .tick)
    expect(script.wake(25_600), equals: 30_600)
  }

  @Test func `the dwell is that of the slide shown, however late the tick`() {
    // Slide 1 comes to rest at 5300 and dwells until 25300: at 20000, nothing else is due.
    var script = Script(3, settings([1: lasting(20)]))
    expect(script.current(20_000), equals: 1)
    script.at(20_000, .tick)
    expect(script.wake(20_000), equals: 25_300)
    // Slide 0 dwells for 2 s, so slide 1 rests from 2300 on.
    var hurried = Script(3, settings([0: lasting(2), 1: lasting(20)]))
    expect(hurried.wake(0), equals: 2000)
    hurried.at(10_000, .tick)
    expect(hurried.wake(10_000), equals: 22_300)
  }

  @Test func `a slide with an unlimited dwell stays until a move leads away from it`() {
    var script = Script(3, settings([1: unlimited]))
    script.at(5300, .tick)
    expect(script.wake(6000), equals: nil)
    expect(script.frame(6000).countdown, equals: nil)
    expect(script.current(3_600_000), equals: 1)
    script.at(9000, .move(by: 1))
    script.at(9300, .tick)
    expect(script.wake(9300), equals: 14_300)
  }

  @Test func `a slide's own dwell counts even without an interval, and its end is an advance like any other`() {
    var script = Script(3, settings([0: lasting(3)], interval: nil))
    expect(script.wake(0), equals: 3000)
    script.at(3000, .tick)
    expect(script.current(3300), equals: 1)
    script.at(3300, .tick)
    expect(script.wake(3300), equals: nil)
  }

  @Test func `a slide's own dwell is at least the minimum interval`() {
    let zero = CarouselMachine.SlideSettings(dwell: .lasting(.zero))
    expect(Script(3, settings([0: zero])).wake(0), equals: 2000)
    var settings = settings([0: zero, 1: unlimited])
    expect(settings.effectiveInterval(of: 0), equals: .seconds(2))
    expect(settings.effectiveInterval(of: 1), equals: nil)
    expect(settings.effectiveInterval(of: 2), equals: .seconds(5))
    settings.minimumInterval = .zero
    expect(settings.effectiveInterval(of: 0), equals: nil)
  }

  @Test func `new settings restart the dwell only if that of the current slide changes`() {
    var script = Script(3, settings([1: lasting(20)]))
    script.at(1000, .configure(settings([1: lasting(30)])))
    expect(script.wake(1000), equals: 5000)
    script.at(2000, .configure(settings([0: lasting(8)])))
    expect(script.wake(2000), equals: 10_000)
    script.at(3000, .configure(settings([0: unlimited])))
    expect(script.wake(3000), equals: nil)
    script.at(4000, .configure(settings([:])))
    expect(script.wake(4000), equals: 9000)
  }

  @Test func `a pause stops a slide's own dwell, and its end starts a full one`() {
    var script = Script(3, settings([0: lasting(20)]))
    script.at(4000, .pause(.user))
    expect(script.wake(4000), equals: nil)
    script.at(10_000, .resume(.user))
    expect(script.wake(10_000), equals: 30_000)
  }

  // MARK: - Reloads

  @Test func `a reload brings the settings of the new slides, and the dwell of a slide that stays continues`() {
    var script = Script(3, start: 1, settings([1: lasting(20)]))
    script.at(4000, .reload(Reload(count: 4, newIndices: [0: 0, 1: 2, 2: 3]), slides: [2: lasting(20)]))
    expect(script.machine.current, equals: 2)
    expect(script.wake(4000), equals: 20_000)
    expect(script.machine.settings.slides, equals: [2: lasting(20)])
  }

  @Test func `a reload that gives the current slide another dwell restarts it`() {
    var script = Script(3, start: 1, settings([1: lasting(20)]))
    script.at(4000, .reload(Reload(count: 3, newIndices: [0: 0, 1: 1, 2: 2]), slides: [1: lasting(30)]))
    expect(script.wake(4000), equals: 34_000)
    script.at(5000, .reload(Reload(count: 3, newIndices: [0: 0, 1: 1, 2: 2]), slides: [:]))
    expect(script.wake(5000), equals: 10_000)
    expect(script.machine.settings.slides, equals: [:])
  }

  @Test func `a reload without settings keeps those of the slides that it names`() {
    var script = Script(40, start: 1, settings([1: lasting(20), 30: lasting(30), 31: lasting(40), 99: lasting(50)]))
    let anchors = script.machine.anchorSlides(at: .zero)
    #expect(anchors.contains(30) && anchors.contains(31) && !anchors.contains(99))
    script.at(4000, .reload(Reload(count: 40, from: 40, anchors: anchors) { $0 == 31 ? nil : $0 + 1 }))
    expect(script.machine.settings.slides, equals: [2: lasting(20), 31: lasting(30)])
    expect(script.wake(4000), equals: 20_000)
  }

  @Test func `the slide that takes the place of a removed one dwells for its own time`() {
    var script = Script(3, start: 1, settings([:]))
    script.at(4000, .reload(Reload(count: 2, newIndices: [0: 0, 2: 1]), slides: [1: lasting(20)]))
    expect(script.machine.current, equals: 1)
    script.at(4300, .tick)
    expect(script.wake(4300), equals: 24_000)
  }

  @Test func `the first slides after none dwell for their own time`() {
    var script = Script(0, settings([:]))
    script.at(1000, .reload(Reload(count: 2), slides: [0: lasting(20)]))
    expect(script.wake(1000), equals: 21_000)
  }
}

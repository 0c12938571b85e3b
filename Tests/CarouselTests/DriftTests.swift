import Carousel
import CarouselValues
import TestSupport
import Testing

/// A slow zoom and pan while a slide rests.
struct DriftTests {
  private func script(interval: Duration? = .seconds(5), count: Int = 3) -> Script {
    Script(count, CarouselMachine.Settings(interval: interval, transition: .drift))
  }

  /// The visible part of the slide at a distance, by default of the current one.
  private func crop(_ script: Script, _ milliseconds: Int, distance: Double = 0) -> SlideBox? {
    script.frame(milliseconds).layers.first { abs($0.distance - distance) < 0.01 }?.crop
  }

  @Test func `a slide at rest slowly zooms and pans, and the visible part stays inside it`() throws {
    let script = script(interval: nil)
    expect(crop(script, 0), equals: SlideBox())
    let early = try #require(crop(script, 2000))
    let late = try #require(crop(script, 8000))
    #expect(early.width < 1 && late.width < early.width)
    #expect(isClose(late.width, 0.8))
    #expect(isClose(late.height, 0.8))
    for milliseconds in stride(from: 0, through: 40_000, by: 250) {
      let part = try #require(crop(script, milliseconds))
      #expect(part.x >= 0 && part.y >= 0 && part.x + part.width <= 1.000001 && part.y + part.height <= 1.000001)
    }
    // There and back again.
    expect(crop(script, 16_000), equals: SlideBox())
  }

  @Test func `drifting runs at thirty frames a second, and a paused slide needs no frames`() {
    var script = script(interval: nil)
    expect(script.wake(100), equals: 133)
    script.at(1000, .pause(.user))
    // While the slide returns, every frame is drawn.
    expect(script.wake(1100), equals: 1100)
    expect(script.wake(1300), equals: nil)
  }

  @Test func `a grab returns the slide to its whole, and a release restarts the drift`() throws {
    var script = script(interval: nil)
    let before = try #require(crop(script, 6000))
    script.at(6000, .grab)
    expect(crop(script, 6000), equals: before)
    let returning = try #require(crop(script, 6100))
    #expect(returning.width > before.width && returning.width < 1)
    expect(crop(script, 6300), equals: SlideBox())
    expect(script.frame(9000).isDrifting, equals: false)
    script.at(9000, .release(velocity: 0))
    expect(crop(script, 9000), equals: SlideBox())
    #expect(try #require(crop(script, 12_000)).width < 1)
  }

  @Test func `during auto-advance, both the leaving and the arriving slide drift`() throws {
    var script = script()
    let before = try #require(crop(script, 4999))
    script.at(5000, .tick)
    let layers = script.frame(5600).layers
    expect(layers.map(\.slide), equals: [0, 1])
    #expect(layers[0].crop.width < before.width)
    #expect(layers[1].crop.width < 1)
    let arriving = try #require(script.frame(6199).layers.last).crop
    script.at(6200, .tick)
    expect(script.current(6200), equals: 1)
    let arrived = try #require(crop(script, 6200))
    #expect(abs(arrived.width - arriving.width) < 0.001 && abs(arrived.x - arriving.x) < 0.001)
  }

  @Test func `a key brings the next slide in whole`() {
    var script = script()
    script.at(4000, .key(1))
    script.at(4150, .tick)
    expect(script.frame(4150).layers.first { $0.slide == 1 }?.crop, equals: SlideBox())
    expect(crop(script, 4400), equals: SlideBox())
    #expect(crop(script, 6700) != SlideBox())
  }

  @Test func `a reload that renumbers the slide does not change its drift`() {
    var script = script(interval: nil)
    let before = crop(script, 5000)
    script.reload(at: 5000, count: 6, current: 3)
    expect(script.current(5000), equals: 3)
    expect(crop(script, 5000), equals: before)
  }

  @Test func `another mode returns the slide to its whole`() {
    var script = script(interval: nil)
    script.at(5000, .configure(CarouselMachine.Settings(interval: nil, transition: .slide)))
    #expect(script.frame(5100).isDrifting)
    #expect(!script.frame(5300).isDrifting)
    expect(script.wake(5300), equals: nil)
  }

  @Test(arguments: [-1, 0, 1, Double.nan, .infinity, 1e300])
  func `any zoom and period yield a valid crop`(_ zoom: Double) {
    for period in [Duration.zero, .seconds(-1), .seconds(Int64.max), .milliseconds(1)] {
      let crop = Drift(zoom: zoom, period: period).crop(of: .min, after: .seconds(Int64.max))
      #expect(crop.width >= 0.25 && crop.width <= 1 && crop.x >= 0 && crop.x + crop.width <= 1.000001)
    }
  }
}

/// Auto-advance without wrap.
struct PingPongTests {
  @Test func `without wrap, auto-advance turns at each end`() {
    var script = Script(3, CarouselMachine.Settings(interval: .seconds(2), wraps: false))
    let shown = (1...7).map { step -> Int? in
      script.at(step * 2300, .tick)
      return script.current(step * 2300)
    }
    expect(shown, equals: [1, 2, 1, 0, 1, 2, 1])
  }

  @Test func `auto-advance starts in its heading and turns at the ends`() {
    var script = Script(
      3, start: 1, CarouselMachine.Settings(interval: .seconds(2), heading: .backward, wraps: false))
    let shown = (1...4).map { step -> Int? in
      script.at(step * 2300, .tick)
      return script.current(step * 2300)
    }
    expect(shown, equals: [0, 1, 2, 1])
  }

  @Test func `an automatic move over several slides drifts the same with and without ticks in between`() {
    var settings = CarouselMachine.Settings(interval: .seconds(20), transition: .drift)
    settings.layout.pageLength = 0.5
    settings.layout.neighbors = 1
    var late = CarouselMachine(count: 9, settings: settings)
    late.handle(.move(by: 3, cause: .automatic), at: .seconds(1))
    var ticking = late
    for moment in stride(from: 1000, through: 5000, by: 7) {
      ticking.handle(.tick, at: .milliseconds(moment))
      expect(ticking.frame(at: .milliseconds(moment)), equals: late.frame(at: .milliseconds(moment)))
    }
    late.handle(.tick, at: .milliseconds(4997))
    expect(late, equals: ticking)
    #expect(ticking.frame(at: .seconds(5)).isDrifting)
  }
}

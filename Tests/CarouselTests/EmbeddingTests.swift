import Carousel
import CarouselValues
import TestSupport
import Testing

/// Behavior on which embedding programs rely.
struct EmbeddingTests {
  // The README's example; RepositoryTests check that it is the same there.
  @Test func `the README's example does what it says`() {
    // README begins
    var carousel = CarouselMachine(count: 12, settings: .init(interval: .seconds(5), transition: .fade))

    carousel.handle(.move(by: 1), at: .seconds(1))
    carousel.handle(.grab, at: .seconds(2))
    carousel.handle(.drag(to: 0.4), at: .seconds(2.1))
    let frame = carousel.frame(at: .seconds(2.1))
    let demand = carousel.demand
    let wake = carousel.nextWake(after: .seconds(2.1))
    // README ends
    #expect((frame.previous, frame.current, frame.next) == (0, 1, 2))
    expect(frame.progress, equals: CarouselMachine.Progress(from: 1, to: 2, value: 0.4, cause: .user))
    expect(frame.transition, equals: .fade)
    expect(frame.nearestSlide, equals: 1)
    #expect(!frame.isMoving)
    expect(demand, equals: SlideDemand(visible: [1, 2], upcoming: [3, 0]))
    expect(wake, equals: .never)
    expect(carousel.count, equals: 12)
    expect(carousel.current, equals: 1)
  }

  @Test func `a carousel takes at most 729 bytes, since every frame copies it`() {
    #expect(MemoryLayout<CarouselMachine>.size <= 729)
  }

  @Test func `a carousel without slides has no current slide`() {
    let carousel = CarouselMachine(count: 0)
    expect(carousel.count, equals: 0)
    expect(carousel.current, equals: nil)
  }

  @Test func `timestamps convert from a clock's instants and back`() {
    let start = ContinuousClock.now
    let now = Timestamp(start + .milliseconds(250), since: start)
    expect(now, equals: .seconds(0.25))
    expect(start.advanced(by: now.sinceStart), equals: start + .milliseconds(250))
    expect(Timestamp(start, since: start + .seconds(1)), equals: .seconds(-1))
  }

  @Test func `a drag or release without a grab changes nothing`() {
    var carousel = CarouselMachine(count: 3)
    expect(carousel.handle(.drag(to: 0.4), at: .zero), equals: [])
    expect(carousel.handle(.release(velocity: 9), at: .zero), equals: [])
    expect(carousel, equals: CarouselMachine(count: 3))
  }
}

import Carousel
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
    #expect(frame.progress == CarouselMachine.Progress(from: 1, to: 2, value: 0.4, cause: .user))
    #expect(frame.transition == .fade)
    #expect(frame.nearestSlide == 1)
    #expect(!frame.isMoving)
    #expect(demand == CarouselMachine.Demand(visible: [1, 2], soon: [3, 0]))
    #expect(wake == .never)
    #expect(carousel.count == 12)
    #expect(carousel.current == 1)
  }

  @Test func `a carousel takes at most 729 bytes, since every frame copies it`() {
    #expect(MemoryLayout<CarouselMachine>.size <= 729)
  }

  @Test func `a carousel without slides has no current slide`() {
    let carousel = CarouselMachine(count: 0)
    #expect(carousel.count == 0)
    #expect(carousel.current == nil)
  }

  @Test func `timestamps convert from a clock's instants and back`() {
    let start = ContinuousClock.now
    let now = Timestamp(start + .milliseconds(250), since: start)
    #expect(now == .seconds(0.25))
    #expect(start.advanced(by: now.sinceStart) == start + .milliseconds(250))
    #expect(Timestamp(start, since: start + .seconds(1)) == .seconds(-1))
  }

  @Test func `a drag or release without a grab changes nothing`() {
    var carousel = CarouselMachine(count: 3)
    #expect(carousel.handle(.drag(to: 0.4), at: .zero) == [])
    #expect(carousel.handle(.release(velocity: 9), at: .zero) == [])
    #expect(carousel == CarouselMachine(count: 3))
  }
}

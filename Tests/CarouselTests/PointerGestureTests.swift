import Carousel
import CarouselValues
import TestSupport
import Testing

/// Pointers from their press to their release.
struct PointerGestureTests {
  private let size = SlideSize(width: 400, height: 300)

  private func gesture(_ change: (inout CarouselMachine.Settings) -> Void = { _ in }) -> PointerGesture {
    PointerGesture(at: SlidePoint(x: 200, y: 100), in: size, .still.with { change(&$0) }, at: .zero)
  }

  @Test func `a pointer that stays within the slop clicks, and lets the slides go`() {
    var gesture = gesture { $0.drag.slop = 10 }
    expect(gesture.move(to: SlidePoint(x: 207, y: 107), at: .milliseconds(10)), equals: nil)
    expect(gesture.course, equals: .undecided)
    expect(gesture.release(at: .milliseconds(20)), equals: .release(velocity: 0))
  }

  @Test func `a drag begins where the slop ends, and is released at the pointer's velocity`() {
    var gesture = gesture { $0.drag.slop = 10 }
    expect(gesture.move(to: SlidePoint(x: 190, y: 100), at: .milliseconds(10)), equals: .drag(to: 0))
    expect(gesture.move(to: SlidePoint(x: 150, y: 180), at: .milliseconds(20)), equals: .drag(to: 0.1))
    expect(gesture.course, equals: .along)
    guard case .release(let velocity) = gesture.release(at: .milliseconds(20)) else {
      Issue.record("a drag has a release")
      return
    }
    #expect(velocity > 5 && velocity < 11)
    expect(gesture.release(at: .milliseconds(500)), equals: .release(velocity: 0))
  }

  @Test func `a movement across the slides lets them go, and stays one`() {
    var gesture = gesture()
    expect(gesture.move(to: SlidePoint(x: 203, y: 104), at: .milliseconds(10)), equals: .release(velocity: 0))
    expect(gesture.move(to: SlidePoint(x: 100, y: 104), at: .milliseconds(20)), equals: nil)
    expect(gesture.course, equals: .across)
    expect(gesture.release(at: .milliseconds(20)), equals: nil)
  }

  @Test func `without a lock, slides follow their share of any movement`() {
    var gesture = gesture { $0.drag.locksAxis = false }
    expect(gesture.move(to: SlidePoint(x: 196, y: 150), at: .milliseconds(10)), equals: .drag(to: 0.01))
    expect(gesture.course, equals: .along)
  }

  @Test func `vertical and mirrored slides follow their axis`() {
    var vertical = gesture { $0.layout.axis = .vertical }
    expect(vertical.move(to: SlidePoint(x: 203, y: 70), at: .milliseconds(10)), equals: .drag(to: 0.1))
    var mirrored = gesture { $0.layout.isMirrored = true }
    expect(mirrored.move(to: SlidePoint(x: 240, y: 100), at: .milliseconds(10)), equals: .drag(to: 0.1))
  }

  @Test func `points, sizes and slops of any value are safe`() {
    for slop in [-1, .nan, .infinity] {
      var gesture = PointerGesture(
        at: SlidePoint(x: .nan, y: -.infinity), in: SlideSize(width: 0, height: .nan),
        .still.with { $0.drag.slop = slop }, at: .zero)
      _ = gesture.move(to: SlidePoint(x: .infinity, y: .nan), at: .milliseconds(10))
      if case .drag(let pages) = gesture.move(to: SlidePoint(x: 1, y: 1), at: .milliseconds(20)) {
        expect(pages, equals: 0)
      }
    }
  }
}

import RemoteControl
import TestSupport
import Testing

@Suite("Followers")
struct FollowPlanTests {
  private var plan = FollowPlan()

  private func slide(_ number: Int) -> RemoteSlide {
    RemoteSlide(number: number, name: "\(number)", path: "/\(number)")
  }

  private func state(_ number: Int?, to destination: Int?) -> RemoteState {
    RemoteState(
      slide: number.map(slide), count: 9, complete: true, destination: destination, moving: number != destination,
      paused: false, interval: nil, mode: .carousel, time: 0)
  }

  @Test mutating func `followers begin at the leader's slide, or at the one that it goes to`() {
    #expect(
      plan.begin(state(3, to: 3))
        == .show(SlideTarget(number: 3, name: "/3"), RemoteMotion(isAnimated: false, follows: true)))
    expect(plan.begin(state(3, to: 4)), equals: .show(SlideTarget(number: 4), RemoteMotion(follows: true)))
    expect(plan.begin(state(nil, to: nil)), equals: nil)
  }

  @Test mutating func `a motion is followed with its start, its way and its cause`() {
    _ = plan.begin(state(3, to: 3))
    let begin = RemoteReport(.begin(to: slide(4), start: 7.5, cause: .automatic, direction: .forward), at: 7.6)
    #expect(
      plan.follow(begin)
        == .show(
          SlideTarget(number: 4, name: "/4"),
          RemoteMotion(start: 7.5, direction: .forward, cause: .automatic, follows: true)))
    // What the motion shows on its way, and where it lands, is known.
    expect(plan.follow(RemoteReport(.show(slide(4), isMoving: true), at: 8)), equals: nil)
    expect(plan.follow(RemoteReport(.show(slide(4), isMoving: false), at: 8)), equals: nil)
    expect(plan.follow(RemoteReport(.land(4), at: 8)), equals: nil)
  }

  @Test mutating func `a slide that appears without a motion is shown at once`() {
    _ = plan.begin(state(3, to: 3))
    let show = RemoteReport(.show(slide(9), isMoving: false), at: 8)
    expect(
      plan.follow(show),
      equals: .show(SlideTarget(number: 9, name: "/9"), RemoteMotion(isAnimated: false, follows: true)))
    expect(plan.follow(show), equals: nil)
    expect(plan.follow(RemoteReport(.show(nil, isMoving: false), at: 8)), equals: nil)
  }

  @Test mutating func `nothing else is followed`() {
    for event in [RemoteReport.Event.pause(true), .deck(count: 3), .end(reason: "quit")] {
      expect(plan.follow(RemoteReport(event, at: 8)), equals: nil)
    }
  }

  @Test mutating func `where the leader follows another program, its followers do not go`() {
    _ = plan.begin(state(3, to: 3))
    let begin = RemoteReport.Event.begin(to: slide(4), start: 7.5, cause: .program, direction: .forward)
    expect(plan.follow(RemoteReport(begin, at: 8, follows: true)), equals: nil)
    expect(plan.follow(RemoteReport(.show(slide(4), isMoving: false), at: 8)), equals: nil)
    expect(plan.follow(RemoteReport(.show(slide(5), isMoving: false), at: 8, follows: true)), equals: nil)
    #expect(plan.follow(RemoteReport(begin, at: 9)) != nil)
  }
}

import CarouselApp
import CarouselValues
import Terminal
import TestSupport
import Testing

/// When frames are drawn, and when the last one is reused.
@Suite @MainActor final class FrameRendererTests {
  private var stage = Stage("red", "green")
  private var renderer = FrameRenderer()

  /// Requests a frame at a time in milliseconds; returns the number of frames drawn so far.
  private func frames(at milliseconds: Int) -> Int {
    stage.now = Timestamp(.milliseconds(milliseconds))
    stage.send(.tick)
    let now = stage.now
    _ = renderer.frame(of: stage.session.view(at: now)) { now }
    return renderer.times.count
  }

  private func presented(_ animation: UInt64?) -> Bool { renderer.presented(animation: animation) }

  @Test func `a frame at rest is drawn again only if the view differs`() {
    expect(frames(at: 1000), equals: 1)
    expect(frames(at: 1001), equals: 1)
    stage.send(.message("hello"))
    expect(frames(at: 1002), equals: 2)
    expect(frames(at: 2000), equals: 2)
    // The message has ended.
    expect(frames(at: 2600), equals: 3)
    expect(frames(at: 9000), equals: 3)
  }

  @Test func `events that change nothing on the screen cause no drawing`() {
    expect(frames(at: 1000), equals: 1)
    stage.send(.input(.focus(true)))
    stage.send(.input(.key(.function(12))))
    expect(frames(at: 1001), equals: 1)
  }

  @Test func `each frame of a motion is drawn`() {
    stage.wait(1)
    stage.press(.right)
    for count in 1...3 { expect(frames(at: 1100 + 10 * count), equals: count) }
  }

  @Test func `a frame is drawn again once pixels no longer cover its animation`() {
    expect(frames(at: 1000), equals: 1)
    #expect(!presented(7))
    expect(frames(at: 1001), equals: 1)
    #expect(presented(nil))
    expect(frames(at: 1002), equals: 2)
  }
}

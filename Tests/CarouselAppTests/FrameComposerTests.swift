import Carousel
import CarouselApp
import Terminal
import Testing

/// When frames are composed again, and when the last one is reused.
@Suite final class FrameComposerTests {
  private var stage = Stage("red", "green")
  private var composer = FrameComposer()

  /// Requests a frame at a time in milliseconds; returns the number of frames composed so far.
  private func frames(at milliseconds: Int) -> Int {
    stage.now = Timestamp(.milliseconds(milliseconds))
    let now = stage.now
    _ = composer.frame(of: &stage.session, at: now) { now }
    return composer.times.count
  }

  @Test func `a frame at rest is composed again once something has happened or is due`() {
    #expect(frames(at: 1000) == 1)
    // Before `rests(until:)` the composer does not know what is due, so it composes again.
    #expect(frames(at: 1000) == 2)
    composer.rests(until: nil)
    #expect(frames(at: 1001) == 2)
    composer.rests(until: Timestamp(.milliseconds(2000)))
    #expect(frames(at: 1999) == 2 && frames(at: 2000) == 3)
    composer.rests(until: nil)
    composer.somethingHappened()
    #expect(frames(at: 2001) == 4)
    composer.rests(until: nil)
    #expect(frames(at: 2002) == 4)
  }

  @Test func `a frame is composed again after its deadline, even if later turns composed none`() {
    #expect(frames(at: 1000) == 1)
    composer.rests(until: Timestamp(.milliseconds(1120)))
    // A turn on a busy line composes nothing and ends with nothing due.
    composer.rests(until: nil)
    composer.rests(until: Timestamp(.milliseconds(9000)))
    #expect(frames(at: 1119) == 1)
    #expect(frames(at: 1120) == 2)
  }

  @Test func `each frame of a motion is composed`() {
    stage.wait(1)
    stage.press(.right)
    stage.wait(0.1)
    for count in 1...3 {
      let now = stage.now
      _ = composer.frame(of: &stage.session, at: now) { now }
      composer.rests(until: nil)
      #expect(composer.times.count == count)
    }
  }
}

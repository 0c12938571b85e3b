import Carousel
import CarouselValues
@testable import CarouselApp
import Terminal
import TestSupport
import Testing

/// Frame pacing on a line that may be busy, slow or silent.
struct PresenterTests {
  private static let free = Presenter.Line()
  private static let draining = Presenter.Line(isDraining: true)
  private static let full = Presenter.Line(unacknowledgedFrames: 2)

  private var presenter = Presenter(framesPerSecond: 50)

  /// Returns the decision about a frame at a time in seconds.
  private mutating func decide(
    _ glyph: Glyph, _ kind: FrameKind, on line: Presenter.Line, at time: Double
  ) -> Presenter.Decision {
    presenter.decide(kind, on: line, at: .seconds(time)) { frame(glyph) }
  }

  /// Requests a frame and, if it is presented, reports it as complete.
  private mutating func present(_ glyph: Glyph, _ kind: FrameKind = .still, at time: Double) -> Presenter.Decision {
    let decision = decide(glyph, kind, on: Self.free, at: time)
    if case .present = decision { presenter.presented(isIncomplete: false) }
    return decision
  }

  @Test mutating func `an unchanged frame is presented only once`() {
    let first = present("a", at: 0)
    expect(first, equals: .present(frame("a"), .still))
    let second = present("a", at: 1)
    expect(second, equals: .skip)
    let third = present("b", at: 2)
    expect(third, equals: .present(frame("b"), .still))
  }

  @Test mutating func `frames of a motion keep their interval, and a late timer does not delay later frames`() {
    let first = present("a", .sliding, at: 0)
    expect(first, equals: .present(frame("a"), .sliding))
    let second = present("b", .sliding, at: 0.019)
    expect(second, equals: .skip)
    // Five milliseconds late: the next frame is due 20 ms after this one was due, not after it was presented.
    let third = present("b", .sliding, at: 0.025)
    expect(third, equals: .present(frame("b"), .sliding))
    expect(presenter.nextTurn(for: .seconds(0.025), on: Self.free, at: .seconds(0.025)), equals: .seconds(0.04))
    let fourth = present("c", .sliding, at: 0.04)
    expect(fourth, equals: .present(frame("c"), .sliding))
    expect(presenter.droppedFrames, equals: 0)
  }

  @Test mutating func `frames that were due while the line was busy count as dropped`() {
    _ = present("a", .sliding, at: 0)
    let first = decide("b", .sliding, on: Self.draining, at: 0.02)
    expect(first, equals: .hold(until: nil))
    let second = present("d", .sliding, at: 0.08)
    expect(second, equals: .present(frame("d"), .sliding))
    expect(presenter.droppedFrames, equals: 3)
    // No frame was due between rest and motion.
    _ = present("e", at: 0.1)
    _ = present("f", .sliding, at: 9)
    expect(presenter.droppedFrames, equals: 3)
  }

  @Test mutating func `while the output drains, no frame is composed and no frame timer is set`() {
    _ = present("a", .sliding, at: 0)
    var isComposed = false
    let decision = presenter.decide(.sliding, on: Self.draining, at: .seconds(1)) {
      isComposed = true
      return frame("b")
    }
    expect(decision, equals: .hold(until: nil))
    #expect(!isComposed)
    expect(presenter.nextTurn(for: .seconds(1), on: Self.draining, at: .seconds(1)), equals: nil)
    // A timer of the session is not a frame of a motion, so it stays.
    expect(presenter.nextTurn(for: .seconds(3), on: Self.draining, at: .seconds(1)), equals: .seconds(3))
  }

  @Test mutating func `two unacknowledged frames hold back the third for at most half a second`() {
    _ = present("a", .sliding, at: 0)
    let first = decide("b", .sliding, on: Self.full, at: 0.1)
    expect(first, equals: .hold(until: .seconds(0.5)))
    expect(presenter.nextTurn(for: .seconds(0.1), on: Self.full, at: .seconds(0.1)), equals: .seconds(0.5))
    let second = decide("b", .sliding, on: Self.full, at: 0.5)
    expect(second, equals: .forgetReceipts)
    // The device has discarded the missing acknowledgments: the line is free.
    let third = present("b", .sliding, at: 0.5)
    expect(third, equals: .present(frame("b"), .sliding))
  }

  @Test mutating func `a late acknowledgment lets the next frame through`() {
    _ = present("a", .sliding, at: 0)
    _ = decide("b", .sliding, on: Self.full, at: 0.1)
    let first = decide("c", .sliding, on: Presenter.Line(unacknowledgedFrames: 1), at: 0.3)
    expect(first, equals: .present(frame("c"), .sliding))
    expect(presenter.nextTurn(for: nil, on: Self.free, at: .seconds(0.3)), equals: nil)
  }

  @Test mutating func `an incomplete frame at rest is presented again until it is complete`() {
    let first = decide("a", .still, on: Self.free, at: 0)
    expect(first, equals: .present(frame("a"), .still))
    presenter.presented(isIncomplete: true)
    let second = present("a", at: 0.1)
    expect(second, equals: .present(frame("a"), .still))
    let third = present("a", at: 0.2)
    expect(third, equals: .skip)
  }

  @Test mutating func `the last frame of a motion is presented again as a still frame`() {
    let first = present("a", .mixing, at: 0)
    expect(first, equals: .present(frame("a"), .mixing))
    let second = present("a", .still, at: 0.02)
    expect(second, equals: .present(frame("a"), .still))
    let third = present("a", .still, at: 0.04)
    expect(third, equals: .skip)
  }

  @Test mutating func `forgetting the shown frame presents it again; invalidating the screen does so at once`() {
    _ = present("a", at: 0)
    presenter.forgetShownFrame()
    let first = present("a", at: 1)
    expect(first, equals: .present(frame("a"), .still))
    _ = present("b", .sliding, at: 2)
    presenter.invalidate()
    let second = present("b", .sliding, at: 2.001)
    expect(second, equals: .present(frame("b"), .sliding))
  }
}

/// Returns a frame of one cell.
private func frame(_ glyph: Glyph) -> Frame {
  var cells = CellBuffer(size: CellSize(columns: 1, rows: 1))
  cells[0, 0].glyph = glyph
  return Frame(cells)
}

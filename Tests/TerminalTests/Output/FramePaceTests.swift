import Terminal
import TestSupport
import Testing

/// Quality falls on a slow line and recovers.
@Suite struct FramePaceTests {
  private func pace(after frames: Int, taking milliseconds: Int64, bytes: Int = 10_000) -> FramePace {
    var pace = FramePace()
    for _ in 0..<frames { pace.arrived(bytes: bytes, after: milliseconds * 1_000_000, as: .mixing) }
    return pace
  }

  @Test func `On a fast line only invisible differences are tolerated`() {
    let pace = pace(after: 100, taking: 5)
    expect(pace, equals: FramePace())
    expect(pace.tolerance(for: .mixing), equals: ColorTolerance(distance: 0.015))
    #expect(pace.tolerance(for: .sliding).isNone)
    expect(pace.pieceLimit, equals: nil)
  }

  @Test func `On a slow line the color tolerance rises`() {
    expect(pace(after: 1, taking: 40).tolerance(for: .mixing), equals: ColorTolerance(distance: 0.03))
    expect(pace(after: 2, taking: 40).tolerance(for: .sliding), equals: ColorTolerance(distance: 0.02))
    expect(pace(after: 4, taking: 40).tolerance(for: .sliding), equals: ColorTolerance(distance: 0.04))
    expect(pace(after: 50, taking: 40).tolerance(for: .mixing), equals: ColorTolerance(distance: 0.08))
  }

  @Test func `The slower the line, the more quality drops at once`() {
    expect(pace(after: 1, taking: 60).tolerance(for: .sliding), equals: ColorTolerance(distance: 0.02))
    expect(pace(after: 1, taking: 100).tolerance(for: .sliding), equals: ColorTolerance(distance: 0.04))
    expect(pace(after: 1, taking: 60_000).tolerance(for: .sliding), equals: ColorTolerance(distance: 0.06))
  }

  @Test func `Sliding frames of many bytes stay exact on a fast line`() {
    let busy = pace(after: 50, taking: 40, bytes: 300_000)
    #expect(busy.tolerance(for: .sliding).isNone)
    expect(busy.tolerance(for: .mixing), equals: ColorTolerance(distance: 0.08))
  }

  @Test func `A frame at rest is exact on any line`() {
    let slow = pace(after: 50, taking: 400)
    #expect(slow.tolerance(for: .still).isNone)
  }

  @Test func `A frame of too many bytes counts as late`() {
    expect(pace(after: 1, taking: 5, bytes: 500_000).tolerance(for: .mixing), equals: ColorTolerance(distance: 0.03))
    expect(pace(after: 1, taking: 5, bytes: 300_000), equals: FramePace())
  }

  @Test func `Quality rises by a step after twelve fast frames`() {
    var pace = pace(after: 2, taking: 40)
    for _ in 0..<11 { pace.arrived(bytes: 10_000, after: 5_000_000, as: .sliding) }
    expect(pace.tolerance(for: .mixing), equals: ColorTolerance(distance: 0.04))
    pace.arrived(bytes: 10_000, after: 5_000_000, as: .sliding)
    expect(pace.tolerance(for: .mixing), equals: ColorTolerance(distance: 0.03))
    for _ in 0..<12 { pace.arrived(bytes: 10_000, after: 5_000_000, as: .sliding) }
    expect(pace.tolerance(for: .mixing), equals: ColorTolerance(distance: 0.015))
    expect(pace.pieceLimit, equals: nil)
  }

  @Test func `On a slow line the first frame at rest keeps the motion's quality, and the next is exact`() {
    var slow = pace(after: 3, taking: 80)
    expect(slow.quality(for: .sliding), equals: .sliding)
    expect(slow.quality(for: .still), equals: .sliding)
    expect(slow.quality(for: .still), equals: .still)
    expect(slow.quality(for: .still), equals: .still)
    expect(slow.quality(for: .mixing), equals: .mixing)
    expect(slow.quality(for: .still), equals: .mixing)
    var quick = FramePace()
    expect(quick.quality(for: .sliding), equals: .sliding)
    expect(quick.quality(for: .still), equals: .still)
  }

  @Test func `On a slow line a frame at rest pauses for keys every 40 ms`() {
    // 10 kB in 80 ms are 125 kB a second.
    expect(pace(after: 1, taking: 80).pieceLimit, equals: 5000)
    expect(pace(after: 1, taking: 8000).pieceLimit, equals: 2048)
    // A large frame that takes long does not indicate a slow line.
    expect(pace(after: 1, taking: 80, bytes: 1_500_000).pieceLimit, equals: nil)
  }

  @Test func `A frame is drawn in several pieces until it is complete`() {
    var encoder = FrameEncoder()
    let size = CellSize(columns: 20, rows: 6)
    var terminal = VirtualTerminal(size: size)
    var frame = CellBuffer(size: size)
    for row in 0..<6 { frame.write("row \(row) of the frame", column: 0, row: row) }
    var pieces = 0
    while true {
      var output: [UInt8] = []
      let isDone = encoder.encode(frame, pausingAfter: 30, into: &output)
      terminal.feed(output)
      pieces += 1
      if isDone { break }
      #expect(terminal.cells.map(\.asSeen) != frame.expected)
    }
    expect(pieces, equals: 3)
    expect(terminal.cells.map(\.asSeen), equals: frame.expected)
  }
}

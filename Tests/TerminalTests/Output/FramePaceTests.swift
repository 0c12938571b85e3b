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
    expect(pace.channelBits(for: .mixing), equals: 8)
    expect(pace.pieceLimit, equals: nil)
  }

  @Test func `On a slow line first the color tolerance rises, then the color depth falls`() {
    expect(pace(after: 1, taking: 40).tolerance(for: .mixing), equals: ColorTolerance(distance: 0.03))
    expect(pace(after: 2, taking: 40).tolerance(for: .sliding), equals: ColorTolerance(distance: 0.02))
    expect(pace(after: 2, taking: 40).channelBits(for: .sliding), equals: 8)
    expect(pace(after: 4, taking: 40).channelBits(for: .sliding), equals: 5)
    expect(pace(after: 50, taking: 40).channelBits(for: .mixing), equals: 4)
  }

  @Test func `The slower the line, the more quality drops at once`() {
    expect(pace(after: 1, taking: 60).tolerance(for: .sliding), equals: ColorTolerance(distance: 0.02))
    expect(pace(after: 1, taking: 100).channelBits(for: .sliding), equals: 5)
    expect(pace(after: 1, taking: 60_000).channelBits(for: .sliding), equals: 4)
  }

  @Test func `Sliding frames of many bytes stay exact on a fast line`() {
    let busy = pace(after: 50, taking: 40, bytes: 300_000)
    #expect(busy.tolerance(for: .sliding).isNone && busy.channelBits(for: .sliding) == 8)
    expect(busy.channelBits(for: .mixing), equals: 4)
  }

  @Test func `A frame at rest is exact on any line`() {
    let slow = pace(after: 50, taking: 400)
    #expect(slow.tolerance(for: .still).isNone)
    expect(slow.channelBits(for: .still), equals: 8)
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

  @Test func `Reduced colors keep black, white and palette entries, and the frame at rest is exact`() {
    var encoder = FrameEncoder()
    var terminal = VirtualTerminal(size: CellSize(columns: 3, rows: 1))
    var frame = CellBuffer(size: CellSize(columns: 3, rows: 1))
    frame.cells = [
      Cell("a", foreground: .white, background: .black), Cell("b", foreground: Color(index: 3)),
      Cell("c", foreground: Color(red: 100, green: 101, blue: 9), background: Color(red: 15, green: 240, blue: 128)),
    ]
    var output: [UInt8] = []
    encoder.encode(frame, channelBits: 4, into: &output)
    // Once drawn in reduced colors, the cells are not drawn again.
    let length = output.count
    encoder.encode(frame, channelBits: 4, into: &output)
    expect(output.count, equals: length)
    terminal.feed(output)
    let expected = frame.expected
    expect(terminal.cells[0].asSeen, equals: expected[0])
    expect(terminal.cells[1].asSeen, equals: expected[1])
    expect(terminal.cells[2].foreground, equals: Color(red: 102, green: 102, blue: 17))
    expect(terminal.cells[2].background, equals: Color(red: 17, green: 238, blue: 136))
    output = []
    encoder.encode(frame, into: &output)
    terminal.feed(output)
    expect(terminal.cells.map(\.asSeen), equals: expected)
  }

  @Test func `A picture in reduced colors is still moved instead of redrawn`() {
    var encoder = FrameEncoder(movesCells: true)
    var frame = CellBuffer(size: CellSize(columns: 20, rows: 4))
    var random = SplitMix64(seed: 1)
    for index in frame.cells.indices {
      let value = UInt32.random(in: 0...(.max), using: &random)
      frame.cells[index].background = Color(
        red: UInt8(value & 255), green: UInt8(value >> 8 & 255), blue: UInt8(value >> 16 & 255))
    }
    var output: [UInt8] = []
    encoder.encode(frame, channelBits: 4, into: &output)
    let whole = output.count
    output = []
    let before = frame
    for row in 0..<4 {
      for column in 0..<20 { frame[column, row] = before[(column + 1) % 20, row] }
    }
    encoder.encode(frame, tolerance: ColorTolerance(distance: 0.06), channelBits: 4, into: &output)
    #expect(output.count < whole / 4)
  }
}

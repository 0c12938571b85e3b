import Terminal
import TestSupport
import Testing

/// The terminal shows each frame as composed, whatever it showed before.
@Suite struct FrameEncoderPropertyTests {
  @Test(arguments: Rounds.seeds(40))
  func `The terminal shows every frame exactly as composed`(seed: UInt64) {
    var frames = RandomFrames(seed: seed)
    let size = CellSize(columns: 1 + Int(seed % 13), rows: 1 + Int(seed % 4))
    var terminal = VirtualTerminal(size: size)
    var encoder = FrameEncoder()
    var frame = CellBuffer(size: size)
    for step in 0..<60 {
      frames.change(&frame, cells: 1 + step % 9, hasHalves: seed % 5 == 4)
      if step % 17 == 16 { encoder.invalidate() }
      var output: [UInt8] = []
      encoder.encode(frame, into: &output)
      terminal.feed(output)
      expect(terminal.cells.map(\.asSeen), equals: frame.expected, "seed \(seed), step \(step)")
      #expect(terminal.faults.isEmpty)
    }
  }

  @Test(arguments: VirtualTerminal.Opinion.allCases, Rounds.seeds(15))
  func `Glyphs of unsettled width do not corrupt the cells around them`(
    opinion: VirtualTerminal.Opinion, seed: UInt64
  ) {
    var frames = RandomFrames(seed: seed &+ 1000)
    let size = CellSize(columns: 12, rows: 2)
    var terminal = VirtualTerminal(size: size, opinion: opinion)
    var encoder = FrameEncoder()
    var frame = CellBuffer(size: size)
    for step in 0..<80 {
      frames.change(&frame, cells: 1 + step % 5)
      var output: [UInt8] = []
      encoder.encode(frame, into: &output)
      terminal.feed(output)
      let expected = frame.expected
      for (index, cell) in frame.cells.enumerated() {
        let lead = cell.glyph == .continuation && index > 0 ? frame.cells[index - 1].glyph : cell.glyph
        if lead.isWidthUnsettled { continue }
        expect(
          terminal.cells[index].asSeen, equals: expected[index],
          "\(opinion), seed \(seed), step \(step), place \(index)")
      }
    }
  }

  @Test func `A frame of a new size is drawn in full`() {
    var frames = RandomFrames(seed: 77)
    var encoder = FrameEncoder()
    for step in 0..<30 {
      let size = CellSize(columns: 1 + step * 7 % 11, rows: 1 + step * 5 % 4)
      var terminal = VirtualTerminal(size: size)
      var frame = CellBuffer(size: size)
      frames.change(&frame, cells: 20)
      var output: [UInt8] = []
      encoder.encode(frame, into: &output)
      terminal.feed(output)
      expect(terminal.cells.map(\.asSeen), equals: frame.expected)
    }
  }

  @Test func `Every color sequence after a frame's first one changes a color`() {
    var frames = RandomFrames(seed: 3)
    let size = CellSize(columns: 30, rows: 6)
    var terminal = VirtualTerminal(size: size)
    var encoder = FrameEncoder()
    var frame = CellBuffer(size: size)
    for _ in 0..<50 {
      frames.change(&frame, cells: 40)
      var output: [UInt8] = []
      encoder.encode(frame, into: &output)
      let sequences = output.count { $0 == UInt8(ascii: "m") }
      let before = terminal.colorChangeCount
      terminal.feed(output)
      // The first sequence of a frame makes the colors known; all others change them.
      #expect(terminal.colorChangeCount - before >= sequences - 1)
    }
  }
}

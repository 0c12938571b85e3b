@testable import Terminal
import TestSupport
import Testing

/// The terminal itself moves pictures that slide sideways.
@Suite struct ShiftTests {
  private func bytes(_ encoder: inout FrameEncoder, _ frame: CellBuffer) -> [UInt8] {
    var output: [UInt8] = []
    encoder.encode(frame, into: &output)
    return output
  }

  private func text(_ bytes: [UInt8]) -> String {
    String(decoding: bytes, as: UTF8.self).replacing("\u{1B}", with: "^")
  }

  /// A row of cells, each with a different color.
  private func stripes(_ range: Range<Int>) -> [Cell] {
    range.map { Cell(.blank, background: Color(red: UInt8($0), green: 200, blue: UInt8(255 - $0))) }
  }

  private func encoded(_ first: [Cell], then second: [Cell], movesCells: Bool = true) -> String {
    var encoder = FrameEncoder(movesCells: movesCells)
    var frame = CellBuffer(size: CellSize(columns: first.count, rows: 1))
    frame.cells = first
    _ = bytes(&encoder, frame)
    frame.cells = second
    return text(bytes(&encoder, frame))
  }

  @Test func `A picture that moves left deletes cells at the left and draws new ones at the right`() {
    expect(
      encoded(stripes(0..<20), then: stripes(2..<22)), equals: "^[H^[2P^[0;48;2;20;200;235m^[18C ^[48;2;21;200;234m ")
  }

  @Test func `A picture that moves right inserts cells at the left`() {
    expect(encoded(stripes(10..<30), then: stripes(9..<29)), equals: "^[H^[@^[0;48;2;9;200;246m ")
  }

  @Test func `A terminal that cannot move cells receives all of them again`() {
    let plain = encoded(stripes(0..<20), then: stripes(2..<22), movesCells: false)
    #expect(!plain.contains("P") && plain.count(where: { $0 == "m" }) == 20)
  }

  @Test func `Moving text is redrawn if that takes fewer bytes`() {
    let row = Array("the carousel    ".unicodeScalars.map { Cell(Glyph($0)) })
    let moved = Array(row.dropFirst(1)) + [Cell.blank]
    expect(encoded(row, then: moved), equals: "^[H^[P^[m^[15C ")
    // Five blanks and two letters: a command to move cells would take more bytes.
    let dots = Array("a b             ".unicodeScalars.map { Cell(Glyph($0)) })
    let later = Array("  a b           ".unicodeScalars.map { Cell(Glyph($0)) })
    #expect(!encoded(dots, then: later).contains("@"))
  }

  @Test(arguments: [true, false], Rounds.seeds(30))
  func `The terminal shows every frame of random motion`(fillsWithPen: Bool, seed: UInt64) {
    var motion = RandomMotion(seed: seed, size: CellSize(columns: 24, rows: 4))
    var terminal = VirtualTerminal(size: motion.size, fillsWithPen: fillsWithPen)
    var encoder = FrameEncoder(movesCells: true)
    var moves = 0
    for step in 0..<150 {
      let (frame, isResized) = motion.next()
      if isResized {
        moves += terminal.moveCount
        terminal = VirtualTerminal(size: motion.size, fillsWithPen: fillsWithPen)
      }
      terminal.feed(bytes(&encoder, frame))
      let isShown = terminal.cells.map(\.asSeen) == frame.expected
      let different = zip(terminal.cells.map(\.asSeen), frame.expected).enumerated().filter { $1.0 != $1.1 }
      #expect(isShown, "seed \(seed), step \(step), \(different.first as Any)")
      #expect(terminal.faults.isEmpty)
      if !isShown { return }
    }
    #expect(moves + terminal.moveCount > 50)
  }

  @Test(arguments: VirtualTerminal.Opinion.allCases, Rounds.seeds(10))
  func `Moving glyphs of unsettled width does not corrupt other cells`(
    opinion: VirtualTerminal.Opinion, seed: UInt64
  ) {
    var motion = RandomMotion(seed: seed &+ 500, size: CellSize(columns: 30, rows: 3))
    var terminal = VirtualTerminal(size: motion.size, opinion: opinion)
    var encoder = FrameEncoder(movesCells: true)
    for step in 0..<36 {
      let frame = motion.next().frame
      terminal.feed(bytes(&encoder, frame))
      let expected = frame.expected
      for (index, cell) in frame.cells.enumerated() {
        let lead = cell.glyph == .continuation && index > 0 ? frame.cells[index - 1].glyph : cell.glyph
        if lead.isWidthUnsettled { continue }
        expect(
          terminal.cells[index].asSeen, equals: expected[index], "\(opinion), seed \(seed), step \(step), \(index)")
      }
    }
  }

  @Test(arguments: Rounds.seeds(10))
  func `Moving cells takes at most 40 bytes a row more than drawing them`(seed: UInt64) {
    var motion = RandomMotion(seed: seed &+ 900, size: CellSize(columns: 30, rows: 3))
    var (moving, drawing) = (FrameEncoder(movesCells: true), FrameEncoder())
    for step in 0..<100 {
      let frame = motion.next().frame
      let (moved, drawn) = (bytes(&moving, frame).count, bytes(&drawing, frame).count)
      // After a moved row, the current colors may be wrong for the first cell of the next row.
      #expect(moved <= drawn + 40 * frame.size.rows, "seed \(seed), step \(step)")
    }
  }
}

import TestSupport
import Testing

@testable import Terminal

/// Frames with hints about which parts of them move, and along which axis.
@Suite struct MotionTests {
  private func text(_ encoder: inout FrameEncoder, _ frame: CellBuffer) -> String {
    var output: [UInt8] = []
    encoder.encode(frame, into: &output)
    return String(decoding: output, as: UTF8.self).replacing("\u{1B}", with: "^")
  }

  /// A picture of cells, each with different colors.
  private func picture(_ number: Int, _ size: CellSize) -> CellBuffer {
    var buffer = CellBuffer(size: size)
    for index in buffer.cells.indices {
      let (row, column) = index.quotientAndRemainder(dividingBy: size.columns)
      buffer.cells[index] = Cell(
        .upperHalf, foreground: Color(red: UInt8(column), green: UInt8(row), blue: UInt8(100 * number)),
        background: Color(red: UInt8(255 - column), green: UInt8(255 - row), blue: UInt8(100 * number)))
    }
    return buffer
  }

  /// Two sliding pictures: the second starts at `seam` along the axis and covers the first, which has moved by
  /// `beneath`.
  private func stacked(
    _ axis: CellMotion.Axis, seam: Int, beneath: Int, _ pictures: [CellBuffer], hints: Bool = true
  ) -> CellBuffer {
    let size = pictures[0].size
    var frame = CellBuffer(size: size)
    for row in 0..<size.rows {
      for column in 0..<size.columns {
        switch axis {
        case .horizontal:
          frame[column, row] =
            column < seam ? pictures[0][column + beneath, row] : pictures[1][column - seam, row]
        case .vertical:
          frame[column, row] = row < seam ? pictures[0][column, row + beneath] : pictures[1][column, row - seam]
        }
      }
    }
    let areas =
      switch axis {
      case .horizontal:
        [
          CellRect(column: 0, row: 0, columns: seam, rows: size.rows),
          CellRect(column: seam, row: 0, columns: size.columns - seam, rows: size.rows),
        ]
      case .vertical:
        [
          CellRect(column: 0, row: 0, columns: size.columns, rows: seam),
          CellRect(column: 0, row: seam, columns: size.columns, rows: size.rows - seam),
        ]
      }
    if hints { frame.motion = CellMotion(axis, areas: areas) }
    return frame
  }

  private func encoder() -> FrameEncoder { FrameEncoder(movesCells: true, scrollsRows: true) }

  @Test func `a slide that covers another deletes cells at the left edge and at the seam`() {
    let pictures = (0..<2).map { picture($0, CellSize(columns: 40, rows: 1)) }
    var encoder = encoder()
    _ = text(&encoder, stacked(.horizontal, seam: 30, beneath: 3, pictures))
    let bytes = text(&encoder, stacked(.horizontal, seam: 24, beneath: 5, pictures))
    #expect(bytes.hasPrefix("^[H^[2P^[24C^[4P"))
    // Six cells are uncovered at the right.
    expect(bytes.count(where: { $0 == "▀" }), equals: 6)
  }

  @Test func `a slide that uncovers another inserts cells at the left edge and at the seam`() {
    let pictures = (0..<2).map { picture($0, CellSize(columns: 40, rows: 1)) }
    var encoder = encoder()
    _ = text(&encoder, stacked(.horizontal, seam: 24, beneath: 5, pictures))
    let bytes = text(&encoder, stacked(.horizontal, seam: 30, beneath: 3, pictures))
    #expect(bytes.hasPrefix("^[H^[2@^[26C^[4@"))
    expect(bytes.count(where: { $0 == "▀" }), equals: 6)
  }

  @Test func `pictures that move up are scrolled, and only the new rows are drawn`() {
    let pictures = (0..<2).map { picture($0, CellSize(columns: 10, rows: 12)) }
    var encoder = encoder()
    _ = text(&encoder, stacked(.vertical, seam: 9, beneath: 3, pictures))
    let bytes = text(&encoder, stacked(.vertical, seam: 7, beneath: 5, pictures))
    #expect(bytes.hasPrefix("^[1;9r^[2S^[8;12r^[2S^[r^["))
    expect(bytes.count(where: { $0 == "▀" }), equals: 20)
  }

  @Test func `pictures that move down are scrolled, and only the uncovered rows are drawn`() {
    let pictures = (0..<2).map { picture($0, CellSize(columns: 10, rows: 24)) }
    var encoder = encoder()
    _ = text(&encoder, stacked(.vertical, seam: 9, beneath: 3, pictures))
    let bytes = text(&encoder, stacked(.vertical, seam: 12, beneath: 2, pictures))
    #expect(bytes.hasPrefix("^[10;24r^[3T^[1;12r^[1T^[r"))
    expect(bytes.count(where: { $0 == "▀" }), equals: 30)
  }

  @Test func `without scrolling every row is redrawn`() {
    let pictures = (0..<2).map { picture($0, CellSize(columns: 10, rows: 12)) }
    var encoder = FrameEncoder(movesCells: true)
    _ = text(&encoder, stacked(.vertical, seam: 9, beneath: 3, pictures))
    expect(text(&encoder, stacked(.vertical, seam: 7, beneath: 5, pictures)).count(where: { $0 == "▀" }), equals: 120)
  }

  @Test(arguments: [CellMotion.Axis.horizontal, .vertical], [true, false])
  func `a push there and back shows every frame in a third of the bytes`(axis: CellMotion.Axis, fillsWithPen: Bool) {
    let size = CellSize(columns: 60, rows: 30)
    let pictures = (0..<2).map { picture($0, size) }
    let length = axis == .horizontal ? size.columns : size.rows
    var (encoder, plain) = (encoder(), FrameEncoder())
    var terminal = VirtualTerminal(size: size, fillsWithPen: fillsWithPen)
    var (moved, drawn) = (0, 0)
    for seam in Array(stride(from: length, through: 0, by: -4)) + Array(stride(from: 0, through: length, by: 3)) {
      let frame = stacked(axis, seam: seam, beneath: (length - seam) * 3 / 10, pictures)
      var output: [UInt8] = []
      encoder.encode(frame, into: &output)
      moved += output.count
      terminal.feed(output)
      output = []
      plain.encode(frame, into: &output)
      drawn += output.count
      expect(terminal.cells.map(\.asSeen), equals: frame.expected, "seam \(seam)")
      #expect(terminal.faults.isEmpty && terminal.margins == 0..<size.rows)
    }
    // The first frame is drawn in full; then each cell of the pictures is drawn about once in each direction.
    #expect(moved * 3 < drawn)
    #expect(axis == .vertical ? terminal.scrollCount > 20 : terminal.moveCount > 500)
  }

  @Test(arguments: Rounds.seeds(40))
  func `any motion hint, right or wrong, yields the correct frame`(seed: UInt64) {
    var motion = RandomMotion(seed: seed &+ 2000, size: CellSize(columns: 24, rows: 5))
    var random = SplitMix64(seed: seed)
    var terminal = VirtualTerminal(size: motion.size)
    var encoder = encoder()
    for step in 0..<120 {
      var (frame, isResized) = motion.next()
      if isResized { terminal = VirtualTerminal(size: motion.size) }
      if step % 4 > 0 {
        let areas = (0..<Int.random(in: 0...5, using: &random)).map { _ in
          CellRect(
            column: .random(in: -5...30, using: &random), row: .random(in: -3...8, using: &random),
            columns: .random(in: 0...40, using: &random), rows: .random(in: 0...9, using: &random))
        }
        frame.motion = CellMotion(random.next() % 2 == 0 ? .horizontal : .vertical, areas: areas)
      }
      var output: [UInt8] = []
      encoder.encode(frame, into: &output)
      terminal.feed(output)
      expect(terminal.cells.map(\.asSeen), equals: frame.expected, "seed \(seed), step \(step)")
      #expect(terminal.faults.isEmpty)
    }
  }

  @Test func `motion hints do not affect the equality of frames`() {
    var frame = CellBuffer(size: CellSize(columns: 4, rows: 2))
    let other = frame
    frame.motion = CellMotion(.vertical, areas: [CellRect(frame.size)])
    expect(frame, equals: other)
    expect(frame.hashValue, equals: other.hashValue)
  }
}

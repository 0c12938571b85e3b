import Terminal
import Testing

/// Slides whose new columns are drawn in colours that are in use already.
@Suite struct ThriftTests {
  private let size = CellSize(columns: 24, rows: 8)
  private let tolerance = ColorTolerance(distance: 0.02)

  /// A window of a wide picture of noise on gentle slopes, so many columns from its beginning.
  private func frame(at column: Int) -> CellBuffer {
    var buffer = CellBuffer(size: size)
    for row in 0..<size.rows {
      for place in 0..<size.columns {
        let x = place + column
        func channel(_ seed: Int) -> UInt8 {
          UInt8(60 + (x * 3 + row * 5 + seed * 40 + (x * 7 + row * 13 + seed) % 5) % 180)
        }
        buffer[place, row] = Cell(
          ["▀", "▌", "🬀", " "][(x + row) % 4], foreground: Color(red: channel(0), green: channel(1), blue: channel(2)),
          background: Color(red: channel(0), green: channel(1), blue: channel(3)))
      }
    }
    return buffer
  }

  @Test(arguments: [false, true])
  func `A thrifty slide takes fewer bytes, is nowhere off by more than its tolerance, and rests exactly`(
    movesCells: Bool
  ) {
    var thrifty = FrameEncoder(movesCells: movesCells)
    var exact = thrifty
    var terminal = VirtualTerminal(size: size)
    var bytes = (thrifty: 0, exact: 0)
    for step in 0..<12 {
      let wanted = frame(at: step * 2)
      var output: [UInt8] = []
      exact.encode(wanted, into: &output)
      bytes.exact += output.count
      output = []
      thrifty.encode(wanted, thrift: tolerance, into: &output)
      bytes.thrifty += output.count
      terminal.feed(output)
      for (shown, wanted) in zip(terminal.cells.map(\.asSeen), wanted.expected) {
        #expect(isNear(shown, wanted), "step \(step): \(shown) for \(wanted)")
      }
    }
    #expect(bytes.thrifty < bytes.exact * 9 / 10)
    let last = frame(at: 22)
    #expect(terminal.cells.map(\.asSeen) != last.expected)
    var output: [UInt8] = []
    thrifty.encode(last, into: &output)
    terminal.feed(output)
    #expect(terminal.cells.map(\.asSeen) == last.expected)
  }

  /// Whether each part of a cell is near what is wanted of it; a blank stands for any block.
  private func isNear(_ shown: VirtualTerminal.Shown, _ wanted: VirtualTerminal.Shown) -> Bool {
    func ink(_ cell: VirtualTerminal.Shown) -> Color { cell.scalars == [" "] ? cell.background : cell.foreground }
    guard shown.scalars == wanted.scalars || shown.scalars == [" "] else { return false }
    return tolerance.allows(ink(shown), for: ink(wanted)) && tolerance.allows(shown.background, for: wanted.background)
  }

  @Test func `A slide that takes its time to arrive is drawn thriftily until it does so no more`() {
    var pace = FramePace()
    #expect(pace.thrift(for: .sliding).isNone)
    pace.arrived(bytes: 100_000, after: 15_000_000, as: .sliding)
    #expect(pace.thrift(for: .sliding) == tolerance)
    #expect(pace.thrift(for: .still).isNone && pace.thrift(for: .mixing).isNone)
    #expect(pace.tolerance(for: .sliding).isNone && pace.channelBits(for: .sliding) == 8)
    for _ in 0..<11 { pace.arrived(bytes: 50_000, after: 2_000_000, as: .sliding) }
    #expect(pace.thrift(for: .sliding) == tolerance)
    pace.arrived(bytes: 50_000, after: 2_000_000, as: .sliding)
    #expect(pace.thrift(for: .sliding).isNone)
  }
}

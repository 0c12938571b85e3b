@testable import Terminal
import TestSupport
import Testing

/// Small differences that are not redrawn while pictures are mixed.
@Suite struct ToleranceTests {
  private let size = CellSize(columns: 20, rows: 4)

  private func gray(_ value: Int) -> Color { Color(red: UInt8(value), green: UInt8(value), blue: UInt8(value)) }

  @Test func `Tolerance distances approximate OKLab distances`() {
    var random = SplitMix64(seed: 4)
    for _ in 0..<2000 {
      func channel() -> Int { Int.random(in: 24...231, using: &random) }
      func near(_ value: Int) -> UInt8 { UInt8(value + Int.random(in: -12...12, using: &random)) }
      let (red, green, blue) = (channel(), channel(), channel())
      let wanted = Color(red: UInt8(red), green: UInt8(green), blue: UInt8(blue))
      let other = (red: near(red), green: near(green), blue: near(blue))
      let difference =
        Oklab(red: UInt8(red), green: UInt8(green), blue: UInt8(blue)).vector
        - Oklab(red: other.red, green: other.green, blue: other.blue).vector
      let distance = (difference * difference).sum().squareRoot()
      let shown = Color(red: other.red, green: other.green, blue: other.blue)
      #expect(!ColorTolerance(distance: distance * 0.6).allows(shown, for: wanted) || shown == wanted)
      #expect(ColorTolerance(distance: distance * 1.6).allows(shown, for: wanted), "\(wanted.kind) \(shown.kind)")
    }
  }

  @Test func `Only 24-bit colors may differ`() {
    let tolerance = ColorTolerance(distance: 0.1)
    #expect(!tolerance.allows(Color(index: 16), for: Color(index: 17)))
    #expect(!tolerance.allows(.terminalDefault, for: .black))
    #expect(tolerance.allows(Color(index: 16), for: Color(index: 16)))
    #expect(!ColorTolerance.none.allows(gray(100), for: gray(101)))
  }

  @Test func `Half blocks are compared by color, whichever glyph draws them`() {
    let tolerance = ColorTolerance(distance: 0.02)
    let wanted = Cell(.upperHalf, foreground: gray(100), background: gray(200))
    #expect(tolerance.allows(Cell(.upperHalf, foreground: gray(102), background: gray(199)), for: wanted))
    #expect(tolerance.allows(Cell(.lowerHalf, foreground: gray(201), background: gray(99)), for: wanted))
    #expect(!tolerance.allows(Cell(.upperHalf, foreground: gray(120), background: gray(200)), for: wanted))
    #expect(!tolerance.allows(Cell("x", foreground: gray(100), background: gray(200)), for: wanted))
    let flat = Cell(.upperHalf, foreground: gray(100), background: gray(102))
    #expect(tolerance.allows(Cell(.blank, background: gray(101)), for: flat))
    #expect(!tolerance.allows(Cell(.blank, background: gray(101)), for: wanted))
  }

  @Test func `the terminal's own foreground differs from its own background`() {
    let tolerance = ColorTolerance(distance: 0.02)
    for (one, other) in [(Glyph.blank, Glyph.upperHalf), (.upperHalf, .lowerHalf), (.blank, "▒")] {
      #expect(!tolerance.allows(Cell(one), for: Cell(other)) && !tolerance.allows(Cell(other), for: Cell(one)))
      #expect(tolerance.allows(Cell(other), for: Cell(other)))
    }
  }

  @Test func `a frame at rest replaces the full blocks that stand for blanks in motion`() {
    let size = CellSize(columns: 2, rows: 1)
    var (terminal, encoder) = (VirtualTerminal(size: size), FrameEncoder())
    var frame = CellBuffer(size: size)
    frame[0, 0] = Cell(.upperHalf, foreground: gray(200), background: gray(20))
    frame[1, 0] = Cell(.blank, background: gray(200))
    func draw(_ tolerance: ColorTolerance) -> [UInt8] {
      var output: [UInt8] = []
      encoder.encode(frame, tolerance: tolerance, into: &output)
      terminal.feed(output)
      return output
    }
    _ = draw(ColorTolerance(distance: 0.02))
    expect(terminal[1, 0].scalars, equals: ["█"])
    expect(terminal[1, 0].foreground, equals: gray(200))
    // It may stay while the picture moves, as long as its color is near.
    frame[1, 0].background = gray(201)
    expect(draw(ColorTolerance(distance: 0.02)), equals: [])
    frame[1, 0].background = gray(200)
    _ = draw(.none)
    expect(terminal[1, 0].scalars, equals: [" "])
    expect(terminal[1, 0].background, equals: gray(200))
    expect(draw(.none), equals: [])
  }

  @Test func `Neighbors reuse the current colors if those are within the tolerance`() {
    var frame = CellBuffer(size: CellSize(columns: 6, rows: 1))
    // One bright half and one dark half; the brightness of both varies by less than is visible.
    for column in 0..<6 {
      frame[column, 0] = Cell(.upperHalf, foreground: gray(200 + column % 3), background: gray(60 + column % 2))
    }
    frame[2, 0] = Cell(.upperHalf, foreground: gray(61), background: gray(201))
    frame[4, 0] = Cell(.upperHalf, foreground: gray(200), background: gray(203))
    var encoder = FrameEncoder()
    var output: [UInt8] = []
    encoder.encode(frame, tolerance: ColorTolerance(distance: 0.03), into: &output)
    let drawn = "\u{1B}[0;38;2;200;200;200;48;2;60;60;60m\u{1B}[H▀▀▄▀█▀"
    #expect(String(decoding: output, as: UTF8.self).hasSuffix(drawn))
    // Cells drawn in approximate colors are redrawn once all must be exact.
    var terminal = VirtualTerminal(size: frame.size)
    terminal.feed(output)
    output = []
    encoder.encode(frame, into: &output)
    terminal.feed(output)
    expect(terminal.cells.map(\.asSeen), equals: frame.expected)
  }

  @Test func `Text glyphs are drawn even if their two colors are within the tolerance`() {
    let frame = CellBuffer(
      size: CellSize(columns: 2, rows: 1), filledWith: Cell("x", foreground: gray(100), background: gray(101)))
    var encoder = FrameEncoder()
    var output: [UInt8] = []
    encoder.encode(frame, tolerance: ColorTolerance(distance: 0.05), into: &output)
    #expect(String(decoding: output, as: UTF8.self).contains("xx"))
  }

  @Test func `wide glyphs keep both of their columns in motion`() {
    let size = CellSize(columns: 6, rows: 1)
    var frame = CellBuffer(size: size, filledWith: Cell(.blank, background: gray(20)))
    for (column, glyph) in zip(0..., ["漢", .continuation, "字", .continuation, "x"] as [Glyph]) {
      frame[column, 0] = Cell(glyph, foreground: gray(200), background: gray(20 + column))
    }
    var (terminal, encoder) = (VirtualTerminal(size: size), FrameEncoder())
    var output: [UInt8] = []
    encoder.encode(frame, tolerance: ColorTolerance(distance: 0.05), into: &output)
    terminal.feed(output)
    expect(terminal.cells.map(\.asSeen.scalars), equals: frame.expected.map(\.scalars))
  }

  @Test(arguments: Rounds.seeds(40))
  func `a frame at rest is exact after any frames in motion`(seed: UInt64) {
    var frames = RandomFrames(seed: seed)
    let size = CellSize(columns: 1 + Int(seed % 13), rows: 1 + Int(seed % 4))
    var (terminal, encoder) = (VirtualTerminal(size: size), FrameEncoder(movesCells: seed % 2 == 0))
    // Slides beside each other, of which the window shows a part.
    var strip = CellBuffer(size: CellSize(columns: 3 * size.columns, rows: size.rows))
    var frame = CellBuffer(size: size)
    for step in 0..<60 {
      frames.change(&strip, cells: 1 + step % 9, hasHalves: seed % 5 == 4)
      let column = Int.random(in: 0...2 * size.columns, using: &frames.random)
      for index in frame.cells.indices {
        frame.cells[index] = strip[column + index % size.columns, index / size.columns]
      }
      let isExact = step % 3 == 2
      var isWhole = false
      while !isWhole {
        var output: [UInt8] = []
        isWhole = encoder.encode(
          frame, tolerance: isExact ? .none : ColorTolerance(distance: 0.05),
          pausingAfter: isExact && seed % 3 == 0 ? 20 : nil, into: &output)
        terminal.feed(output)
      }
      if isExact { expect(terminal.cells.map(\.asSeen), equals: frame.expected, "seed \(seed), step \(step)") }
      #expect(terminal.faults.isEmpty)
    }
  }

  @Test(arguments: Rounds.seeds(10))
  func `Shown colors stay within the tolerance, and are exact without one`(seed: UInt64) {
    var random = SplitMix64(seed: seed)
    let tolerance = ColorTolerance(distance: 0.03)
    var encoder = FrameEncoder(movesCells: true)
    var terminal = VirtualTerminal(size: size)
    var frame = CellBuffer(size: size, filledWith: Cell(.upperHalf, foreground: gray(90), background: gray(180)))
    for (index, glyph) in zip(
      frame.cells.indices, Array(repeating: ["▀", "▚", "🬞", "▀", "▄"] as [Glyph], count: 20).joined())
    {
      frame.cells[index].glyph = glyph
    }
    var drawn = 0
    for step in 0..<60 {
      for index in frame.cells.indices {
        func moved(_ color: Color) -> Color {
          guard case .rgb(let red, let green, let blue) = color.kind else { return color }
          func walk(_ value: UInt8) -> UInt8 {
            UInt8(max(0, min(255, Int(value) + Int.random(in: -3...3, using: &random))))
          }
          return Color(red: walk(red), green: walk(green), blue: walk(blue))
        }
        frame.cells[index].foreground = moved(frame.cells[index].foreground)
        frame.cells[index].background = moved(frame.cells[index].background)
      }
      let isExact = step % 10 == 9
      var output: [UInt8] = []
      encoder.encode(frame, tolerance: isExact ? .none : tolerance, into: &output)
      let before = terminal.printedCount
      terminal.feed(output)
      if !isExact { drawn += terminal.printedCount - before }
      for (shown, wanted) in zip(terminal.cells.map(\.asSeen), frame.expected) {
        if isExact {
          expect(shown, equals: wanted)
        } else {
          #expect(tolerance.allows(shown.cell, for: wanted.cell))
        }
      }
    }
    #expect(drawn < 54 * size.count / 2, "half of the cells were drawn all the same")
  }
}

extension VirtualTerminal.Shown {
  fileprivate var cell: Cell { Cell(Glyph(scalars: scalars), foreground: foreground, background: background) }
}

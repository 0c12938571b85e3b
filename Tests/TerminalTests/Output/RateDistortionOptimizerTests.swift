import Terminal
import TestSupport
import Testing

@Suite struct RateDistortionOptimizerTests {
  private func still(_ cells: [Cell], optimizesRate: Bool = true) -> String {
    var buffer = CellBuffer(size: CellSize(columns: cells.count, rows: 1))
    buffer.cells = cells
    return String(decoding: FrameEncoder.encodeStill(buffer, optimizesRate: optimizesRate), as: UTF8.self)
      .replacing("\u{1B}", with: "^")
  }

  private func gray(_ level: UInt8) -> Color { Color(red: level, green: level, blue: level) }

  @Test func `The current color is reused where the difference is invisible`() {
    let cells = [
      Cell("▀", foreground: gray(200), background: gray(90)), Cell("▀", foreground: gray(200), background: gray(150)),
      Cell("▀", foreground: gray(201), background: gray(20)),
    ]
    expect(
      still(cells, optimizesRate: false),
      equals: "^[38;2;200;200;200;48;2;90;90;90m▀^[48;2;150;150;150m▀^[38;2;201;201;201;48;2;20;20;20m▀^[m\n")
    expect(still(cells), equals: "^[38;2;200;200;200;48;2;90;90;90m▀^[48;2;150;150;150m▀^[48;2;20;20;20m▀^[m\n")
  }

  @Test func `Two indistinguishable colors are merged into a blank`() {
    let cells = [Cell("▄", foreground: gray(101), background: gray(100))]
    expect(still(cells), equals: "^[48;2;101;101;101m ^[m\n")
  }

  @Test func `A visible difference is drawn, however many bytes it takes`() {
    let cells = [
      Cell("▀", foreground: gray(100), background: gray(50)), Cell("▀", foreground: gray(110), background: gray(60)),
    ]
    expect(still(cells), equals: still(cells, optimizesRate: false))
  }

  @Test func `Colors other than 24-bit ones are not changed`() {
    let cells = [
      Cell("▀", foreground: Color(index: 7), background: Color(index: 8)), Cell("x"),
      Cell("▀", foreground: gray(9), background: .terminalDefault), .blank,
      Cell(" ", background: gray(40)),
    ]
    expect(still(cells), equals: still(cells, optimizesRate: false))
  }

  @Test func `A wide glyph is kept whole`() {
    let cells = [
      Cell("漢", foreground: gray(200), background: gray(40)), Cell(.continuation, background: gray(40)),
      Cell("x", foreground: gray(200), background: gray(40)),
    ]
    expect(still(cells), equals: "^[38;2;200;200;200;48;2;40;40;40m漢x^[m\n")
  }

  @Test func `Noise takes fewer bytes, and no color is visibly off`() {
    var random = SplitMix64(seed: 7)
    func color(near level: Int) -> Color {
      func channel() -> UInt8 { UInt8(clamping: level + Int(random.next() % 9) - 4) }
      return Color(red: channel(), green: channel(), blue: channel())
    }
    var bytes = (exact: 0, optimized: 0)
    for _ in 0..<200 {
      let cells = (0..<40).map { column in
        let glyph: Glyph = ["▀", "▄", "▌", "▐", "▚", "🬀"][Int(random.next() % 6)]
        return Cell(glyph, foreground: color(near: column * 5), background: color(near: 200 - column * 3))
      }
      let exact = still(cells, optimizesRate: false)
      let optimized = still(cells)
      bytes.exact += exact.utf8.count
      bytes.optimized += optimized.utf8.count
      for (wanted, shown) in zip(TwoColors.parse(exact), TwoColors.parse(optimized)) {
        #expect(wanted.isNear(shown), "\(wanted) \(shown)")
      }
    }
    #expect(bytes.optimized < bytes.exact)
  }
}

/// The two colors of a still's cell: that of its upper or left half, and that of the rest.
private struct TwoColors {
  var ink: [Int]
  var paper: [Int]

  /// Parses a row of block glyphs. The complements ▄, ▐ and ▞ have their colors swapped.
  static func parse(_ row: String) -> [TwoColors] {
    var cells: [TwoColors] = []
    var (ink, paper) = ([0, 0, 0], [0, 0, 0])
    for piece in row.split(separator: "^") {
      guard let end = piece.firstIndex(of: "m") else { continue }
      let numbers = piece[..<end].dropFirst().split(separator: ";").compactMap { Int($0) }
      var rest = numbers[...]
      while rest.count >= 5 {
        if rest.first == 38 {
          ink = Array(rest.dropFirst(2).prefix(3))
        } else {
          paper = Array(rest.dropFirst(2).prefix(3))
        }
        rest = rest.dropFirst(5)
      }
      for glyph in piece[piece.index(after: end)...] where glyph != "\n" {
        switch glyph {
        case " ": cells.append(TwoColors(ink: paper, paper: paper))
        case "▄", "▐", "▞": cells.append(TwoColors(ink: paper, paper: ink))
        default: cells.append(TwoColors(ink: ink, paper: paper))
        }
      }
    }
    return cells
  }

  /// Whether each color differs by at most twelve steps in any channel, and by at most sixteen in all channels
  /// together.
  func isNear(_ other: TwoColors) -> Bool {
    zip([ink, paper], [other.ink, other.paper]).allSatisfy { one, two in
      let differences = zip(one, two).map { abs($0 - $1) }
      return differences.allSatisfy { $0 <= 12 } && differences.reduce(0, +) <= 16
    }
  }
}

import TestSupport

/// Measures how a picture's drawing time grows with its size, in each art and with few colors; per sample it must not.
enum FitGrowth {
  private static let modes =
    ["half", "block", "legacy", "best", "ascii"].map { (art: $0, color: "truecolor") } + [
      ("block", "256"), ("ascii", "256"), ("block", "16"), ("half", "8"), ("braille", "mono"), ("ascii", "mono"),
    ]
  /// The sides of the pictures in half cells, and in pixels where they match the grid.
  private static let sides = [200, 400, 800]

  /// Adds a figure for each mode, with pictures that match the grid pixel by pixel and with pictures that are scaled:
  /// the time per half cell at the largest size, divided by that at the smallest.
  static func measure(on workbench: Workbench, into report: inout Report) throws {
    for (art, color) in modes {
      for isExact in [true, false] {
        var nanoseconds: [Double] = []
        for side in sides {
          let pixels = isExact ? side : side * 3 / 2
          let picture = try workbench.samples.png(width: pixels, height: pixels)
          let drawn = try shortest(workbench, art, color, picture, columns: side, rows: side / 2)
          // Startup, decoding and the short time of a single row.
          let idle = try shortest(workbench, art, color, picture, columns: 2, rows: 1)
          nanoseconds.append((drawn - idle) / Double(side * side) * 1e9)
        }
        let steps = zip(sides, nanoseconds).map { side, time in "\(side)²: \(rounded(time)) ns" }
        let kind = isExact ? "pixels that meet the grid" : "pixels that are scaled"
        report.add(
          Figure(
            name:
              "`\(art)`\(suffix(color)), \(kind): time of a half cell, \(sides[sides.count - 1])² against \(sides[0])²",
            details: steps.joined(separator: ", "), value: nanoseconds[nanoseconds.count - 1] / nanoseconds[0],
            bound: .atMost(1.5)))
      }
    }
  }

  /// The suffix after an art's name.
  private static func suffix(_ color: String) -> String {
    switch color {
    case "truecolor": ""
    case "mono": ", mono"
    default: ", \(color) colors"
    }
  }

  /// The time of the fastest of several runs, in seconds: other programs can only make one slower.
  private static func shortest(
    _ workbench: Workbench, _ art: String, _ color: String, _ picture: String, columns: Int, rows: Int
  ) throws -> Double {
    let arguments = ["--print", "--art", art, "--size", "\(columns)x\(rows)", "--color", color, picture]
    return try (0..<5).map { _ in
      let run = try PipeRun.run(workbench.tui, arguments)
      guard run.ending == .exited(0) else { throw TerminalRun.Failure("tui drew no picture") }
      return run.seconds
    }.min() ?? 0
  }
}

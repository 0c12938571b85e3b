import TestSupport

/// Measures how soon a key press takes effect.
enum Response {
  /// Adds the time from a key press at rest to the first byte, and to the last byte of the next slide without motion.
  static func measure(on workbench: Workbench, into report: inout Report) throws {
    try measureFirstByte(on: workbench, into: &report)
    for (columns, rows, bound) in [(80, 24, 5.0), (200, 60, 10), (400, 120, 25)] {
      let times = Statistics(try timesToLastByte(columns, rows, on: workbench))
      report.add(
        name: "next slide at \(columns)×\(rows) with `--no-motion`, key to last byte",
        details: "median of 20, slowest \(rounded(times.maximum)) ms", value: times.median, unit: " ms",
        bound: .atMost(bound))
    }
    try measureSlowLine(on: workbench, into: &report)
  }

  private static func measureFirstByte(on workbench: Workbench, into report: inout Report) throws {
    let deck = try (1...2).map { try workbench.samples.jpeg(width: 1280, height: 854, seed: UInt32($0)) }
    let run = try TerminalRun(
      workbench.tui, ["--color", "truecolor", "--interval", "0"] + deck, columns: 200, rows: 50)
    try run.readUntilQuiet(milliseconds: 700)
    var times: [Double] = []
    for _ in 0..<100 {
      // The key panel opens and closes at once, and starts nothing that ends later.
      let start = monotonicNanoseconds()
      try run.type("?")
      guard try run.read(milliseconds: 1000) else { throw TerminalRun.Failure("a key was not answered") }
      times.append(Double(run.chunks[run.chunks.count - 1].time - start) / 1e6)
      try run.readUntilQuiet(milliseconds: 60)
    }
    try run.type("q")
    try run.readToEnd()
    let statistics = Statistics(times)
    report.add(
      name: "key at rest to first byte at 200×50, 99 % within",
      details: "median \(rounded(statistics.median)) ms of 100",
      value: statistics.percentile(0.99), unit: " ms", bound: .atMost(5))
  }

  private static func timesToLastByte(_ columns: Int, _ rows: Int, on workbench: Workbench) throws -> [Double] {
    let deck = try (1...2).map { try workbench.samples.jpeg(width: 1280, height: 854, seed: UInt32($0)) }
    let run = try workbench.carousel(["--no-motion"] + deck, columns: columns, rows: rows)
    try run.readUntilQuiet(milliseconds: 700)
    var times: [Double] = []
    for _ in 0..<22 {
      let start = monotonicNanoseconds()
      try run.type("\u{1B}[C")
      try run.readUntilQuiet(milliseconds: 80)
      times.append(Double(run.chunks[run.chunks.count - 1].time - start) / 1e6)
    }
    try run.type("q")
    try run.readToEnd()
    // The first two load and fit the pictures.
    return Array(times.dropFirst(2))
  }

  /// The bytes per second of a 1 Mbit/s line.
  private static let slowLine = 125_000

  private static func measureSlowLine(on workbench: Workbench, into report: inout Report) throws {
    let deck = try (1...2).map { try workbench.samples.jpeg(width: 1280, height: 854, seed: UInt32($0)) }
    let run = try workbench.carousel(deck)
    try run.readUntilQuiet(milliseconds: 700)
    // Forth and back at full speed, so that both pictures are loaded and fitted.
    for key in ["\u{1B}[C", "\u{1B}[D"] {
      try run.type(key)
      try run.readUntilQuiet(milliseconds: 400)
    }
    let first = run.chunks.count
    let start = monotonicNanoseconds()
    try run.type("\u{1B}[C")
    try run.readSlowly(bytesPerSecond: slowLine, seconds: 1.5)
    let starts = run.chunks[first...].filter { $0.frames > 0 }
    guard let last = starts.last, let end = run.chunks.last else { throw TerminalRun.Failure("nothing moved") }
    // The new picture's bytes alone take 0.6 s on this line. Every frame begins at the top of the screen. The last to
    // do so is the frame at rest, which begins when the motion has ended and is then sent in
    // pieces, each below the last.
    report.add(
      name: "slide on a line of 1 Mbit/s at 80×24, key to its end",
      details: """
        \(starts.reduce(0) { $0 + $1.frames }) frames, \
        exact after \(rounded(Double(end.time - start) / 1e6)) ms
        """, value: Double(last.time - start) / 1e6, unit: " ms", bound: .atMost(360))
    try run.type("\u{1B}[D")
    try run.readSlowly(bytesPerSecond: slowLine, seconds: 0.15)
    let quit = monotonicNanoseconds()
    try run.type("q")
    var ended: Double?
    for _ in 0..<40 where ended == nil {
      try run.readSlowly(bytesPerSecond: slowLine, seconds: 0.1)
      if run.child.poll() != nil { ended = Double(monotonicNanoseconds() - quit) / 1e6 }
    }
    report.add(
      name: "leaving in the middle of a slide on that line", details: "to the end of the process, by tenths",
      value: ended ?? 4000, unit: " ms", bound: .atMost(500))
  }
}

/// Measures the bytes that motion sends to the terminal, and those of a still.
enum MotionBytes {
  /// A window size, and the most kilobytes of a frame there.
  private struct Size {
    var columns: Int
    var rows: Int
    var slide: Double
    var fade: Double
  }

  private static let sizes = [
    Size(columns: 80, rows: 24, slide: 4, fade: 40), Size(columns: 200, rows: 60, slide: 20, fade: 225),
    Size(columns: 400, rows: 120, slide: 75, fade: 500),
  ]
  /// The frames of a slide by key, which takes 0.3 s, at `framesPerSecond`.
  private static let steps = 24.0
  private static let framesPerSecond = 80

  /// Adds the kilobytes per frame of a transition between two photographs, at three sizes.
  static func measure(on workbench: Workbench, into report: inout Report) throws {
    let deck = try (1...2).map { try workbench.samples.jpeg(width: 1280, height: 854, seed: UInt32($0)) }
    for size in sizes {
      // For upward and covering motion, the terminal moves the cells as well.
      let kinds = [
        ("slide", ["--change-mode", "slide"], size.slide), ("fade", ["--change-mode", "fade"], size.fade),
        ("push", ["--change-mode", "push"], size.slide * 1.5), ("slide up", ["--direction", "up"], size.slide * 1.5),
      ]
      for (mode, flags, bound) in kinds {
        let (bytes, frames) = try observe(flags, deck, size, on: workbench)
        // A slide draws each column once, regardless of the number of frames; a fade draws its changes in every frame.
        let count = mode == "fade" ? Double(frames) : steps
        report.add(
          name: "\(mode) at \(size.columns)×\(size.rows): bytes of a frame of 24",
          details: "\(rounded(bytes / 1000)) kB in \(frames) frames", value: bytes / 1000 / count, unit: " kB",
          bound: .atMost(bound))
      }
    }
    try measureStill(on: workbench, deck[0], into: &report)
  }

  /// The bytes and the number of frames of one transition: the largest of three.
  private static func observe(
    _ kind: [String], _ deck: [String], _ size: Size, on workbench: Workbench
  ) throws -> (bytes: Double, frames: Int) {
    let run = try workbench.carousel(
      ["--fps", "\(framesPerSecond)"] + kind + deck, columns: size.columns, rows: size.rows)
    try run.readUntilQuiet(milliseconds: 700)
    // Forth and back, so that both pictures are loaded and fitted.
    for key in ["\u{1B}[C", "\u{1B}[D"] {
      try run.type(key)
      try run.readUntilQuiet(milliseconds: 400)
    }
    var maximum = (bytes: 0, frames: 0)
    for key in ["\u{1B}[C", "\u{1B}[D", "\u{1B}[C"] {
      let (bytes, chunks) = (run.byteCount, run.chunks.count)
      try run.type(key)
      try run.readUntilQuiet(milliseconds: 400)
      let frames = run.chunks[chunks...].reduce(0) { $0 + $1.frames }
      if run.byteCount - bytes > maximum.bytes { maximum = (run.byteCount - bytes, frames) }
    }
    try run.type("q")
    try run.readToEnd()
    guard maximum.frames > 2 else { throw TerminalRun.Failure("nothing moved") }
    return (Double(maximum.bytes), maximum.frames)
  }

  private static func measureStill(on workbench: Workbench, _ picture: String, into report: inout Report) throws {
    guard let chafa = Program("chafa") else { return report.skip("a still's bytes", because: "chafa is not installed") }
    let ours = try bytes(
      of: workbench.tui, ["--print", "--size", "80x40", "--art", "half", "--color", "truecolor", picture])
    let theirs = try bytes(
      of: chafa.path, ["--format", "symbols", "--symbols", "half", "--colors", "full", "--size", "80x40", picture])
    report.add(
      name: "bytes of a still at 80×40 in half blocks, against chafa's", details: "\(ours) : \(theirs)",
      value: Double(ours) / Double(theirs), bound: .atMost(0.8))
  }

  private static func bytes(of program: String, _ arguments: [String]) throws -> Int {
    let run = try TerminalRun(program, arguments, columns: 80, rows: 40)
    try run.readToEnd()
    return run.byteCount
  }
}

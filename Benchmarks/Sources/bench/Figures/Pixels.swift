import TestSupport

/// Measures pictures in pixels by kitty's protocol, in a terminal that answers as kitty does.
enum Pixels {
  /// Adds the frames and bytes of a slide and of an animation, the time to the first exact picture, and that of a still
  /// against other programs.
  static func measure(on workbench: Workbench, into report: inout Report) throws {
    for (columns, rows) in [(80, 24), (200, 50)] {
      try measureSlide(columns: columns, rows: rows, on: workbench, into: &report)
    }
    try measureAnimation(on: workbench, into: &report)
    try measureFirstPicture(on: workbench, into: &report)
    try measureStills(on: workbench, into: &report)
  }

  private static func measureSlide(
    columns: Int, rows: Int, on workbench: Workbench, into report: inout Report
  ) throws {
    // With two slides, every picture that the motion leads to is already in the terminal.
    let deck = try (1...2).map { try workbench.samples.jpeg(width: 1280, height: 854, seed: UInt32($0)) }
    let run = try TerminalRun(
      workbench.tui, ["--interval", "0", "--page-position", "hidden"] + deck, columns: columns, rows: rows,
      isKitty: true)
    try run.readUntilPlaced()
    try run.readUntilQuiet(milliseconds: 1500)
    let motion = try ObservedMotion(of: run, seconds: 8, pressingEvery: 0.25)
    let name = "slide in pixels at \(columns)×\(rows)"
    report.add(
      name: "\(name): bytes of a frame", details: "of \(motion.intervals.count)", value: motion.bytesPerFrame,
      unit: " B", bound: .atMost(200))
    report.add(motion.rate(of: name, atLeast: 58))
    report.add(motion.share(of: name, atMost: 25))
  }

  /// Measures a GIF of six seconds that is enlarged to 800×450 pixels: while it plays for the first time, and once the
  /// terminal has its frames.
  private static func measureAnimation(on workbench: Workbench, into report: inout Report) throws {
    let picture = try workbench.samples.panningGIF()
    let plays: [(String, Double, Double, Double?)] = [("first play", 1, 4.5, 40), ("later plays", 13, 8, 20)]
    for (play, start, seconds, share) in plays {
      let run = try TerminalRun(workbench.tui, ["--interval", "0", picture], columns: 80, rows: 24, isKitty: true)
      try run.readUntilPlaced()
      try run.read(seconds: start)
      let motion = try ObservedMotion(of: run, seconds: seconds, pressingEvery: nil, countsDecoders: true)
      let name = "GIF of 480×270 and 25 frames a second in pixels at 80×24, \(play)"
      report.add(motion.rate(of: name, atLeast: 24.5))
      report.add(motion.share(of: name, atMost: share))
    }
  }

  /// Measures the time from exec to the placement of the picture, against the same in cells.
  private static func measureFirstPicture(on workbench: Workbench, into report: inout Report) throws {
    let picture = try workbench.samples.jpeg(width: 640, height: 427)
    func seconds(pixels: String) throws -> Double {
      let run = try TerminalRun(
        workbench.tui, ["--interval", "0", "--pixels", pixels, picture], columns: 80, rows: 24, isKitty: true)
      if pixels == "off" {
        try run.read(atLeastBytes: 20_000)
        try run.readUntilQuiet(milliseconds: 150)
      } else {
        try run.readUntilPlaced()
      }
      let seconds = run.secondsToLastByte
      try run.type("q")
      try run.readToEnd()
      return seconds
    }
    let times = try alternate(rounds: workbench.repetitions) {
      try seconds(pixels: "auto")
    } with: {
      try seconds(pixels: "off")
    }
    let (pixels, cells) = (times.ours.median, times.theirs.median)
    report.add(
      name: "carousel at 80×24, 640×427 JPEG: exact pixels, against cells",
      details: "\(time(pixels)) : \(time(cells))",
      value: pixels / cells, bound: .atMost(1.3))
  }

  /// Measures the time from exec to the last byte of a still in kitty's protocol.
  private static func measureStills(on workbench: Workbench, into report: inout Report) throws {
    let pictures = try [
      ("640×427 JPEG", workbench.samples.jpeg(width: 640, height: 427)),
      ("24-megapixel JPEG", workbench.samples.jpeg(width: 6000, height: 4000)),
    ]
    let rivals = [
      ("chafa", ["--format", "kitty", "--size", "80x24"]), ("timg", ["-pk", "-g80x24"]),
    ]
    for (name, arguments) in rivals {
      guard let rival = Program(name) else {
        report.skip("stills in pixels against \(name)", because: "it is not installed")
        continue
      }
      for (subject, picture) in pictures {
        func still(_ program: String, _ arguments: [String]) throws -> Double {
          let run = try TerminalRun(program, arguments + [picture], columns: 80, rows: 24, isKitty: true)
          try run.readToEnd()
          guard (run.images?.uploadCount ?? 0) > 0 else { throw TerminalRun.Failure("\(program) sent no picture") }
          return run.secondsToLastByte
        }
        let times = try alternate(rounds: workbench.repetitions) {
          try still(workbench.tui, ["--print", "--pixels", "kitty", "--size", "80x24"])
        } with: {
          try still(rival.path, arguments)
        }
        report.add(
          name: "`--print --pixels kitty` at 80×24, \(subject), against \(name)", times: times, bound: .atMost(1))
      }
    }
  }
}

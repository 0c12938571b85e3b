/// Measures animations at 25 frames a second at 200×50, fitted with `legacy`, on one core, with the processes that decode.
enum AnimationRate {
  /// 25, less an allowance for late timers.
  private static let framesPerSecond = 24.5

  /// A file, and when its measurement begins.
  private struct Run {
    var name: String
    var picture: String
    /// The seconds from the start to the measurement, and those measured.
    var start: Double
    var seconds: Double
    var maximumShare: Double?
  }

  /// Adds the frames per second and the share of the core: of a picture that changes everywhere, while it plays for the
  /// first time and afterwards, and of one of which a small part moves.
  static func measure(on workbench: Workbench, into report: inout Report) throws {
    guard let taskset = Program("taskset") else {
      report.skip("an animation on one core", because: "taskset is not installed")
      return
    }
    let panning = try workbench.samples.panningGIF()
    let runs = [
      Run(name: "GIF of 480×270 at 200×50, first play", picture: panning, start: 1, seconds: 4.5),
      // It lasts for six seconds.
      Run(
        name: "GIF of 480×270 at 200×50, later plays", picture: panning, start: 7, seconds: 8, maximumShare: 20),
      Run(
        name: "GIF of 480×270 of which a part moves, at 200×50", picture: try workbench.samples.partlyMovingGIF(),
        start: 1, seconds: 4.5, maximumShare: 20),
    ]
    for run in runs { try measure(run, taskset.path, on: workbench, into: &report) }
  }

  private static func measure(
    _ run: Run, _ taskset: String, on workbench: Workbench, into report: inout Report
  ) throws {
    var best = try observe(run, taskset, on: workbench)
    for _ in 0..<2 where best.framesPerSecond < framesPerSecond {
      let next = try observe(run, taskset, on: workbench)
      if next.framesPerSecond > best.framesPerSecond { best = next }
    }
    report.add(
      name: "\(run.name): frames a second", details: "\(rounded(best.bytesPerFrame / 1000)) kB a frame",
      value: best.framesPerSecond, bound: .atLeast(framesPerSecond))
    report.add(
      name: "\(run.name): share of the core",
      details: "\(rounded(1000 * best.processorSeconds / best.seconds / best.framesPerSecond)) ms a frame",
      value: 100 * best.processorSeconds / best.seconds, unit: " %",
      bound: run.maximumShare.map { .atMost($0) } ?? .none)
  }

  private static func observe(_ run: Run, _ taskset: String, on workbench: Workbench) throws -> ObservedMotion {
    let flags = ["--art", "legacy", "--color", "truecolor", "--interval", "0"]
    // taskset becomes the program, which is then limited to one core.
    let terminal = try TerminalRun(
      taskset, ["-c", "0", workbench.tui] + flags + [run.picture], columns: 200, rows: 50)
    try terminal.read(seconds: run.start)
    return try ObservedMotion(of: terminal, seconds: run.seconds, pressingEvery: nil, countsDecoders: true)
  }
}

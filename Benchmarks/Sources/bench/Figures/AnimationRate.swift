/// Measures whether an animation plays at its full rate at 200×50 on one core, fitted with `legacy`.
enum AnimationRate {
  /// 25, less an allowance for late timers.
  private static let framesPerSecond = 24.5

  /// Adds the frames per second and the share of the core.
  static func measure(on workbench: Workbench, into report: inout Report) throws {
    let picture = try workbench.samples.panningGIF()
    guard let taskset = Program("taskset") else {
      report.skip("an animation on one core", because: "taskset is not installed")
      return
    }
    var best = try observe(taskset.path, picture, on: workbench)
    for _ in 0..<2 where best.framesPerSecond < framesPerSecond {
      let next = try observe(taskset.path, picture, on: workbench)
      if next.framesPerSecond > best.framesPerSecond { best = next }
    }
    report.add(
      Figure(
        name: "GIF of 480×270 and 25 frames a second at 200×50, `legacy`, on one core: frames a second",
        details: "\(rounded(best.bytesPerFrame / 1000)) kB a frame", value: best.framesPerSecond,
        bound: .atLeast(framesPerSecond)))
    report.add(
      Figure(
        name: "GIF of 480×270 and 25 frames a second at 200×50, `legacy`, on one core: share of it",
        details: "\(rounded(1000 * best.processorSeconds / best.seconds / best.framesPerSecond)) ms a frame",
        value: 100 * best.processorSeconds / best.seconds, unit: " %",
        bound: .none))
  }

  private static func observe(_ taskset: String, _ picture: String, on workbench: Workbench) throws -> ObservedMotion {
    let flags = ["--art", "legacy", "--color", "truecolor", "--interval", "0"]
    // taskset becomes the program, which is then limited to one core.
    let run = try TerminalRun(taskset, ["-c", "0", workbench.tui] + flags + [picture], columns: 200, rows: 50)
    try run.read(seconds: 1)
    return try ObservedMotion(of: run, seconds: 8, pressingEvery: nil)
  }
}

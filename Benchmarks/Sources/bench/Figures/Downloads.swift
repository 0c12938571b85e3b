/// Measures whether running downloads and decodes disturb the motion of visible slides.
enum Downloads {
  /// Adds the 99th percentile of the frame intervals of slides at 200×50, with and without downloads, and their ratio.
  ///
  /// With downloads, every other slide is a 12-megapixel JPEG from a local server, each with a different URL, at a rate
  /// at which it arrives while its neighbors move: with a key press every 0.25 s, one picture is always being fetched
  /// and another decoded.
  static func measure(on workbench: Workbench, into report: inout Report) throws {
    guard let python = Program("python3") else {
      return report.skip("motion with downloads", because: "python3 is not installed")
    }
    let local = try (1...6).map { try workbench.samples.jpeg(width: 1280, height: 854, seed: $0) }
    let large = try workbench.samples.jpeg(width: 4000, height: 3000)
    let server = try HelperProcess(
      script: "\(workbench.tools)/slow-server.py", python: python, ["--port", "0", workbench.samples.path])
    let mixed = (0..<120).flatMap { number in
      [local[number % local.count], server.url(of: large, "rate=16000000&age=60&n=\(number)")]
    }
    // The better of two runs: other programs on the processor can only make it worse.
    let alone = try (0..<2).map { _ in try percentile(of: local, on: workbench) }.min() ?? 0
    let busy = try (0..<2).map { _ in try percentile(of: mixed, on: workbench) }.min() ?? 0
    let served = server.served()
    guard served > 16 else { throw TerminalRun.Failure("only \(served) pictures were downloaded") }
    report.add(
      name: "slide at 200×50 while pictures are fetched and decoded: 99 % of frames within, against none",
      details: "\(rounded(busy)) ms : \(rounded(alone)) ms, \(served) downloads of 12 megapixels",
      value: busy / alone,
      bound: .atMost(1.2))
  }

  private static func percentile(of deck: [String], on workbench: Workbench) throws -> Double {
    let run = try workbench.carousel(["--change-mode", "slide", "--no-cache"] + deck, columns: 200, rows: 50)
    try run.readUntilQuiet(milliseconds: 500)
    if deck.count <= 6 {
      for _ in deck {
        try run.type("\u{1B}[C")
        try run.readUntilQuiet(milliseconds: 200)
      }
    }
    let motion = try ObservedMotion(of: run, seconds: 8, pressingEvery: 0.25)
    return Statistics(motion.intervals).percentile(0.99)
  }
}

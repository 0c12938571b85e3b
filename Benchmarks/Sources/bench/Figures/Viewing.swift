/// Measures the viewer and the grid: whether zooming and panning are fluid, how soon a zoomed picture is sharp, and the
/// cost of a large grid.
enum Viewing {
  /// 60, less an allowance for late timers.
  private static let framesPerSecond = 58.0

  /// Adds the motions, the time to a sharp picture, and the grid of 100,000.
  static func measure(on workbench: Workbench, into report: inout Report) throws {
    // Each motion takes at least 0.2 s: with a key every 0.15 s, it never comes to rest.
    try measureMotion("zoom", keys: ["+", "-"], on: workbench, into: &report)
    try measureMotion("pan", keys: ["l", "h"], on: workbench, into: &report)
    try measureCrisp(on: workbench, into: &report)
    try measurePan(
      "progressive JPEG", try workbench.samples.jpeg(width: 6000, height: 4000, isProgressive: true), on: workbench,
      into: &report
    )
    try measurePan(
      "interlaced PNG", try workbench.samples.made(.interlaced, width: 6000, height: 4000), on: workbench, into: &report
    )
    try measureGrid(on: workbench, into: &report)
  }

  private static func measureMotion(
    _ name: String, keys: [String], on workbench: Workbench, into report: inout Report
  ) throws {
    let picture = try workbench.samples.jpeg(width: 1280, height: 854, seed: 1)
    let run = try viewer(of: picture, on: workbench)
    try run.type("+++")
    try run.readUntilQuiet(milliseconds: 700)
    let motion = try ObservedMotion(of: run, seconds: 8, pressingEvery: 0.15, keys: keys)
    report.add(motion.rate(of: "\(name) at 200×50", atLeast: framesPerSecond))
    report.add(motion.share(of: "\(name) at 200×50", atMost: 40))
  }

  /// Measures the time from `=` to the last byte of the picture at 1:1, including the zoom and 0.15 s of rest.
  private static func measureCrisp(on workbench: Workbench, into report: inout Report) throws {
    let picture = try workbench.samples.jpeg(width: 6000, height: 4000)
    var (seconds, memory): ([Double], [Double]) = ([], [])
    for _ in 0..<7 {
      // A new process each time, since sharp pictures are cached.
      let run = try viewer(of: picture, on: workbench)
      // Shorter than the fade of the text in the corner.
      seconds.append(try run.seconds(after: "=", untilQuietFor: 1000))
      memory.append(Double(try ProcessStatus(of: run.child).peakResidentBytes()) / 1e6)
      try run.type("q")
      try run.readToEnd(seconds: 120)
    }
    let statistics = Statistics(seconds)
    report.add(
      name: "key to sharp, 24-megapixel JPEG at 1:1, 200×50", details: "slowest of 7: \(time(statistics.maximum))",
      value: statistics.median, unit: " s", bound: .atMost(0.95))
    report.add(
      name: "24-megapixel JPEG at 1:1, peak memory", details: "the most of 7", value: Statistics(memory).maximum,
      unit: " MB", bound: .atMost(200))
  }

  /// Measures the time from a key that pans to the last byte of the picture at 1:1, including the pan and 0.15 s of rest,
  /// for pictures of which any part takes the decoding of the whole file.
  private static func measurePan(
    _ name: String, _ picture: String, on workbench: Workbench, into report: inout Report
  ) throws {
    let run = try viewer(of: picture, on: workbench)
    try run.type("=")
    // The text in the corner fades after three seconds.
    try run.readUntilQuiet(milliseconds: 2500)
    let seconds = try ["l", "j", "l", "j", "l", "j", "l"].map { try run.seconds(after: $0, untilQuietFor: 1500) }
    let memory = Double(try ProcessStatus(of: run.child).peakResidentBytes()) / 1e6
    try run.type("q")
    try run.readToEnd(seconds: 120)
    let statistics = Statistics(seconds)
    report.add(
      name: "pan to sharp, 24-megapixel \(name) at 1:1, 200×50", details: "slowest of 7: \(time(statistics.maximum))",
      value: statistics.median, unit: " s", bound: .atMost(0.7))
    report.add(
      name: "24-megapixel \(name) at 1:1, peak memory", details: "after 7 pans", value: memory, unit: " MB",
      bound: .none)
  }

  private static func measureGrid(on workbench: Workbench, into report: inout Report) throws {
    let picture = try workbench.samples.plainJPEG(red: 230, green: 20, blue: 200)
    let folder = try workbench.samples.crowdedFolder(of: picture, count: 100_000)
    var (seconds, opened, paged): ([Double], [Double], [Double]) = ([], [], [])
    for _ in 0..<5 {
      let run = try workbench.carousel(["--grid", folder], columns: 200, rows: 50)
      let end = try run.readUntil(ColorWatcher(red: 230, green: 20, blue: 200))
      seconds.append(Double(end - run.startTime) / 1e9)
      try run.readUntilQuiet(milliseconds: 1000)
      opened.append(Double(try ProcessStatus(of: run.child).peakResidentBytes()) / 1e6)
      for _ in 0..<100 {
        try run.type("\u{1B}[6~")
        try run.read(seconds: 0.03)
      }
      try run.type("\u{1B}[F")
      try run.readUntilQuiet(milliseconds: 500)
      paged.append(Double(try ProcessStatus(of: run.child).peakResidentBytes()) / 1e6)
      try run.type("q")
      try run.readToEnd()
    }
    let statistics = Statistics(seconds)
    report.add(
      name: "grid of 100,000, exec to first thumbnail", details: "slowest of 5: \(time(statistics.maximum))",
      value: statistics.median, unit: " s", bound: .atMost(0.1))
    report.add(
      name: "grid of 100,000, peak memory once it is open", details: "the most of 5",
      value: Statistics(opened).maximum, unit: " MB", bound: .atMost(80))
    // By then, thumbnails fill all 64 MB of `--memory-cache`.
    report.add(
      name: "grid of 100,000, peak memory after 100 pages", details: "the most of 5",
      value: Statistics(paged).maximum, unit: " MB", bound: .atMost(120))
  }

  /// Starts the viewer with a picture at rest.
  private static func viewer(of picture: String, on workbench: Workbench) throws -> TerminalRun {
    let run = try workbench.carousel([picture], columns: 200, rows: 50)
    try run.readUntilQuiet(milliseconds: 500)
    try run.type("\r")
    try run.readUntilQuiet(milliseconds: 1000)
    return run
  }
}

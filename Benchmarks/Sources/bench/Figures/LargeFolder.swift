/// Measures the time to the first picture of a folder of 100,000, and the memory.
enum LargeFolder {
  private static let count = 100_000

  /// Adds the time and the memory, starting from the first slide and from a named one.
  static func measure(on workbench: Workbench, into report: inout Report) throws {
    let picture = try workbench.samples.plainJPEG(red: 230, green: 20, blue: 200)
    let folder = try workbench.samples.crowdedFolder(of: picture, count: count)
    for (name, flags) in [("", []), (", `--start photo-050000.jpg`", ["--start", "photo-050000.jpg"])] {
      let runs = try (0..<5).map { _ in try open(folder, flags, on: workbench) }
      let seconds = Statistics(runs.map(\.seconds))
      let memory = Statistics(runs.map(\.megabytes))
      report.add(
        name: "folder of 100,000, exec to first picture\(name)", details: "slowest of 5: \(time(seconds.maximum))",
        value: seconds.median, unit: " s", bound: .atMost(0.1))
      report.add(
        name: "folder of 100,000, peak memory\(name)", details: "after 200 swipes", value: memory.maximum,
        unit: " MB",
        bound: .atMost(80))
    }
    // The art of terminals that have told their name. Each picture is loaded before the next swipe.
    for (columns, rows) in [(80, 24), (200, 50)] {
      let run = try open(folder, [], art: "best", columns: columns, rows: rows, interval: 0.1, on: workbench)
      report.add(
        name: "folder of 100,000, peak memory, `best` at \(columns)×\(rows)", details: "after 200 swipes",
        value: run.megabytes, unit: " MB", bound: .atMost(80))
    }
  }

  /// Opens a folder, waits for its first picture, and swipes.
  ///
  /// - Parameter interval: the seconds between swipes.
  static func open(
    _ folder: String, _ flags: [String], art: String = "half", columns: Int = 80, rows: Int = 24, swipes: Int = 200,
    interval: Double = 0.02, on workbench: Workbench
  ) throws -> (seconds: Double, megabytes: Double) {
    let run = try workbench.carousel(flags + [folder], art: art, columns: columns, rows: rows)
    let end = try run.readUntil(ColorWatcher(red: 230, green: 20, blue: 200))
    // The scan may continue after the first picture, and its memory counts.
    try run.readUntilQuiet(milliseconds: 1000)
    for _ in 0..<swipes {
      try run.type("\u{1B}[C")
      try run.read(seconds: interval)
    }
    try run.readUntilQuiet(milliseconds: 300)
    let memory = try ProcessStatus(of: run.child).peakResidentBytes()
    try run.type("q")
    try run.readToEnd()
    return (Double(end - run.startTime) / 1e9, Double(memory) / 1e6)
  }
}

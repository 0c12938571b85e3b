import Foundation

/// Measures the memory of pictures of extreme sizes.
enum Memory {
  /// Adds the peak memory of huge pictures and of long animations.
  static func measure(on workbench: Workbench, into report: inout Report) throws {
    try measureHuge(on: workbench, into: &report)
    try measureLong(seconds: 20, on: workbench, into: &report)
    try measureAnimation(
      workbench.samples.noisyGIF(), named: "GIF of 360 frames of noise, 800×600,", seconds: 20, bound: 120,
      on: workbench,
      into: &report)
  }

  /// Adds the peak memory of the long animation after two minutes.
  static func measureLong(on workbench: Workbench, into report: inout Report) throws {
    try measureLong(seconds: 120, on: workbench, into: &report)
  }

  private static func measureLong(
    seconds: Double, on workbench: Workbench, into report: inout Report
  ) throws {
    try measureAnimation(
      workbench.samples.longGIF(), named: "GIF of 1,000 frames of 800×600", seconds: seconds, bound: 100, on: workbench,
      into: &report)
  }

  private static func measureHuge(on workbench: Workbench, into report: inout Report) throws {
    let kinds: [(String, SamplePictures.Huge)] = [
      ("JPEG", .jpeg), ("progressive JPEG", .progressiveJPEG), ("PNG", .png), ("interlaced PNG", .interlacedPNG),
    ]
    for (name, kind) in kinds {
      let picture = try workbench.samples.huge(kind)
      let run = try start(picture, on: workbench)
      // The placeholder is drawn long before the picture, with fewer bytes.
      try run.read(atLeastBytes: 100_000)
      try run.readUntilQuiet(milliseconds: 500)
      let peak = try finish(run)
      try report.add(
        name: "\(name) of 100 megapixels at 200×50, peak memory",
        details: "a file of \(megabytes(size(of: picture)))",
        value: peak, unit: " MB", bound: .atMost(120))
    }
  }

  private static func measureAnimation(
    _ picture: String, named name: String, seconds: Double, bound: Double, on workbench: Workbench,
    into report: inout Report
  ) throws {
    let run = try start(picture, on: workbench)
    try run.read(seconds: seconds)
    let frames = run.chunks.reduce(0) { $0 + $1.frames }
    guard Double(frames) > 10 * seconds else { throw TerminalRun.Failure("the GIF does not play") }
    let peak = try finish(run)
    try report.add(
      name: "\(name) playing for \(rounded(seconds)) s at 200×50, peak memory",
      details: "a file of \(megabytes(size(of: picture))), \(frames) frames drawn", value: peak, unit: " MB",
      bound: .atMost(bound))
  }

  private static func start(_ picture: String, on workbench: Workbench) throws -> TerminalRun {
    try workbench.carousel([picture], columns: 200, rows: 50)
  }

  /// Ends a run and returns its peak memory in megabytes.
  private static func finish(_ run: TerminalRun) throws -> Double {
    let peak = try ProcessStatus(of: run.child).peakResidentBytes()
    try run.type("q")
    try run.readToEnd(seconds: 300)
    return Double(peak) / 1e6
  }

  private static func size(of path: String) throws -> Int {
    try FileManager.default.attributesOfItem(atPath: path)[.size] as? Int ?? 0
  }

  private static func megabytes(_ bytes: Int) -> String { "\(rounded(Double(bytes) / 1e6)) MB" }
}

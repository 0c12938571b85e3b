import Glibc
import TestSupport

/// Measures the memory of pictures of extreme sizes, and the cost of refusing implausible ones.
enum Memory {
  /// Adds the peak memory of huge pictures and of a long animation, and the time and memory of decompression bombs.
  static func measure(on workbench: Workbench, into report: inout Report) throws {
    try measureHuge(on: workbench, into: &report)
    try measureLong(seconds: 20, on: workbench, into: &report)
    try measureAnimation(
      workbench.samples.noisyGIF(), named: "GIF of 360 frames of noise, 800×600,", seconds: 20, bound: 120,
      on: workbench,
      into: &report)
    try measureBombs(on: workbench, into: &report)
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
        Figure(
          name: "\(name) of 100 megapixels at 200×50, peak memory",
          details: "a file of \(megabytes(size(of: picture)))",
          value: peak, unit: " MB", bound: .atMost(120)))
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
      Figure(
        name: "\(name) playing for \(rounded(seconds)) s at 200×50, peak memory",
        details: "a file of \(megabytes(size(of: picture))), \(frames) frames drawn", value: peak, unit: " MB",
        bound: .atMost(bound)))
  }

  /// Adds a row for each bomb, after one for an empty file: the cost of a run that has nothing to decode.
  private static func measureBombs(on workbench: Workbench, into report: inout Report) throws {
    let samples = workbench.samples
    let subjects = try [
      ("an empty file", samples.emptyFile(), Int32(1)),
      ("a PNG that declares 60,000×60,000", samples.hugePNG(), 1),
      ("a WebP that declares 16,384×16,384 for its frames' canvas", samples.hugeWebP(), 1),
      ("a GIF of a million frames", samples.endlessGIF(), 0),
    ]
    let photo = try samples.jpeg(width: 640, height: 427)
    for (name, path, status) in subjects {
      var seconds: [Double] = []
      for _ in 0..<workbench.repetitions {
        let run = try PipeRun.run(
          workbench.tui, ["--print", "--art", "half", "--size", "200x50", "--color", "truecolor", path])
        guard run.ending == .exited(status) else {
          throw TerminalRun.Failure("\(name): ended with \(run.ending as Any)")
        }
        seconds.append(run.seconds)
      }
      // Shows a card, or the first second of the animation. The carousel would end without a slide that it can show.
      let run = try start(path, photo, on: workbench)
      try run.read(seconds: 1)
      let peak = try finish(run)
      try report.add(
        Figure(
          name: "\(name): until it is \(status == 0 ? "shown" : "refused")",
          details: "\(kilobytes(size(of: path))), peak \(rounded(peak)) MB", value: 1000 * Statistics(seconds).minimum,
          unit: " ms", bound: .none))
    }
  }

  private static func start(_ pictures: String..., on workbench: Workbench) throws -> TerminalRun {
    try TerminalRun(
      workbench.tui, ["--interval", "0", "--art", "half", "--color", "truecolor"] + pictures, columns: 200, rows: 50)
  }

  /// Ends a run and returns its peak memory in megabytes.
  private static func finish(_ run: TerminalRun) throws -> Double {
    let peak = try ProcessStatus(of: run.child).peakResidentBytes()
    try run.type("q")
    try run.readToEnd(seconds: 300)
    return Double(peak) / 1e6
  }

  private static func size(of path: String) throws -> Int {
    var status = stat()
    guard unsafe stat(path, &status) == 0 else { throw SystemFailure("stat \(path)") }
    return Int(status.st_size)
  }

  private static func megabytes(_ bytes: Int) -> String { "\(rounded(Double(bytes) / 1e6)) MB" }

  private static func kilobytes(_ bytes: Int) -> String { "\(rounded(Double(bytes) / 1e3)) kB" }
}

/// Measures what it costs to decode pictures in processes without privileges, against `--isolation off` in the same run.
enum IsolationCost {
  /// How often each of the two is started.
  private static let rounds = 60

  /// Adds the times to first pictures, and the memory at rest.
  static func measure(on workbench: Workbench, into report: inout Report) throws {
    let samples = workbench.samples
    let small = try samples.jpeg(width: 640, height: 427)
    let folder = try samples.crowdedFolder(of: samples.plainJPEG(red: 230, green: 20, blue: 200), count: 100_000)
    let subjects = try [
      ("640×427 JPEG", small), ("24-megapixel JPEG", samples.jpeg(width: 6000, height: 4000)),
      ("folder of 100,000", folder),
    ]
    for (name, path) in subjects {
      let times = try alternate(rounds: rounds) {
        try secondsToPicture(path, isPlain: path == folder, ["--isolation", "require"], on: workbench)
      } with: {
        try secondsToPicture(path, isPlain: path == folder, ["--isolation", "off"], on: workbench)
      }
      report.add(
        name: "isolation: exec to first picture at 80×24, \(name), beyond that of `--isolation off`",
        details: "\(time(times.ours.median)) : \(time(times.theirs.median)), medians of \(rounds)",
        value: 1000 * (times.ours.median - times.theirs.median), unit: " ms", bound: .atMost(1))
    }
    let memory = try alternate(rounds: 5) {
      try megabytesAtRest(small, ["--isolation", "require"], on: workbench)
    } with: {
      try megabytesAtRest(small, ["--isolation", "off"], on: workbench)
    }
    report.add(
      name: "isolation: memory of all processes at rest, 640×427 JPEG, beyond that of `--isolation off`",
      details: "\(rounded(memory.ours.median)) MB : \(rounded(memory.theirs.median)) MB, shared pages counted once",
      value: memory.ours.median - memory.theirs.median, unit: " MB", bound: .atMost(6))
  }

  /// - Parameter isPlain: whether the picture has only one color, as those of the folder have.
  private static func secondsToPicture(
    _ path: String, isPlain: Bool, _ flags: [String], on workbench: Workbench
  ) throws -> Double {
    let run = try workbench.carousel(flags + [path])
    let seconds: Double
    if isPlain {
      seconds = Double(try run.readUntil(ColorWatcher(red: 230, green: 20, blue: 200)) - run.startTime) / 1e9
    } else {
      // A placeholder takes far fewer bytes than a picture.
      try run.read(atLeastBytes: 20_000)
      try run.readUntilQuiet(milliseconds: 100)
      seconds = run.secondsToLastByte
    }
    try run.type("q")
    try run.readToEnd()
    return seconds
  }

  private static func megabytesAtRest(_ path: String, _ flags: [String], on workbench: Workbench) throws -> Double {
    let run = try workbench.carousel(flags + [path])
    try run.readUntilQuiet(milliseconds: 1000)
    let bytes = try ProcessStatus.family(of: run.child).reduce(0) { $0 + (try $1.proportionalBytes()) }
    try run.type("q")
    try run.readToEnd()
    return Double(bytes) / 1e6
  }
}

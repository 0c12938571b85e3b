/// Measures what it costs to decode pictures in processes without privileges, against `--isolation off` in the same run.
enum IsolationCost {
  /// How often each of the two is started.
  private static let rounds = 60

  /// Adds the times to first pictures, the memory at rest, and the rate of an animation.
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
        Figure(
          name: "isolation: exec to first picture at 80×24, \(name), beyond that of `--isolation off`",
          details: "\(time(times.ours.median)) : \(time(times.theirs.median)), medians of \(rounds)",
          value: 1000 * (times.ours.median - times.theirs.median), unit: " ms", bound: .atMost(1)))
    }
    let memory = try alternate(rounds: 5) {
      try megabytesAtRest(small, ["--isolation", "require"], on: workbench)
    } with: {
      try megabytesAtRest(small, ["--isolation", "off"], on: workbench)
    }
    report.add(
      Figure(
        name: "isolation: memory of all processes at rest, 640×427 JPEG, beyond that of `--isolation off`",
        details: "\(rounded(memory.ours.median)) MB : \(rounded(memory.theirs.median)) MB, shared pages counted once",
        value: memory.ours.median - memory.theirs.median, unit: " MB", bound: .atMost(6)))
    try measureAnimation(on: workbench, into: &report)
  }

  private static func measureAnimation(on workbench: Workbench, into report: inout Report) throws {
    let picture = try workbench.samples.panningGIF()
    let rates = try alternate(rounds: 3) {
      try framesPerSecond(picture, ["--isolation", "require"], on: workbench)
    } with: {
      try framesPerSecond(picture, ["--isolation", "off"], on: workbench)
    }
    report.add(
      Figure(
        name: "isolation: frames a second of a GIF of 480×270, 25 a second, at 200×50, against `--isolation off`",
        details: "\(rounded(rates.ours.median)) : \(rounded(rates.theirs.median))",
        value: rates.ours.median / rates.theirs.median, bound: .atLeast(0.98)))
  }

  private static func start(
    _ picture: String, _ flags: [String], columns: Int = 80, rows: Int = 24, on workbench: Workbench
  ) throws -> TerminalRun {
    try TerminalRun(
      workbench.tui, ["--interval", "0", "--art", "half", "--color", "truecolor"] + flags + [picture],
      columns: columns, rows: rows)
  }

  /// - Parameter isPlain: whether the picture has only one color, as those of the folder have.
  private static func secondsToPicture(
    _ path: String, isPlain: Bool, _ flags: [String], on workbench: Workbench
  ) throws -> Double {
    let run = try start(path, flags, on: workbench)
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
    let run = try start(path, flags, on: workbench)
    try run.readUntilQuiet(milliseconds: 1000)
    let bytes = try ProcessStatus.family(of: run.child).reduce(0) { $0 + (try $1.proportionalBytes()) }
    try run.type("q")
    try run.readToEnd()
    return Double(bytes) / 1e6
  }

  private static func framesPerSecond(_ path: String, _ flags: [String], on workbench: Workbench) throws -> Double {
    let run = try start(path, flags, columns: 200, rows: 50, on: workbench)
    try run.read(seconds: 1)
    return try ObservedMotion(of: run, seconds: 8, pressingEvery: nil).framesPerSecond
  }
}

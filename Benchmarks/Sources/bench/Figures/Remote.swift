import Glibc
import TestSupport

/// Measures a folder of 10,000 photographs of 24 megapixels on the far side of ssh, behind a line with a round trip of
/// 50 ms and 20 Mbit/s, which `Tools/slow-ssh.py` makes.
enum Remote {
  private static let latency = 0.05
  private static let swipeCount = 10
  private static let restCount = 5

  /// A line to an sshd, the folder behind it, and what it is opened with.
  private struct Line {
    let process: HelperProcess
    let bin: String
    let source: String
    let workbench: Workbench

    init(milliseconds: Int, to folder: String, python: Program, on workbench: Workbench) throws {
      let far = workbench.tui.split(separator: "/").dropLast().map { "/\($0)" }.joined()
      process = try HelperProcess(
        script: "\(workbench.tools)/slow-ssh.py", python: python, ["--latency", "\(milliseconds)", "--tui", far])
      bin = String(process.lastLine.dropFirst().first ?? "")
      source = "ssh://127.0.0.1:\(process.port)\(folder)/"
      self.workbench = workbench
    }

    /// The kilobytes that have come from the far side.
    var kilobytes: Double { (process.lastLine.first.flatMap { Double($0) } ?? 0) / 1000 }

    /// Runs ssh with a command on the far side.
    func ssh(_ arguments: [String]) throws -> Double {
      try PipeRun.run("\(bin)/ssh", ["-p", "\(process.port)"] + arguments + ["127.0.0.1", "true"]).seconds
    }

    func open(_ source: String? = nil, isKitty: Bool = false) throws -> TerminalRun {
      // Both are 200 or 160 cells wide; kitty's window then has 1600×900 pixels.
      let run = try TerminalRun(
        workbench.tui, ["--interval", "0", "--no-cache", "--color", "truecolor", source ?? self.source],
        columns: isKitty ? 160 : 200, rows: isKitty ? 45 : 50, isKitty: isKitty, path: "\(bin):/usr/bin:/bin")
      try isKitty ? run.readUntilPlaced(seconds: 120) : run.read(atLeastBytes: 20_000, seconds: 120)
      return run
    }

    /// The seconds from exec to the first picture.
    func secondsToPicture() throws -> Double {
      let run = try open()
      let seconds = run.secondsToLastByte
      try run.type("q")
      try run.readToEnd()
      return seconds
    }
  }

  /// Adds the round trips to the first picture, the bytes of a slide, and whether swipes wait; and what is mounted.
  static func measure(on workbench: Workbench, into report: inout Report) throws {
    guard let python = Program("python3"), Program("ssh") != nil else {
      return report.skip("the far side of ssh", because: "python3 or ssh is not installed")
    }
    let photographs = try (1...4).map { try workbench.samples.jpeg(width: 6000, height: 4000, seed: $0) }
    let folder = try workbench.samples.folder(linking: photographs, count: 10_000)
    let near = try Line(milliseconds: 0, to: folder, python: python, on: workbench)
    let far = try Line(milliseconds: Int(latency * 1000), to: folder, python: python, on: workbench)
    // The shortest runs: whatever else uses the processors only adds to them.
    let alone = try ((0..<9).map { _ in (near: try near.ssh([]), far: try far.ssh([])) })
    let own = (Statistics(alone.map(\.far)).minimum - Statistics(alone.map(\.near)).minimum) / latency
    try measureFirst("new connection", "ssh HOST true takes \(rounded(own))", near, far, into: &report)
    for line in [near, far] { _ = try line.ssh(["-M", "-o", "ControlPersist=600"]) }
    try measureFirst("shared connection", "", near, far, into: &report)
    let ours = try measureSwipes("200×50 cells", far, kilobytes: 80, into: &report)
    _ = try measureSwipes("1600×900 pixels", far, isKitty: true, kilobytes: 400, into: &report)
    try measureMounted(far, folder, against: ours, into: &report)
    for line in [near, far] { _ = try line.ssh(["-O", "exit"]) }
  }

  private static func measureFirst(
    _ connection: String, _ remark: String, _ near: Line, _ far: Line, into report: inout Report
  ) throws {
    let seconds = try (0..<9).map { _ in (near: try near.secondsToPicture(), far: try far.secondsToPicture()) }
    let (without, with) = (Statistics(seconds.map(\.near)).minimum, Statistics(seconds.map(\.far)).minimum)
    report.add(
      name: "far folder of 10,000, exec to first picture, \(connection), in round trips of 50 ms",
      details: "\(time(with)), without latency \(time(without))\(remark.isEmpty ? "" : "; \(remark)")",
      value: (with - without) / latency, bound: .atMost(8))
  }

  /// Swipes ten times, twice a second, then five times with a rest of two seconds; returns the seconds to the first picture.
  @discardableResult
  private static func measureSwipes(
    _ window: String, _ line: Line, source: String? = nil, isKitty: Bool = false, kilobytes limit: Double?,
    into report: inout Report
  ) throws -> Double {
    let run = try line.open(source, isKitty: isKitty)
    let seconds = run.secondsToLastByte
    try run.read(seconds: 1)
    var waits = 0
    for number in 0..<swipeCount + 2 {
      let before = run.loadingCount
      try run.type("\u{1B}[C")
      try run.read(seconds: 0.5)
      // The first two may wait.
      if number >= 2, run.loadingCount > before { waits += 1 }
    }
    try run.read(seconds: 3)
    let (start, uploads) = (line.kilobytes, run.images?.uploadCount ?? 0)
    for _ in 0..<restCount {
      try run.type("\u{1B}[C")
      try run.read(seconds: 2)
    }
    let perSlide = (line.kilobytes - start) / Double(restCount)
    guard !isKitty || (run.images?.uploadCount ?? 0) >= uploads + restCount else {
      throw TerminalRun.Failure("slides at rest were not shown in pixels")
    }
    try run.type("q")
    try run.readToEnd(seconds: 120)
    report.add(
      name: "swipes at two a second that wait, \(window)", details: "of ten after the first two",
      value: Double(waits), bound: limit == nil ? .none : .atMost(0))
    report.add(
      name: "… bytes of a slide", details: "five, each at rest", value: perSlide, unit: " kB",
      bound: limit.map { .atMost($0) } ?? .none)
    return seconds
  }

  /// Measures the same in a folder that sshfs or rclone has mounted.
  private static func measureMounted(
    _ line: Line, _ folder: String, against ours: Double, into report: inout Report
  ) throws {
    let mount = "\(line.bin)/mount"
    let (port, key) = ("\(line.process.port)", "\(line.bin)/../own")
    let sftp = ["--sftp-host", "127.0.0.1", "--sftp-port", port, "--sftp-user", "root", "--sftp-key-file", key]
    let mounters = [
      ("sshfs", ["-o", "ssh_command=\(line.bin)/ssh", "-p", port, "127.0.0.1:\(folder)", mount]),
      ("rclone", ["mount", "--daemon"] + sftp + [":sftp:\(folder)", mount]),
    ]
    for (name, arguments) in mounters {
      guard let program = Program(name), let unmount = Program("fusermount") ?? Program("fusermount3"),
        unsafe mkdir(mount, 0o755) == 0 || errno == EEXIST,
        try Program.run(program.path, arguments, environment: TerminalRun.environment)
      else {
        report.skip("\(name) and tui", because: "it is not installed, or cannot mount here")
        continue
      }
      defer { _ = try? Program.run(unmount.path, ["-uz", mount], environment: TerminalRun.environment) }
      let seconds = try measureSwipes("200×50 cells, \(name)", line, source: mount, kilobytes: nil, into: &report)
      report.add(
        name: "exec to first picture, against \(name)", details: "\(time(ours)) : \(time(seconds))",
        value: ours / seconds, bound: .atMost(1))
    }
  }
}

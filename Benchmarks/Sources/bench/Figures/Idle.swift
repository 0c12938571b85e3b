/// Measures what a picture at rest costs: the number of wake-ups of all threads of all processes.
enum Idle {
  /// Adds the wake-ups in ten seconds, with auto-advance off and on.
  static func measure(on workbench: Workbench, into report: inout Report) throws {
    let deck = try (1...3).map { try workbench.samples.jpeg(width: 640, height: 427, seed: $0) }
    let off = try wakeUps(["--interval", "0"] + deck, on: workbench)
    report.add(
      name: "wake-ups in 10 s at rest, `--interval 0`", details: "\(off.threads) threads",
      value: Double(off.count), bound: .atMost(0))
    let on = try wakeUps(["--interval", "2", "--no-motion"] + deck, on: workbench)
    // Most of these wake-ups wait until the line accepts the next few kilobytes of the new picture.
    report.add(
      name: "wake-ups in 10 s, `--interval 2 --no-motion`",
      details: "5 changes, \(rounded(Double(on.bytes) / 1000)) kB, \(on.threads) threads", value: Double(on.count),
      bound: .none)
  }

  private static func wakeUps(_ arguments: [String], on workbench: Workbench) throws -> (
    count: Int, threads: Int, bytes: Int
  ) {
    let run = try TerminalRun(workbench.tui, arguments, columns: 80, rows: 24)
    try run.readUntilQuiet(milliseconds: 1500)
    // Pool threads end some seconds after their last task, which is part of the startup cost.
    try run.read(seconds: 8)
    let before = try contextSwitches(of: run)
    let bytesBefore = run.byteCount
    try run.read(seconds: 10)
    let after = try contextSwitches(of: run)
    let bytes = run.byteCount - bytesBefore
    try run.type("q")
    try run.readToEnd()
    let count = after.reduce(0) { $0 + $1.value - (before[$1.key] ?? 0) }
    return (count + before.keys.count { after[$0] == nil }, after.count, bytes)
  }

  private static func contextSwitches(of run: TerminalRun) throws -> [String: Int] {
    var switches: [String: Int] = [:]
    for process in ProcessStatus.family(of: run.child) {
      for (thread, count) in try process.contextSwitches() { switches[thread] = count }
    }
    return switches
  }
}

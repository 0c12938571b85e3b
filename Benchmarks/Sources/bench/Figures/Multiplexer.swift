import Foundation

/// Measures whether a slide in tmux at 400×120 holds its frame rate: the program draws to tmux, and tmux to a terminal.
enum Multiplexer {
  /// Adds the frames per second that were drawn of those that were due, according to the program's statistics.
  static func measure(on workbench: Workbench, into report: inout Report) throws {
    guard let tmux = Program("tmux") else { return report.skip("a slide in tmux", because: "it is not installed") }
    let deck = try (1...4).map { try workbench.samples.jpeg(width: 1280, height: 854, seed: $0) }
    let socket = "tui-bench-\(getpid())"
    let told = "\(workbench.samples.path)/tmux-stats-\(getpid())"
    defer { try? FileManager.default.removeItem(atPath: told) }
    let command =
      ([workbench.tui, "--interval", "0", "--color", "truecolor", "--art", "half", "--stats"] + deck)
      .map { "'\($0)'" }.joined(separator: " ")
    let run = try TerminalRun(
      tmux.path, ["-u", "-L", socket, "-f", "/dev/null", "new-session", "\(command) 2>'\(told)'"], columns: 400,
      rows: 120)
    defer { _ = try? Program.run(tmux.path, ["-L", socket, "kill-server"], environment: TerminalRun.environment) }
    try run.readUntilQuiet(milliseconds: 1000)
    for _ in deck {
      try run.type("\u{1B}[C")
      try run.readUntilQuiet(milliseconds: 500)
    }
    var observer = MotionObserver(of: run)
    try observer.watch(seconds: 8, pressingEvery: 0.25)
    try run.readUntilQuiet(milliseconds: 500)
    try run.type("q")
    try run.readToEnd(seconds: 120)
    // Format: frames    N, dropped M, B bytes
    let line =
      try String(contentsOfFile: told, encoding: .utf8).split(separator: "\n").first { $0.hasPrefix("frames ") } ?? ""
    let numbers = line.split { !$0.isNumber }.compactMap { Double($0) }
    guard numbers.count == 3, numbers[0] > 100 else { throw TerminalRun.Failure("tmux: \(line)") }
    report.add(
      name: "slide in tmux at 400×120: frames a second",
      details: "\(rounded(numbers[0])) drawn, \(rounded(numbers[1])) not",
      value: 60 * numbers[0] / (numbers[0] + numbers[1]), bound: .atLeast(58))
  }
}

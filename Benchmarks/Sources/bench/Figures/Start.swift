/// Measures the start of a program that shows no picture, against the shortest start that there is.
enum Start {
  /// How often each command is started.
  private static let rounds = 100

  /// Adds the times of `--version` and `--help`, as ratios to that of `/bin/true`.
  static func measure(on workbench: Workbench, into report: inout Report) throws {
    for option in ["--version", "--help"] {
      let times = try alternate(rounds: rounds) {
        try PipeRun.run(workbench.tui, [option]).seconds
      } with: {
        try PipeRun.run("/bin/true", []).seconds
      }
      report.add(
        name: "`\(option)`, from exec to the end of the output, against `/bin/true`",
        times: times, bound: .atMost(8))
    }
  }
}

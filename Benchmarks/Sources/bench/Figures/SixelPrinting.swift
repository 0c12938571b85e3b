import TestSupport

/// Measures printing a picture of 1000×600 pixels as sixels into a pipe, against other programs that do so.
enum SixelPrinting {
  private static let arguments = ["--print", "--pixels", "sixel", "--size", "100x31"]

  private static let rivals = [
    // When writing to a pipe, chafa assumes cells of 8×8 pixels.
    ("chafa", ["--format", "sixels", "--size", "125x75", "--stretch"]),
    ("img2sixel", []),
  ]

  /// Adds the ratio of the shortest times, in alternating runs.
  static func measure(on workbench: Workbench, into report: inout Report) throws {
    let picture = try workbench.samples.jpeg(width: 1000, height: 600)
    for (name, rival) in rivals {
      guard let program = Program(name) else {
        report.skip("sixels against \(name)", because: "it is not installed")
        continue
      }
      var bytes: [String: Int] = [:]
      func seconds(_ program: String, _ arguments: [String]) throws -> Double {
        let run = try PipeRun.run(program, arguments + [picture])
        guard run.ending == .exited(0), run.bytes > 100_000 else {
          throw TerminalRun.Failure("\(program) printed no picture")
        }
        bytes[program] = run.bytes
        return run.seconds
      }
      let (ours, theirs) = try alternate(rounds: workbench.repetitions) {
        try seconds(workbench.tui, arguments)
      } with: {
        try seconds(program.path, rival)
      }
      let kilobytes = [workbench.tui, program.path].map { "\((bytes[$0] ?? 0) / 1000) kB" }
      report.add(
        name: "`--print --pixels sixel` of 1000×600 pixels against \(name)",
        details:
          "\(time(ours.minimum)) : \(time(theirs.minimum)), \(kilobytes.joined(separator: " : "))",
        value: ours.minimum / theirs.minimum, bound: .atMost(1))
    }
  }
}

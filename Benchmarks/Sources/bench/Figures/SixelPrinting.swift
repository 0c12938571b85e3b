import TestSupport

/// A picture of 1000×600 pixels as sixels, into a pipe, against programs that print those.
enum SixelPrinting {
  private static let arguments = ["--print", "--pixels", "sixel", "--size", "100x31"]

  private static let rivals = [
    // Into a pipe its cells have 8×8 pixels.
    ("chafa", ["--format", "sixels", "--size", "125x75", "--stretch"]),
    ("img2sixel", []),
  ]

  /// Adds the ratio of the shortest times of runs that alternate.
  static func measure(on workbench: Workbench, into report: inout Report) throws {
    let picture = try workbench.samples.jpeg(width: 1000, height: 600)
    for (name, rival) in rivals {
      guard let program = Program(name) else {
        report.skip("sixels against \(name)", because: "it is not installed")
        continue
      }
      var (ours, theirs): ([Double], [Double]) = ([], [])
      var bytes = (ours: 0, theirs: 0)
      // The first run of each only warms the caches.
      for round in 0...workbench.repetitions {
        let our = try PipeRun.run(workbench.tui, arguments + [picture])
        let their = try PipeRun.run(program.path, rival + [picture])
        guard our.ending == .exited(0), our.bytes > 100_000, their.ending == .exited(0) else {
          throw TerminalRun.Failure("no picture was printed")
        }
        bytes = (our.bytes, their.bytes)
        guard round > 0 else { continue }
        ours.append(our.seconds)
        theirs.append(their.seconds)
      }
      guard let mine = ours.min(), let other = theirs.min() else { continue }
      report.add(
        Figure(
          name: "`--print --pixels sixel` of 1000×600 pixels against \(name)",
          details: "\(bench.time(mine)) : \(bench.time(other)), \(bytes.ours / 1000) kB : \(bytes.theirs / 1000) kB",
          value: mine / other, bound: .atMost(1)))
    }
  }
}

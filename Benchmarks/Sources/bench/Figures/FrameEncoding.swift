/// Measures a whole frame at 200×50 in which every cell changes: our encoder against
/// ncurses with a direct-color entry.
enum FrameEncoding {
  /// Adds our time of one frame, and its ratio to that of ncurses.
  static func measure(on workbench: Workbench, into report: inout Report) throws {
    guard let ours = try time(of: workbench.microBench, ["frame"]) else {
      report.skip("one frame against ncurses", because: "micro-bench did not run")
      return
    }
    guard let theirs = try time(of: workbench.bench, ["ncurses-frames", workbench.samples.path]) else {
      report.skip("one frame against ncurses", because: "ncurses did not take the direct-color entry")
      return
    }
    report.add(
      Figure(
        name: "a whole frame at 200×50 composed, compared and encoded", details: "the median of 150",
        value: ours * 1000,
        unit: " ms", bound: .atMost(0.7)))
    report.add(
      Figure(
        name: "that frame against ncurses with direct colors", details: "\(bench.time(ours)) : \(bench.time(theirs))",
        value: ours / theirs, bound: .atMost(0.05)))
  }

  /// Runs a program that prints the seconds of one frame; nil if it failed.
  private static func time(of program: String, _ arguments: [String]) throws -> Double? {
    guard let text = try PipeRun.output(of: program, arguments) else { return nil }
    return Double(text.split(whereSeparator: \.isWhitespace).last ?? "")
  }
}

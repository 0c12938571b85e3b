/// Measures a whole frame at 200×50 in which every cell changes.
enum FrameEncoding {
  /// Adds the time of one frame.
  static func measure(on workbench: Workbench, into report: inout Report) throws {
    let text = try PipeRun.output(of: workbench.microBench, ["frame"])
    guard let seconds = (text?.split(whereSeparator: \.isWhitespace).last).flatMap({ Double($0) }) else {
      return report.skip("one frame", because: "micro-bench did not run")
    }
    report.add(
      name: "a whole frame at 200×50 composed, compared and encoded", details: "the median of 150",
      value: seconds * 1000, unit: " ms", bound: .atMost(0.7))
  }
}

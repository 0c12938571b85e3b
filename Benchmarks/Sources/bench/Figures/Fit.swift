import Glibc
import TestSupport

/// Measures fitting one picture at 200×50 cells: ours from its samples on, chafa's run time without decoding.
enum Fit {
  /// chafa at its highest quality, with the same symbols as `legacy`.
  private static let chafaArguments = [
    "--format", "symbols", "--symbols", "sextant+block+wedge", "-w", "9", "-c", "full", "--stretch",
  ]

  /// Adds the times of our modes and the ratio to chafa's.
  static func measure(on workbench: Workbench, into report: inout Report) throws {
    let picture = try workbench.samples.jpeg(width: 1280, height: 854)
    guard let ours = try times(of: workbench.microBench, ["fit", picture]) else {
      report.skip("the fit", because: "micro-bench did not run")
      return
    }
    for (name, fit, fade) in ours {
      let bound: Figure.Bound =
        switch name {
        case "legacy": .atMost(25)
        case "half": .atMost(1)
        default: .none
        }
      report.add(
        name: "fit of 200×50 cells, `\(name)`", details: "a frame of a fade: \(bench.time(fade))",
        value: fit * 1000, unit: " ms",
        bound: bound)
    }
    guard let chafa = Program("chafa"), let legacy = ours.first(where: { $0.name == "legacy" }) else {
      report.skip("the fit against chafa", because: "chafa is not installed")
      return
    }
    // At one cell, chafa does everything except fitting. The difference at 200×50 is its
    // fitting, plus a little printing.
    func best(_ size: String) throws -> Double {
      try (0..<9).map { _ in
        let start = monotonicNanoseconds()
        _ = try PipeRun.output(of: chafa.path, chafaArguments + ["-s", size, picture])
        return Double(monotonicNanoseconds() - start) / 1e9
      }.min() ?? 0
    }
    let theirs = try best("200x50") - best("1x1")
    report.add(
      name: "fit of 200×50 cells, `legacy` against `chafa -w 9 --symbols sextant+block+wedge`",
      details: "\(bench.time(legacy.fit)) : \(bench.time(theirs))", value: legacy.fit / theirs, bound: .atMost(0.333))
  }

  /// The output of `micro-bench fit`: for each mode, the seconds of a fit and of a frame of a fade; nil if it failed.
  private static func times(
    of program: String, _ arguments: [String]
  ) throws -> [(name: String, fit: Double, fade: Double)]? {
    guard let text = try PipeRun.output(of: program, arguments) else { return nil }
    return text.split(separator: "\n").compactMap { line in
      let words = line.split(separator: "\t")
      guard words.count == 3, let fit = Double(words[1]), let fade = Double(words[2]) else { return nil }
      return (String(words[0]), fit, fade)
    }
  }
}

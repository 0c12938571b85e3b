import Foundation
import TestSupport

/// All benchmarks, and how to select them.
enum Benchmark {
  /// Benchmarks that run only if named.
  private static let onRequest = ["memory-long", "remote", "scale", "soak"]

  /// The benchmarks by name, in the order in which they run.
  private static let figures: [(name: String, measure: @Sendable (Workbench, inout Report) throws -> Void)] = [
    ("start", Start.measure),
    ("first-picture", FirstPicture.measure),
    ("formats", Formats.measure),
    ("memory", Memory.measure),
    ("memory-long", Memory.measureLong),
    ("carousel", EmbeddedCarousel.measure),
    ("encoding", FrameEncoding.measure),
    ("fit", Fit.measure),
    ("sixel", SixelPrinting.measure),
    ("animation", AnimationRate.measure),
    ("motion", Motion.measure),
    ("downloads", Downloads.measure),
    ("tmux", Multiplexer.measure),
    ("bytes", MotionBytes.measure),
    ("pixels", Pixels.measure),
    ("response", Response.measure),
    ("folder", LargeFolder.measure),
    ("viewer", Viewing.measure),
    ("idle", Idle.measure),
    ("isolation", IsolationCost.measure),
    ("remote", Remote.measure),
    ("scale", Scale.measure),
    ("soak", Soak.measure),
  ]

  /// Runs the named benchmarks, or all; returns an exit status, which is 1 if a bound is broken.
  static func run(_ names: [String]) throws -> Int32 {
    let unknown = names.filter { name in !figures.contains { $0.name == name } }
    guard unknown.isEmpty else {
      say("usage: bench [\(figures.map(\.name).joined(separator: " | "))] …")
      return 64
    }
    // Our own path is Benchmarks/.build/PLATFORM/release/bench.
    let package = BuiltProgram.path(of: "bench").split(separator: "/").dropLast(4).map { "/\($0)" }.joined()
    let binaries = ProcessInfo.processInfo.environment["TUI_BINARIES"] ?? "\(package)/../.build/release"
    let workbench = Workbench(
      tui: "\(binaries)/tui", microBench: "\(binaries)/micro-bench", tools: "\(package)/../Tools",
      samples: try SamplePictures(path: "\(package)/.build/pictures"), repetitions: 15)
    var report = Report()
    for figure in figures where names.isEmpty ? !onRequest.contains(figure.name) : names.contains(figure.name) {
      do {
        try figure.measure(workbench, &report)
      } catch {
        report.skip(figure.name, because: "\(error)")
      }
    }
    return report.finish() ? 0 : 1
  }
}

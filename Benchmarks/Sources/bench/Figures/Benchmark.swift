import Glibc

/// Everything that is measured, and how it is asked for.
enum Benchmark {
  /// What is only measured when it is asked for.
  private static let onRequest = ["memory-long", "soak"]

  /// The figures by name, in the order they are measured in.
  private static let figures: [(name: String, measure: @Sendable (Workbench, inout Report) throws -> Void)] = [
    ("first-picture", FirstPicture.measure),
    ("formats", Formats.measure),
    ("memory", Memory.measure),
    ("memory-long", Memory.measureLong),
    ("encoding", FrameEncoding.measure),
    ("fit", Fit.measure),
    ("growth", FitGrowth.measure),
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
    ("soak", Soak.measure),
  ]

  /// Measures the figures that are named, or all; returns an exit status, which is 1 if a bound is broken.
  ///
  /// Behind `check` what counts is not the bounds but the figures stored in `Benchmarks/figures.tsv`; `store` writes those.
  static func run(_ arguments: [String]) throws -> Int32 {
    let command = arguments.first.flatMap { ["check", "store"].contains($0) ? $0 : nil }
    let names = command == nil ? arguments : Array(arguments.dropFirst())
    let unknown = names.filter { name in !figures.contains { $0.name == name } }
    guard unknown.isEmpty else {
      say("usage: bench [check | store] [\(figures.map(\.name).joined(separator: " | "))] …")
      return 64
    }
    // We are Benchmarks/.build/PLATFORM/release/bench.
    let package = ownPath().split(separator: "/").dropLast(4).map { "/\($0)" }.joined()
    let binaries = environmentVariable("TUI_BINARIES") ?? "\(package)/../.build/release"
    let workbench = Workbench(
      tui: "\(binaries)/tui", microBench: "\(binaries)/micro-bench", bench: ownPath(),
      server: "\(package)/../Tools/slow-server.py",
      samples: try SamplePictures(path: "\(package)/.build/pictures"), repetitions: 15)
    var report = Report()
    for figure in figures where names.isEmpty ? !onRequest.contains(figure.name) : names.contains(figure.name) {
      do {
        try figure.measure(workbench, &report)
      } catch {
        report.skip(figure.name, because: "\(error)")
      }
    }
    let isKept = report.finish()
    let path = "\(package)/figures.tsv"
    if command == "store" { try StoredFigures.store(report.figures, path: path) }
    if command == "check" { return try StoredFigures(path: path).holds(for: report.figures) ? 0 : 1 }
    return isKept ? 0 : 1
  }

  private static func ownPath() -> String {
    var buffer = [CChar](repeating: 0, count: Int(PATH_MAX))
    let count = unsafe readlink("/proc/self/exe", &buffer, buffer.count)
    return String(decoding: buffer.prefix(max(0, count)).map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }
}

import Glibc
import TestSupport

/// Measures how time and memory grow with pixels, slides, the window and the number of cores.
enum Scale {
  /// The sides of pictures in pixels: from a tenth of a megapixel to two hundred.
  private static let sides = [(387, 258), (1225, 816), (3873, 2582), (17_320, 11_547)]
  private static let slides = [10, 1000, 100_000, 1_000_000]
  private static let windows = [(10, 5), (40, 20), (100, 40), (200, 80), (500, 200)]
  private static let modes =
    ["half", "block", "legacy", "best", "ascii"].map { (art: $0, color: "truecolor") } + [
      ("block", "256"), ("block", "16"), ("half", "8"), ("braille", "mono"), ("ascii", "mono"),
    ]

  /// Adds the exponent of each kind of growth.
  static func measure(on workbench: Workbench, into report: inout Report) throws {
    for format in ["JPEG", "PNG", "WebP"] {
      // cwebp takes many minutes for a hundred megapixels.
      let runs = try (format == "WebP" ? sides.dropLast() : sides).map { width, height in
        let path = try picture(format, width, height, workbench)
        return (Double(width * height), try shortest(workbench, flags(80, 24) + [path]), try peak(path, workbench))
      }
      add("pixels of a \(format), time", runs.map { ($0.0, 1000 * $0.1) }, &report)
      add("pixels of a \(format), peak memory", runs.map { ($0.0, $0.2) }, &report)
    }
    let plain = try workbench.samples.plainJPEG(red: 230, green: 20, blue: 200)
    for (order, sort) in [("by name", "name"), ("by time", "time")] {
      let decks = try slides.map { count in
        let folder = try workbench.samples.crowdedFolder(of: plain, count: count)
        let runs = try (0..<3).map { _ in
          try LargeFolder.open(folder, ["--sort", sort], swipes: 0, on: workbench)
        }
        return (Double(count), Statistics(runs.map(\.seconds)).minimum, Statistics(runs.map(\.megabytes)).maximum)
      }
      add(
        "slides of a folder, time to the first picture, \(order)", decks.map { ($0.0, 1000 * $0.1) }, &report)
      add("slides of a folder, peak memory, \(order)", decks.map { ($0.0, $0.2) }, &report)
    }
    let photograph = try workbench.samples.jpeg(width: 3000, height: 2000)
    for (art, color) in modes {
      let runs = try windows.map { columns, rows in
        let flags = flags(columns, rows, art: art, color: color)
        return (Double(columns * rows), 1000 * (try shortest(workbench, flags + [photograph])))
      }
      add("cells of the window, `\(art)` in \(color), time", runs, &report)
    }
    for format in ["JPEG", "PNG", "WebP"] {
      let path = try picture(format, 6000, 4000, workbench)
      try measureCores(format, path, workbench, &report)
    }
  }

  /// Adds an exponent. Where growth is proportional, the exponent is 1.
  private static func add(_ name: String, _ points: [(Double, Double)], _ report: inout Report) {
    let (before, last) = (points[points.count - 2], points[points.count - 1])
    let steps = points.map { "\(short($0.0)): \(rounded($0.1))" }.joined(separator: ", ")
    report.add(
      name: "growth with the \(name): exponent between the largest two",
      details: steps,
      value: log(last.1 / before.1) / log(last.0 / before.0), bound: .atMost(1.05))
  }

  /// Adds the time on all cores against one, chosen by affinity.
  private static func measureCores(
    _ format: String, _ path: String, _ workbench: Workbench, _ report: inout Report
  ) throws {
    guard let taskset = Program("taskset") else {
      return report.skip("growth with cores", because: "taskset is not installed")
    }
    let all = max(1, sysconf(Int32(_SC_NPROCESSORS_ONLN)))
    let counts = [1, 2, 4, 8, 16].filter { $0 <= all }
    let times = try counts.map { count in
      let arguments = ["-c", "0-\(count - 1)", workbench.tui] + flags(80, 24) + [path]
      return (size: Double(count), value: 1000 * (try shortest(taskset.path, arguments)))
    }
    let details = times.map { "\(Int($0.size)): \(rounded($0.value)) ms" }.joined(separator: ", ")
    report.add(
      name: "24-megapixel \(format), time on all cores against one", details: details,
      value: times[times.count - 1].value / times[0].value, bound: .none)
  }

  private static func picture(_ format: String, _ width: Int, _ height: Int, _ workbench: Workbench) throws -> String {
    switch format {
    case "JPEG": try workbench.samples.jpeg(width: width, height: height)
    case "PNG": try workbench.samples.png(width: width, height: height)
    default: try workbench.samples.made(.lossyWebP, width: width, height: height)
    }
  }

  private static func flags(
    _ columns: Int, _ rows: Int, art: String = "half", color: String = "truecolor"
  ) -> [String] {
    ["--print", "--art", art, "--color", color, "--size", "\(columns)x\(rows)"]
  }

  private static func shortest(_ workbench: Workbench, _ arguments: [String]) throws -> Double {
    try shortest(workbench.tui, arguments)
  }

  /// The time of the fastest of several runs in seconds: other programs can only make one slower.
  private static func shortest(_ program: String, _ arguments: [String]) throws -> Double {
    try (0..<7).map { _ in
      let run = try PipeRun.run(program, arguments)
      guard run.ending == .exited(0) else { throw TerminalRun.Failure("tui drew no picture") }
      return run.seconds
    }.min() ?? 0
  }

  /// The peak memory in megabytes of a carousel that decodes a picture in its own process.
  private static func peak(_ path: String, _ workbench: Workbench) throws -> Double {
    let run = try workbench.carousel(["--isolation", "off", path])
    try run.read(atLeastBytes: 20_000)
    try run.readUntilQuiet(milliseconds: 300)
    defer { try? run.type("q") }
    return Double(try ProcessStatus(of: run.child).peakResidentBytes()) / 1e6
  }

  private static func short(_ size: Double) -> String {
    size >= 1e6 ? "\(rounded(size / 1e6)) M" : size >= 1e4 ? "\(rounded(size / 1e3)) k" : rounded(size)
  }
}

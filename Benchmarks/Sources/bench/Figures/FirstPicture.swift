import TestSupport

/// Measures the time of a still from exec to the last byte in the terminal, against chafa.
enum FirstPicture {
  private struct Subject {
    var name: String
    var path: String
    /// The bounds for `--print` and for the carousel.
    var printed: Double, shown: Double
  }

  private struct Rival {
    var program: Program
    var arguments: [String]
  }

  /// A command that is timed to the last byte of its picture.
  private struct Job {
    var program: String
    var arguments: [String]
    /// Whether it keeps running once its picture is shown.
    var isCarousel = false
    /// The least bytes of a picture. A placeholder takes far fewer.
    var minimumBytes = 20_000
  }

  /// A number of colors, as tui and as chafa call it.
  private struct Colors {
    var name: String
    var ours: String
    var theirs: String
  }

  private static let fewColors = [
    Colors(name: "256 colors", ours: "256", theirs: "256"), Colors(name: "16 colors", ours: "16", theirs: "16"),
    Colors(name: "8 colors", ours: "8", theirs: "8"), Colors(name: "no colors", ours: "mono", theirs: "none"),
  ]

  /// Adds a figure for each picture, the ratio of the medians of runs that alternate with chafa's, and then the memory.
  static func measure(on workbench: Workbench, into report: inout Report) throws {
    guard let program = Program("chafa") else {
      return report.skip("first pictures", because: "chafa is not installed")
    }
    let chafa = Rival(
      program: program,
      arguments: program.withoutQuestions + ["--format", "symbols", "--symbols", "half", "--size", "80x24"])
    let samples = workbench.samples
    let large = try samples.jpeg(width: 6000, height: 4000)
    let photograph = try samples.png(width: 3872, height: 2592)
    let subjects = try [
      Subject(name: "640×427 JPEG", path: samples.jpeg(width: 640, height: 427), printed: 0.5, shown: 0.6),
      Subject(name: "24-megapixel JPEG", path: large, printed: 0.3, shown: 0.3),
      Subject(name: "10-megapixel PNG", path: photograph, printed: 0.35, shown: 0.35),
      Subject(
        name: "10-megapixel WebP", path: samples.made(.lossyWebP, width: 3872, height: 2592), printed: 0.4, shown: 0.4),
      Subject(
        name: "10-megapixel lossless WebP", path: samples.made(.losslessWebP, width: 3872, height: 2592), printed: 0.75,
        shown: 0.75),
    ]
    for subject in subjects {
      let theirs = Job(program: program.path, arguments: chafa.arguments + [subject.path])
      for (name, ours, bound) in [printed(subject, workbench), shown(subject, workbench)] {
        try compare(
          ours, with: theirs, "\(name) at 80×24, \(subject.name), against chafa", rounds: workbench.repetitions,
          .atMost(bound), &report)
      }
    }
    try measureFewColors(subjects[0], against: chafa, workbench, &report)
    try measureMemory(of: subjects[1], bound: 0.3, chafa, workbench, &report)
    try measureLibraries(against: chafa, workbench, &report)
  }

  /// Adds the figures for the formats of libraries: against the program that extracts or converts such a picture, whose result we print, and
  /// against chafa where it reads them.
  private static func measureLibraries(
    against chafa: Rival, _ workbench: Workbench, _ report: inout Report
  ) throws {
    let samples = workbench.samples
    let print = #""$0" --print --size 80x24 --art half --color truecolor"#
    let (converted, size) = ("\(samples.path)/converted", (width: 4000, height: 3000))
    let extracted = #"exiftool -b -PreviewImage "$1" | \#(print) -"#
    let formats = try [
      ("24-megapixel RAW", samples.raw(hasSmallPreview: false), "exiftool", extracted, 0.5),
      ("24-megapixel RAW with a small preview", samples.raw(hasSmallPreview: true), "exiftool", extracted, 0.5),
      (
        "12-megapixel HEIC", samples.made(.heic, width: size.width, height: size.height), "heif-convert",
        #"heif-convert -q 90 "$1" "$2.jpg" >/dev/null && \#(print) "$2.jpg""#, 0.67
      ),
      (
        "12-megapixel AVIF", samples.made(.avif, width: size.width, height: size.height), "avifdec",
        #"avifdec -j 2 -q 90 "$1" "$2.jpg" >/dev/null && \#(print) "$2.jpg""#, 0.67
      ),
      (
        "12-megapixel JPEG XL", samples.made(.jxl, width: size.width, height: size.height), "djxl",
        #"djxl --quiet "$1" "$2.jpg" && \#(print) "$2.jpg""#, 0.67
      ),
    ]
    for (name, path, program, script, bound) in formats {
      guard Program(program) != nil else {
        report.skip("`--print`, \(name)", because: "\(program) is not installed")
        continue
      }
      let ours = printed(Subject(name: name, path: path, printed: bound, shown: bound), workbench).1
      let conversion = Job(program: "/bin/sh", arguments: ["-c", script, workbench.tui, path, converted])
      try compare(
        ours, with: conversion, "`--print` at 80×24, \(name), against \(program)", rounds: 5, .atMost(bound), &report)
      let theirs = Job(program: chafa.program.path, arguments: chafa.arguments + [path])
      guard (try? run(theirs)) != nil else {
        report.skip("\(name) against chafa", because: "it does not draw that")
        continue
      }
      try compare(ours, with: theirs, "`--print` at 80×24, \(name), against chafa", rounds: 5, .atMost(0.67), &report)
    }
  }

  /// Adds the figures for few colors, with the glyphs that both programs choose by default.
  private static func measureFewColors(
    _ subject: Subject, against rival: Rival, _ workbench: Workbench, _ report: inout Report
  ) throws {
    for colors in fewColors {
      let theirs = Job(
        program: rival.program.path,
        arguments: rival.program.withoutQuestions
          + ["--format", "symbols", "--size", "80x24", "-c", colors.theirs, subject.path],
        minimumBytes: 3000)
      let printed = Job(
        program: workbench.tui, arguments: ["--print", "--size", "80x24", "--color", colors.ours, subject.path],
        minimumBytes: 3000)
      let shown = Job(
        program: workbench.tui, arguments: ["--interval", "0", "--color", colors.ours, subject.path], isCarousel: true,
        minimumBytes: 3000)
      for (name, ours, bound) in [("`--print`", printed, 0.6), ("carousel", shown, 0.75)] {
        try compare(
          ours, with: theirs, "\(name) at 80×24, \(subject.name), \(colors.name), against chafa",
          rounds: workbench.repetitions, .atMost(bound), &report)
      }
    }
  }

  /// Adds the ratio of the medians of runs that alternate.
  private static func compare(
    _ ours: Job, with theirs: Job, _ name: String, rounds: Int, _ bound: Figure.Bound, _ report: inout Report
  ) throws {
    let times = try alternate(rounds: rounds) {
      try run(ours)
    } with: {
      try run(theirs)
    }
    report.add(name: name, times: times, bound: bound)
  }

  private static func printed(_ subject: Subject, _ workbench: Workbench) -> (String, Job, Double) {
    let flags = ["--print", "--size", "80x24", "--art", "half", "--color", "truecolor"]
    return ("`--print`", Job(program: workbench.tui, arguments: flags + [subject.path]), subject.printed)
  }

  private static func shown(_ subject: Subject, _ workbench: Workbench) -> (String, Job, Double) {
    let flags = ["--interval", "0", "--art", "half", "--color", "truecolor"]
    return ("carousel", Job(program: workbench.tui, arguments: flags + [subject.path], isCarousel: true), subject.shown)
  }

  private static func run(_ job: Job) throws -> Double {
    let isPrinting = job.arguments.contains { $0.contains("--print") }
    let run = try TerminalRun(job.program, job.arguments, columns: 80, rows: 24, isXterm: isPrinting)
    if job.isCarousel {
      try run.read(atLeastBytes: job.minimumBytes)
      try run.readUntilQuiet(milliseconds: 100)
      let seconds = run.secondsToLastByte
      try run.type("q")
      try run.readToEnd()
      return seconds
    }
    try run.readToEnd()
    guard run.byteCount >= job.minimumBytes / 2 else { throw TerminalRun.Failure("\(job.program) drew no picture") }
    return run.secondsToLastByte
  }

  private static func measureMemory(
    of subject: Subject, bound: Double, _ rival: Rival, _ workbench: Workbench, _ report: inout Report
  ) throws {
    // The peak that `wait` reports includes our own process image before exec, so the peak is
    // polled while the program runs.
    func peak(_ job: Job) throws -> Double {
      let run = try TerminalRun(job.program, job.arguments, columns: 80, rows: 24)
      let status = ProcessStatus(of: run.child)
      var peak = 0
      while run.child.poll() == nil {
        _ = try run.read(milliseconds: 1)
        peak = max(peak, (try? status.peakResidentBytes()) ?? 0)
      }
      return Double(peak) / 1e6
    }
    let ours = try peak(printed(subject, workbench).1)
    let theirs = try peak(Job(program: rival.program.path, arguments: rival.arguments + [subject.path]))
    report.add(
      name: "`--print` at 80×24, \(subject.name), peak memory against \(rival.program.name)",
      details: "\(rounded(ours)) MB : \(rounded(theirs)) MB", value: ours / theirs, bound: .atMost(bound))
  }
}

import CommandLineOptions

/// The options of a small program for tests.
struct Sample: Equatable {
  enum Mode: String, CaseIterable { case slide, fade, none }

  var interval = 5.0
  var mode = Mode.slide
  var count = 3
  var columns: Int?
  var title: String?
  var file: [UInt8]?
  var actions: [String] = []
  var quiet = false
  var endsWithNUL = false
  var operands: [[UInt8]] = []

  static let commandLine = CommandLineTable(
    program: "sample", abstract: "A sample program.", discussion: "Shows all kinds of options.", operands: "FILE",
    initial: { Sample() },
    groups: [
      .init(
        "Motion",
        [
          .value(
            "--interval", "SECONDS", \.interval, .number(2...86_400, unit: "a number of seconds"), acceptsDash: true,
            help: "Seconds between slides."),
          .value("--mode", "MODE", \.mode, .choice(), help: "Transition."),
          .flag(
            "--quiet", \.quiet, aliases: ["-q"], help: "Print nothing, unlike --count 3."),
        ]),
      .init(
        "Other",
        [
          .value("--count", "N", \.count, .integer(1...16), help: "How many."),
          .optional(
            "--columns", "N", \.columns, .integer(1...), default: "as many as fit", help: "Columns."),
          .optional(
            "--title", "TEXT", \.title, .text("a title"), default: "a \\ ●", help: "Title [a:b] or 'c'."),
          .optional("--file", "FILE", \.file, .file, scope: .commandLineOnly, help: "A file."),
          .list(
            "--action", "A|B", \.actions, .text("an action"), acceptsDash: true, help: "Add an action."),
          .flag("-0", \.endsWithNUL, help: "End with NUL."),
        ]),
    ])

  /// Parses arguments that ask for a run.
  static func parse(_ arguments: [String]) throws -> Sample? {
    let request = try commandLine.parse(arguments.map { Array($0.utf8) })
    guard case .run(var sample, let operands) = request else { return nil }
    sample.operands = operands
    return sample
  }
}

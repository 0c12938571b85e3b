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
            help: "Seconds between slides.", manual: "Time that a slide rests."),
          .value("--mode", "MODE", \.mode, .choice(), help: "Transition.", manual: "Transition between slides."),
          .flag(
            "--quiet", \.quiet, aliases: ["-q"], help: "Print nothing, unlike --count 3.", manual: "Print nothing."),
        ]),
      .init(
        "Other", introduction: "Here follows the rest.",
        [
          .value("--count", "N", \.count, .integer(1...16), help: "How many.", manual: "The number."),
          .optional(
            "--columns", "N", \.columns, .integer(1...), default: "as many as fit", help: "Columns.", manual: "C."),
          .optional(
            "--title", "TEXT", \.title, .text("a title"), default: "a \\ ●", help: "Title [a:b] or 'c'.", manual: "T."),
          .optional("--file", "FILE", \.file, .file, scope: .commandLineOnly, help: "A file.", manual: "F."),
          .list(
            "--action", "A|B", \.actions, .text("an action"), acceptsDash: true, help: "Add an action.", manual: "A."),
          .flag("-0", \.endsWithNUL, help: "End with NUL.", manual: "NUL."),
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

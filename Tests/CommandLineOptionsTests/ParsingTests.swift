import CommandLineOptions
import Synchronization
import TestSupport
import Testing

@Suite("Parsing a command line")
struct ParsingTests {
  @Test(
    arguments: [
      ([], Sample()),
      (["--count", "4"], Sample(count: 4)),
      (["--count=4"], Sample(count: 4)),
      (["--count", "+4"], Sample(count: 4)),
      (["--mode", "fade", "--quiet"], Sample(mode: .fade, quiet: true)),
      (["--interval", "1e1"], Sample(interval: 10)),
      (["--title=a=b"], Sample(title: "a=b")),
      (["--title="], Sample(title: "")),
      (["--title", ""], Sample(title: "")),
      (["--title=--quiet"], Sample(title: "--quiet")),
      (["--title", "-"], Sample(title: "-")),
      (["--quiet", "--quiet"], Sample(quiet: true)),
      (["--quiet=yes"], Sample(quiet: true)),
      (["--quiet", "--quiet=no"], Sample()),
      (["-0"], Sample(endsWithNUL: true)),
      (["-00"], Sample(endsWithNUL: true)),
      (["-q"], Sample(quiet: true)),
      (["-0q"], Sample(quiet: true, endsWithNUL: true)),
    ] as [([String], Sample)])
  func `options and values are read in every form`(arguments: [String], expected: Sample) throws {
    try expect(Sample.parse(arguments), equals: expected)
  }

  @Test func `of a repeated option the last value counts, also if an earlier one is out of range`() throws {
    try expect(Sample.parse(["--count", "3", "--count", "4"]), equals: Sample(count: 4))
    try expect(Sample.parse(["--count", "0", "--count", "4"]), equals: Sample(count: 4))
  }

  @Test func `a list collects the values of all occurrences, which may begin with a dash`() throws {
    let sample = try Sample.parse(["--action", "a", "--action=b", "--action", "-c", "--action", "--"])
    expect(sample?.actions, equals: ["a", "b", "-c", "--"])
  }

  @Test func `options and operands can be mixed, and after two dashes everything is an operand`() throws {
    let sample = try Sample.parse(["a", "--count", "4", "b", "-", "", "--", "--quiet", "--", "-0"])
    expect(
      sample?.operands.map { String(decoding: $0, as: UTF8.self) }, equals: ["a", "b", "-", "", "--quiet", "--", "-0"])
    expect(sample?.count, equals: 4)
    expect(sample?.quiet, equals: false)
  }

  @Test func `files and operands keep bytes that are not UTF-8`() throws {
    let line: [[UInt8]] = [Array("--file".utf8), [0xFF], Array("--file=".utf8) + [0xFE], [0xFD]]
    let request = try Sample.commandLine.parse(line)
    guard case .run(let sample, let operands) = request else {
      Issue.record("not a run")
      return
    }
    expect(sample.file, equals: [0xFE])
    expect(operands, equals: [[0xFD]])
  }

  @Test(
    arguments: [
      (["--count", "many"], "--count 'many': expected a whole number from 1 to 16"),
      (["--count", "3.0"], "--count '3.0': expected a whole number from 1 to 16"),
      (["--count", " 3"], "--count ' 3': expected a whole number from 1 to 16"),
      (["--count", "17"], "--count '17': expected a whole number from 1 to 16"),
      (["--count", "4", "--count", "0"], "--count '0': expected a whole number from 1 to 16"),
      (["--count", "many", "--count", "4"], "--count 'many': expected a whole number from 1 to 16"),
      (["--interval", "-3"], "--interval '-3': expected a number of seconds from 2 to 86400"),
      (["--interval", "nan"], "--interval 'nan': expected a number of seconds from 2 to 86400"),
      (["--mode", "spin"], "--mode 'spin': expected slide, fade or none"),
      (["--mode", "Fade"], "--mode 'Fade': expected slide, fade or none"),
      (["--count"], "--count needs a value: a whole number from 1 to 16"),
      (["--count", "-1"], "--count needs a value: a whole number from 1 to 16"),
      (["--title", "--quiet"], "--title needs a value: a title"),
      (["--title", "--", "a"], "--title needs a value: a title"),
      (["--quiet=maybe"], "--quiet 'maybe': expected yes or no"),
      (["-0=1"], "-0 takes no value, but has '1'"),
      (["--nonsense"], "unknown option --nonsense; --help lists all options"),
      (["--cuont", "3"], "unknown option --cuont; did you mean --count?"),
      (["-quiet"], "unknown option -quiet; did you mean --quiet?"),
      (["--inter=3"], "unknown option --inter; did you mean --interval?"),
      (["-x"], "unknown option -x; --help lists all options"),
      (["-0x"], "unknown option -0x; --help lists all options"),
      (["---"], "unknown option ---; --help lists all options"),
      (["--=3"], "unknown option --; --help lists all options"),
    ] as [([String], String)])
  func `an error names the option, what was expected and the nearest name`(arguments: [String], message: String) {
    let error = #expect(throws: UsageError.self) { try Sample.parse(arguments) }
    expect(error?.description, equals: message)
  }

  @Test(
    arguments: [
      (["--help"], "help"), (["-h"], "help"), (["-0h"], "help"), (["--nonsense", "--help"], "help"),
      (["--version", "--help"], "help"), (["a", "--version", "--nonsense"], "version"),
      (["--generate-completion-script", "zsh", "--nonsense"], "script zsh"),
      (["--generate-completion-script=fish"], "script fish"), (["--generate-completion-script"], "script"),
      (["--", "--help"], "run"), (["--action", "--help"], "run"),
    ] as [([String], String)])
  func `help, the version and completions win over the run and over unknown options`(arguments: [String], kind: String)
    throws
  {
    let name =
      switch try Sample.commandLine.parse(arguments.map { Array($0.utf8) }) {
      case .run: "run"
      case .help: "help"
      case .version: "version"
      case .completionScript(let shell?): "script \(String(decoding: shell, as: UTF8.self))"
      case .completionScript(nil): "script"
      }
    expect(name, equals: kind)
  }

  @Test func `every option has a configuration key, except those for the command line only`() {
    let keys = Sample.commandLine.description.options.map { "\($0.name) \($0.key ?? "-")" }
    expect(
      keys,
      equals: [
        "--interval interval", "--mode mode", "--quiet quiet", "--count count", "--columns columns", "--title title",
        "--file -", "--action action", "-0 -", "--help -", "--version -", "--generate-completion-script -",
      ])
  }

  /// Counts how often a format is made.
  private final class FormatCounter: Sendable {
    let count = Mutex(0)

    func format() -> ValueFormat<Int> {
      count.withLock { $0 += 1 }
      return .integer(1...16)
    }
  }

  @Test func `a format is made only for options that are used`() throws {
    let counter = FormatCounter()
    let commandLine = CommandLineTable(
      program: "sample", abstract: "", discussion: "", operands: "", initial: { Sample() },
      groups: [.init("Group", [.value("--count", "N", \.count, counter.format(), help: "Count.")])])
    _ = try commandLine.parse([])
    _ = try commandLine.parse([Array("--version".utf8)])
    expect(counter.count.withLock(\.self), equals: 0)
    _ = try commandLine.parse([Array("--count=3".utf8)])
    #expect(counter.count.withLock(\.self) > 0)
  }
}

@testable import CommandLineOptions
import TestSupport
import Testing

@Suite("Options in layers")
struct LayeredOptionsTests {
  private let table = Sample.commandLine

  /// Applies settings of a file, then words of a variable, then arguments.
  private func layers(
    _ settings: [(String, String)], words: [String] = [], arguments: [String] = []
  ) throws -> (LayeredOptions<Sample>, errors: [UsageError]) {
    var layered = LayeredOptions(Sample())
    for (index, (name, value)) in settings.enumerated() {
      try table.set(name, to: Array(value.utf8), from: .file(line: index + 1), in: &layered)
    }
    let errors = table.apply(words: words.map { Array($0.utf8) }, to: &layered)
    _ = try table.parse(arguments.map { Array($0.utf8) }, over: &layered)
    return (layered, errors)
  }

  @Test func `the command line has precedence over the variable, the file and the defaults`() throws {
    let (layered, errors) = try layers(
      [("interval", "7"), ("count", "4"), ("mode", "fade"), ("quiet", "yes")],
      words: ["--count", "5", "--mode=none"], arguments: ["--mode", "slide", "--quiet=no"])
    #expect(errors.isEmpty)
    expect(layered.options, equals: Sample(interval: 7, mode: .slide, count: 5, quiet: false))
    expect(layered.given["interval"]?.map(\.text), equals: ["7"])
    expect(layered.given["interval"]?.map(\.origin), equals: [.file(line: 1)])
    expect(layered.given["count"]?.map(\.text), equals: ["5"])
    expect(layered.given["count"]?.map(\.origin), equals: [.environment])
    expect(layered.given["mode"]?.map(\.text), equals: ["slide"])
    expect(layered.given["mode"]?.map(\.origin), equals: [.commandLine])
    expect(layered.given["quiet"]?.map(\.text), equals: ["no"])
    expect(layered.given["quiet"]?.map(\.origin), equals: [.commandLine])
    expect(layered.given["title"], equals: nil)
  }

  @Test func `values of a list add up`() throws {
    let (layered, _) = try layers([("action", "a"), ("action", "b")], arguments: ["--action", "c"])
    expect(layered.options.actions, equals: ["a", "b", "c"])
    expect(layered.given["action"]?.map(\.text), equals: ["a", "b", "c"])
    expect(layered.given["action"]?.map(\.origin), equals: [.file(line: 1), .file(line: 2), .commandLine])
  }

  @Test(arguments: [("yes", true), ("on", true), ("TRUE", true), ("1", true), ("no", false), ("off", false)])
  func `a flag is yes or no`(value: String, isOn: Bool) throws {
    try expect(layers([("quiet", value)]).0.options.quiet, equals: isOn)
  }

  @Test(
    arguments: [
      ("quiet", "maybe", "quiet 'maybe': expected yes or no"),
      ("count", "17", "count '17': expected a whole number from 1 to 16"),
      ("count", "", "count '': expected a whole number from 1 to 16"),
      ("mode", "spin", "mode 'spin': expected slide, fade or none"),
      ("cuont", "3", "unknown setting cuont; did you mean count?"),
      ("zzzzzz", "3", "unknown setting zzzzzz; --write-config writes a file with all settings"),
      ("file", "x", "file is only for the command line"),
      ("help", "yes", "help is only for the command line"),
      ("0", "yes", "unknown setting 0; --write-config writes a file with all settings"),
    ] as [(String, String, String)])
  func `a wrong setting names what was expected and changes nothing`(name: String, value: String, message: String) {
    var layered = LayeredOptions(Sample())
    let error = #expect(throws: SettingError.self) {
      try table.set(name, to: Array(value.utf8), from: .file(line: 1), in: &layered)
    }
    expect(error?.description, equals: message)
    expect(layered.options, equals: Sample())
    #expect(layered.given.isEmpty)
  }

  @Test func `wrong words of the variable are reported, and the others hold`() throws {
    let (layered, errors) = try layers(
      [], words: ["--count", "17", "--cuont", "--quiet", "picture.png", "--help", "--file=x", "--title", "a b"])
    expect(layered.options, equals: Sample(title: "a b", quiet: true))
    expect(
      errors.map(\.description),
      equals: [
        "--count '17': expected a whole number from 1 to 16", "unknown option --cuont; did you mean --count?",
        "'picture.png' is not an option", "--help is only for the command line", "--file is only for the command line",
      ])
  }
}

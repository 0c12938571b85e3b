import CommandLineOptions
import TestSupport
import Testing
@testable import tui

/// Configuration files that are written.
@Suite struct ConfigurationTextTests {
  private let description = Tui.commandLine.description

  private func given(_ settings: [(name: String, value: String)], arguments: [String]) throws -> LayeredOptions<Tui> {
    var layered = LayeredOptions(Tui())
    for (index, setting) in settings.enumerated() {
      try Tui.commandLine.set(setting.name, to: Array(setting.value.utf8), from: .file(line: index + 1), in: &layered)
    }
    _ = try Tui.commandLine.parse(arguments.map { Array($0.utf8) }, over: &layered)
    return layered
  }

  @Test func `a new file describes each setting, with its default as a comment`() throws {
    let settings = description.configurationTemplate.split(separator: "\n\n").map { $0.split(separator: "\n") }
    func lines(_ ending: String) throws -> [Substring] { try #require(settings.first { $0.last ?? "" == ending }) }
    let interval = try lines("#interval = 5")
    #expect(interval[0].hasPrefix("# ") && interval.contains { $0.hasSuffix("default: 5)") })
    // A value that is not written so, and a flag.
    #expect(try lines("# page-length = SHARE").count > 1)
    #expect(try lines("#no-wrap = no").count > 1)
    #expect(settings.contains { $0.first?.hasPrefix("# ---- ") == true })
    #expect(!description.configurationTemplate.contains("#help"))
  }

  @Test func `the settings in force are listed with their origins`() throws {
    let layered = try given([("fps", "30")], arguments: ["--no-wrap"])
    let lines = description.settingsInForce(layered.given) { origin in
      origin.line.map { "line \($0)" } ?? "command line"
    }
    expect(
      Array(lines.prefix(6)),
      equals: ["# command line", "no-wrap = yes", "# line 1", "fps = 30", "# default", "#interval = 5"])
    #expect(lines.contains("# page-length: 1, or less so that all neighbors are visible"))
    #expect(lines.contains("# action: not set"))
  }

  @Test(
    arguments: [
      ("a # b", "caption = a # b"), ("", "caption ="), ("=", "caption = ="),
      (" a", "# caption, which a file cannot hold: ' a'"),
      ("a\nb\r\nc", "# caption, which a file cannot hold: 'a␊b␊c'"),
    ] as [(String, String)])
  func `a value in force that a file cannot hold is a comment`(value: String, line: String) throws {
    let layered = try given([], arguments: ["--caption", value])
    let lines = description.settingsInForce(layered.given) { _ in "command line" }
    expect(Array(lines.prefix(2)), equals: ["# command line", line])
  }
}

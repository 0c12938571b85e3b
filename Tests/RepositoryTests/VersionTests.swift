import Foundation
import TestSupport
import Testing

/// `Version.swift` alone states the version; everything else takes it from there or agrees with it.
struct VersionTests {
  @Test(arguments: ["tui", "tui-fetch", "tui-remote"])
  func `programs report the version in Version.swift`(name: String) throws {
    let report = String(
      decoding: try PipedProgram.run(BuiltProgram.path(of: name), ["--version"]).output, as: UTF8.self)
    let words = report.split(whereSeparator: \.isWhitespace)
    expect(words.prefix(2).map(String.init), equals: [name, try version()])
  }

  @Test func `the changelog's newest release is the program's version`() throws {
    let headings = try SourceTree.text(of: "CHANGELOG.md").matches(of: /(?m)^## (\S+)(.*)$/)
    expect(headings.first?.output.1, equals: "Unreleased")
    let release = try #require(headings.dropFirst().first)
    expect(String(release.output.1), equals: (try version()))
    #expect(release.output.2.wholeMatch(of: #/ - \d{4}-\d\d-\d\d/#) != nil, "a release has the date of its section")
  }

  /// `make man` completes this line. A number in it would be a second place to change.
  @Test(arguments: ["tui.1", "tui-fetch.1", "tui-remote.1", "tui-config.5"])
  func `man pages leave a line for the version`(page: String) throws {
    #expect(try SourceTree.text(of: "man/\(page)").contains("\n.Os\n"))
  }

  @Test(arguments: ["Makefile", "Tools/package"])
  func `the Makefile and the packages do not state a version`(file: String) throws {
    try expect(SourceTree.text(of: file).contains(try version()), equals: false)
  }

  /// Reads the version as the Makefile does.
  private func version() throws -> String {
    let source = try SourceTree.text(of: "Sources/CommandLineOptions/Version.swift")
    return String(try #require(source.firstMatch(of: /let number = "(.*)"/)).output.1)
  }
}

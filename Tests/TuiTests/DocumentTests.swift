import CommandLineOptions
import Foundation
import Testing
@testable import tui

/// The parts of the documents that are generated from the tables of options.
///
/// With `TUI_WRITE_DOCUMENTS=1` in the environment, the tests write these parts and fail if they changed.
@Suite struct DocumentTests {
  struct Document: CustomTestStringConvertible {
    let path: String
    /// What the generated part is about.
    var part = "options"
    let text: String

    var testDescription: String { "\(path), \(part)" }

    /// The line before the generated part.
    var begin: String { comment("\(part) begin: generated, see CONTRIBUTING.md") }
    /// The line after it.
    var end: String { comment("\(part) end") }

    private func comment(_ text: String) -> String { ".\\\" \(text)\n" }
  }

  static let documents = [
    Document(path: "man/tui.1", text: Tui.commandLine.description.manual),
    Document(path: "man/tui-fetch.1", text: FetchProgram.description.manual),
    Document(path: "man/tui-remote.1", text: RemoteProgram.description.manual),
    Document(path: "man/tui-config.5", text: Tui.commandLine.description.configurationManual),
    Document(path: "man/tui-config.5", part: "actions", text: KeyManual.actions),
  ]

  @Test(arguments: documents)
  func `a document describes the options as their table does`(document: Document) throws {
    let file = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../\(document.path)")
    let contents = try String(contentsOf: file, encoding: .utf8)
    let begin = try #require(contents.range(of: document.begin))
    let end = try #require(contents.range(of: document.end))
    guard contents[begin.upperBound..<end.lowerBound] != document.text else { return }
    guard ProcessInfo.processInfo.environment["TUI_WRITE_DOCUMENTS"] == "1" else {
      Issue.record("\(document.path) differs from the table of options; run the tests with TUI_WRITE_DOCUMENTS=1")
      return
    }
    let updated = contents.replacingCharacters(in: begin.upperBound..<end.lowerBound, with: document.text)
    try updated.write(to: file, atomically: true, encoding: .utf8)
    Issue.record("\(document.path) was written")
  }
}

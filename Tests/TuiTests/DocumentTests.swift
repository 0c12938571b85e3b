import CommandLineOptions
import Foundation
import Testing
@testable import tui

/// The parts of the documents that are generated from the tables of options: of the manuals, all but introductions and descriptions.
///
/// With `TUI_WRITE_DOCUMENTS=1` in the environment, the tests write these parts and fail if they changed.
@Suite struct DocumentTests {
  struct Document: CustomTestStringConvertible {
    let path: String
    /// What the generated part is about.
    var part = "options"
    /// The part, given its present text.
    let text: @Sendable (_ present: String) -> String

    var testDescription: String { "\(path), \(part)" }

    /// The line before the generated part.
    var begin: String { comment("\(part) begin: generated, see CONTRIBUTING.md") }
    /// The line after it.
    var end: String { comment("\(part) end") }

    private func comment(_ text: String) -> String { ".\\\" \(text)\n" }
  }

  static let documents = [
    Document(path: "man/tui.1") { OptionManual(program: Tui.commandLine.description).options(describedBy: $0) },
    Document(path: "man/tui-fetch.1") { OptionManual(program: FetchProgram.description).options(describedBy: $0) },
    Document(path: "man/tui-remote.1") { OptionManual(program: RemoteProgram.description).options(describedBy: $0) },
    Document(path: "man/tui-config.5") { _ in
      OptionManual(program: Tui.commandLine.description).settingsForNextStart
    },
    Document(path: "man/tui-config.5", part: "actions") { _ in KeyManual.actions },
  ]

  @Test(arguments: documents)
  func `a document describes the options as their table does`(document: Document) throws {
    let file = Self.file(document.path)
    let contents = try String(contentsOf: file, encoding: .utf8)
    let begin = try #require(contents.range(of: document.begin))
    let end = try #require(contents.range(of: document.end))
    let present = String(contents[begin.upperBound..<end.lowerBound])
    let text = document.text(present)
    guard present != text else { return }
    guard ProcessInfo.processInfo.environment["TUI_WRITE_DOCUMENTS"] == "1" else {
      Issue.record("\(document.path) differs from the table of options; run the tests with TUI_WRITE_DOCUMENTS=1")
      return
    }
    let updated = contents.replacingCharacters(in: begin.upperBound..<end.lowerBound, with: text)
    try updated.write(to: file, atomically: true, encoding: .utf8)
    Issue.record("\(document.path) was written")
  }

  @Test(
    arguments: [
      ("tui.1", Tui.commandLine.description), ("tui-fetch.1", FetchProgram.description),
      ("tui-remote.1", RemoteProgram.description),
    ])
  func `a manual describes each option, and names each of its values`(page: String, program: CommandDescription) throws
  {
    let texts = try ManualTexts(String(contentsOf: Self.file("man/\(page)"), encoding: .utf8))
    for option in program.options {
      let heading = OptionManual.heading(option)
      let description = try #require(texts.descriptions[OptionManual.key(of: heading)], "\(option.name)")
      #expect(!description.isEmpty, "\(option.name)")
      let text = "\(heading) \(description)"
      let words = Set(text.split { !$0.isLetter && !$0.isNumber && $0 != "-" }.map(String.init))
      let standard = option.value?.defaultText
      for choice in option.value?.choices ?? [] where choice != standard {
        #expect(words.contains(choice), "\(option.name) \(choice)")
      }
    }
  }

  private static func file(_ path: String) -> URL {
    URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../\(path)")
  }
}

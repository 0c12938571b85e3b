import Foundation
import RemoteControl
import TestSupport
import Testing

/// docs/remote.md, whose examples are requests and messages of this version.
@Suite("The page on remote control")
struct DocumentationTests {
  private let lines: [Substring]

  init() throws {
    let page = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../docs/remote.md")
    lines = try String(contentsOf: page, encoding: .utf8).split(separator: "\n")
  }

  private func examples(after arrow: String) -> [[UInt8]] {
    lines.filter { $0.hasPrefix(arrow) }.map { Array($0.dropFirst(arrow.count).utf8) }
  }

  @Test func `each command has an example, and each example is a request`() throws {
    let commands = try examples(after: "→ ").map { try ParsedRequest($0).command.get().name }
    expect(Set(commands), equals: Set(RemoteCommand.names))
  }

  @Test func `each line of a program is a message, with every report and every error among them`() throws {
    var reports: Set<String> = []
    var errors: Set<RemoteError.Code> = []
    for line in examples(after: "← ") {
      let message = try #require(RemoteMessage(line: line), "\(String(decoding: line, as: UTF8.self))")
      switch message {
      case .report(let report): reports.insert(String(String(describing: report.event).prefix { $0 != "(" }))
      case .refusal(let error, _): errors.insert(error.code)
      case .hello, .reply: break
      }
      expect(String(decoding: message.line.dropLast(), as: UTF8.self), equals: String(decoding: line, as: UTF8.self))
    }
    expect(reports, equals: ["begin", "show", "land", "pause", "deck", "mark", "click", "view", "answer", "end"])
    expect(errors, equals: Set(RemoteError.Code.allCases))
  }

  @Test func `the page names the limits`() {
    let text = lines.joined(separator: "\n")
    for limit in [
      "65,536 bytes", "256 KiB", "16 clients", "32 requests", "1,000 sources", "10,000", "4,096 bytes", "256 bytes",
      "2,800", "16 MiB", "128 KiB",
    ] {
      #expect(text.contains(limit), "\(limit)")
    }
  }
}

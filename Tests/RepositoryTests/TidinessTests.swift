import Foundation
import TestSupport
import Testing

/// Rules that keep the files readable.
struct TidinessTests {
  static let texts =
    ["Sources", "Tests", "Tools", "man", "docs"].flatMap(SourceTree.files).filter { path in
      ["swift", "c", "h", "modulemap", "md", "1", ""].contains(URL(filePath: path).pathExtension)
        && !path.contains("/Fixtures/") && !path.contains("/Resources/")
    } + ["Makefile", "Package.swift", ".ci/run", "Resources/deck.json"]

  @Test func `a source file has at most 300 lines, except for data tables`() {
    for file in SourceTree.swiftFiles(in: "Sources") where !file.path.hasSuffix("Tables.swift") {
      #expect(file.lines.count <= 301, "\(file.path) has \(file.lines.count - 1) lines")
    }
  }

  @Test func `the architecture document has at most 120 lines`() throws {
    let lines = try SourceTree.text(of: "ARCHITECTURE.md").split(separator: "\n", omittingEmptySubsequences: false)
    #expect(lines.count <= 121)
  }

  @Test func `every text file ends with one line feed and has no trailing spaces`() throws {
    for path in Self.texts {
      let text = try SourceTree.text(of: path)
      #expect(text.hasSuffix("\n") && !text.hasSuffix("\n\n"), "\(path) does not end with one line feed")
      #expect(!text.utf8.contains(0x0D), "\(path) has carriage returns")
      let ragged = text.split(separator: "\n").firstIndex { $0.last == " " || $0.last == "\t" }
      expect(ragged, equals: nil, "\(path) has a space at a line's end")
    }
  }

  @Test func `every relative link in the documents leads to a file`() throws {
    let documents =
      ["README.md", "CHANGELOG.md", "ARCHITECTURE.md", "CONTRIBUTING.md"]
      + SourceTree.files(in: "docs").filter { $0.hasSuffix(".md") }
    for document in documents {
      let text = try SourceTree.text(of: document)
      for link in text.matches(of: /\]\(([^)\s]+)\)|(?:src|href)="([^"]+)"/) {
        let target = String(link.output.1 ?? link.output.2 ?? "")
        guard !target.contains("://"), !target.hasPrefix("#"), !target.hasPrefix("mailto:") else { continue }
        let path = target.prefix { $0 != "#" }.removingPercentEncoding ?? target
        let folder = SourceTree.root.appending(path: document).deletingLastPathComponent()
        let exists = FileManager.default.fileExists(atPath: folder.appending(path: path).path)
        #expect(exists, "\(document) links to \(target)")
      }
    }
  }
}

import Foundation
import Testing

/// docs/screen.md, which leads a reader through the program.
struct ScreenPageTests {
  @Test func `a key press is followed through at most eight files, all of them there`() throws {
    let page = try SourceTree.text(of: "docs/screen.md")
    let parts = page.components(separatedBy: "## A key press, from bytes to bytes\n")
    try #require(parts.count == 2)
    let rows = parts[1].components(separatedBy: "\n## ")[0].components(separatedBy: "\n").filter { $0.hasPrefix("| `") }
    let files = rows.map { $0.components(separatedBy: "`")[1] }
    #expect((1...8).contains(files.count))
    for file in files { #expect(!(try SourceTree.text(of: "Sources/\(file)")).isEmpty, "\(file)") }
  }
}

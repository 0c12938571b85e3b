import Foundation
import Testing

/// docs/screen.md, which guides readers through the program.
struct ScreenPageTests {
  @Test func `the screen page follows a key press through at most eight existing files`() throws {
    let page = try SourceTree.text(of: "docs/screen.md")
    let parts = page.components(separatedBy: "## A key press, from bytes to bytes\n")
    try #require(parts.count == 2)
    let rows = parts[1].components(separatedBy: "\n## ")[0].components(separatedBy: "\n").filter { $0.hasPrefix("| `") }
    let files = rows.map { $0.components(separatedBy: "`")[1] }
    #expect((1...8).contains(files.count))
    for file in files { #expect(!(try SourceTree.text(of: "Sources/\(file)")).isEmpty, "\(file)") }
  }
}

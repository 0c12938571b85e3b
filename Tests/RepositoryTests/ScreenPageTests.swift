import Foundation
import Testing

/// docs/screen.md, which guides readers through the program.
struct ScreenPageTests {
  @Test(arguments: [
    ("A key press, from bytes to bytes", 30), ("A downloaded picture, from the network to the screen", 30),
  ])
  func `the screen page follows each way through the program through few existing files`(
    title: String, limit: Int
  ) throws {
    let page = try SourceTree.text(of: "docs/screen.md")
    let parts = page.components(separatedBy: "## \(title)\n")
    try #require(parts.count == 2)
    let lines = parts[1].components(separatedBy: "\n## ")[0].components(separatedBy: "\n")
    let files = lines.filter { $0.hasPrefix("1. `") }.map { $0.components(separatedBy: "`")[1] }
    #expect((1...limit).contains(files.count))
    for file in files { #expect(!(try SourceTree.text(of: "Sources/\(file)")).isEmpty, "\(file)") }
  }
}

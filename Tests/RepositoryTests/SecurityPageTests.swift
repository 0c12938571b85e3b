import Foundation
import Testing

/// docs/security.md, whose claims are verified by tests.
struct SecurityPageTests {
  private let page: String
  private let names: Set<String>

  init() throws {
    page = try SourceTree.text(of: "docs/security.md")
    var names: Set<String> = []
    for file in SourceTree.files(in: "Tests") where file.hasSuffix(".swift") {
      let text = try SourceTree.text(of: file)
      for match in text.matches(of: /func `([^`\n]+)`|@Test\(\s*"((?:[^"\\\n]|\\.)+)"/) {
        names.insert(String(match.1 ?? match.2 ?? ""))
      }
    }
    self.names = names
  }

  @Test func `every test that the security page names exists`() {
    let named = page.matches(of: /“([^”]+)”/).map { String($0.1) }
    #expect(named.count > 30)
    for name in named { #expect(names.contains(name), "no such test: \(name)") }
  }

  @Test func `every claim of the security page names a test`() {
    let rows = page.split(separator: "\n").filter { $0.hasPrefix("| ") }.dropFirst()
    #expect(rows.count > 10)
    for row in rows { #expect(row.contains("“"), "no test: \(row)") }
  }
}

import TestSupport
import Testing

/// The README's example of the library is code that a test runs.
struct ReadmeTests {
  @Test func `the README's Carousel example equals the tested code`() throws {
    let shown = try code(in: SourceTree.text(of: "README.md"), from: "import CarouselValues", to: "```")
    let tested = try code(
      in: SourceTree.text(of: "Tests/CarouselTests/EmbeddingTests.swift"), from: "README begins", to: "README ends")
    expect(shown, equals: tested)
    expect(shown.count, equals: 7)
  }

  /// Returns the lines between two marks, without surrounding blanks, comments and empty lines.
  private func code(in text: String, from start: String, to end: String) -> [String] {
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    return lines.drop { !$0.contains(start) }.dropFirst().prefix { !$0.contains(end) }
      .map { line in
        let code = line.replacing(/\/\/.*/, with: "")
        return String(
          code.trimmingPrefix(while: \.isWhitespace).reversed().trimmingPrefix(while: \.isWhitespace).reversed())
      }
      .filter { !$0.isEmpty }
  }
}

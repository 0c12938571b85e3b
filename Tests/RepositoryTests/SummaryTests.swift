import TestSupport
import Testing

/// The documentation comments of the libraries that others embed.
struct SummaryTests {
  @Test(arguments: ["Carousel", "CarouselValues", "CarouselViewing"])
  func `every public symbol has a summary that ends as a sentence`(_ module: String) {
    let bare = SourceTree.swiftFiles(in: "Sources/\(module)").flatMap { file in
      file.lines.indices.filter { Self.declares(file.lines[$0]) && !Self.hasSummary(above: $0, in: file.lines) }
        .map { "\(file.path):\($0 + 1)" }
    }
    expect(bare, equals: [])
  }

  /// Whether a line declares a public symbol.
  private static func declares(_ line: Substring) -> Bool {
    let words = line.split(separator: " ").drop { $0.hasPrefix("@") }
    return words.first == "public" && words.dropFirst().first.map { $0 != "extension" && $0 != "import" } == true
  }

  /// Whether the first paragraph of the comment above a line, or above its attributes, ends with a period or a colon.
  private static func hasSummary(above index: Int, in lines: [Substring]) -> Bool {
    let above = lines[..<index].reversed().map { $0.drop { $0 == " " } }.drop { $0.hasPrefix("@") }
    let comment = above.prefix { $0.hasPrefix("///") }.reversed().map { $0.dropFirst(3).drop { $0 == " " } }
    return comment.prefix { !$0.isEmpty }.last.map { $0.hasSuffix(".") || $0.hasSuffix(":") } ?? false
  }
}

extension CommandDescription {
  /// A Markdown table of the options with a heading row for each group, except those that every program has; with a
  /// newline at its end.
  package var markdownTable: String {
    var lines: [String] = []
    for group in groups.dropLast() {
      let title = group.title.lowercased()
      lines += lines.isEmpty ? ["| \(title) | |", "|---|---|"] : ["| **\(title)** | |"]
      for option in group.options {
        let name = option.names.joined(separator: ", ") + (option.value.map { " \($0.label)" } ?? "")
        lines.append("| `\(escaped(name))` | \(escaped(marked(option.summary))) |")
      }
    }
    return lines.joined(separator: "\n") + "\n"
  }

  /// The text with options in backquotes.
  private func marked(_ text: String) -> String {
    text.split(separator: " ", omittingEmptySubsequences: false).map { word in
      let name = word.prefix { $0 == "-" || $0.isLetter || $0.isNumber }
      guard options.contains(where: { $0.names.contains(String(name)) }) else { return String(word) }
      return "`\(name)`\(word[name.endIndex...])"
    }.joined(separator: " ")
  }

  /// The text as the contents of a table's cell.
  private func escaped(_ text: String) -> String {
    text.split(separator: "|", omittingEmptySubsequences: false).joined(separator: "\\|")
  }
}

extension CommandDescription {
  /// The text of `--help`, without a newline at its end.
  ///
  /// - Parameter columns: The width to wrap the text to; limited to 40…100.
  package func help(columns: Int) -> String {
    let width = min(max(columns, 40), 100)
    var lines = [abstract, "", "Usage: \(program) [options] [\(operands)] ...", ""]
    lines += wrapped(discussion, to: width)
    for group in groups {
      lines += ["", "\(group.title):"]
      for option in group.options { lines += help(option, width) }
    }
    return lines.joined(separator: "\n")
  }

  /// An option's names on the left, its description on the right, or below on narrow windows and after long names.
  private func help(_ option: OptionDescription, _ width: Int) -> [String] {
    let names = "  " + option.names.joined(separator: ", ") + (option.value.map { " \($0.label)" } ?? "")
    let indent = width < 60 ? 6 : 26
    let text = wrapped(option.summary, to: width - indent)
    let margin = String(repeating: " ", count: indent)
    guard names.count < indent - 1, let first = text.first else { return [names] + text.map { margin + $0 } }
    let gap = String(repeating: " ", count: indent - names.count)
    return [names + gap + first] + text.dropFirst().map { margin + $0 }
  }
}

/// Wraps a text at spaces into lines of at most `columns` characters, unless a word is longer.
func wrapped(_ text: String, to columns: Int) -> [String] {
  var lines: [String] = []
  for word in text.split(separator: " ") {
    if let last = lines.last, last.count + 1 + word.count <= columns {
      lines[lines.count - 1] = "\(last) \(word)"
    } else {
      lines.append(String(word))
    }
  }
  return lines
}

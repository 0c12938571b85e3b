extension CommandDescription {
  /// The text of `--help`, without a newline at its end.
  ///
  /// - Parameter columns: The width to wrap it to; limited to 40…100.
  package func help(columns: Int) -> String {
    var text = TextWrapping(columns: min(max(columns, 40), 100), capacity: 32_768)
    text.append(paragraph: abstract)
    text.append(paragraph: "")
    text.append(paragraph: "Usage: \(program) [options] [\(operands)] ...")
    text.append(paragraph: "")
    text.append(paragraph: discussion)
    for group in groups {
      text.append(paragraph: "")
      text.append(paragraph: "\(group.title):")
      for option in group.options { text.append(option) }
    }
    return String(decoding: text.output.dropLast(), as: UTF8.self)
  }
}

extension TextWrapping {
  fileprivate mutating func append(paragraph: String) {
    append(words: Array(paragraph.utf8)[...])
    endLine()
  }

  /// Appends an option's names on the left and its description on the right; below them in narrow windows and after long names.
  fileprivate mutating func append(_ option: OptionDescription) {
    let names = "  \(option.names.joined(separator: ", "))\(option.value.map { " \($0.label)" } ?? "")"
    let left = Array(names.utf8)[...]
    let margin = columns < 60 ? 6 : 26
    append(left)
    let room = margin - Self.columns(of: left)
    if room > 1 {
      appendBlanks(room)
    } else {
      endLine()
      appendBlanks(margin)
    }
    append(words: Array(option.summary.utf8)[...], margin: margin)
    endLine()
  }
}

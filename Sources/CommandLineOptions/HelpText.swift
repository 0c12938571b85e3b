/// The text of `--help` before it is wrapped.
///
/// Each line is a paragraph, or an option: its names, a tab and its description.
struct HelpText {
  /// The lines.
  let text: String

  init(_ command: CommandDescription) {
    var lines = [command.abstract, "", "Usage: \(command.program) [options] [\(command.operands)] ...", ""]
    lines.append(command.discussion)
    for group in command.groups {
      lines += ["", "\(group.title):"]
      for option in group.options {
        let label = option.value.map { " \($0.label)" } ?? ""
        lines.append("  \(option.names.joined(separator: ", "))\(label)\t\(option.summary)")
      }
    }
    text = lines.joined(separator: "\n")
  }

  /// The text, without a newline at its end.
  ///
  /// - Parameter columns: The width to wrap it to; limited to 40…100.
  func wrapped(to columns: Int) -> String {
    let bytes = Array(text.utf8)
    var wrapping = TextWrapping(columns: min(max(columns, 40), 100), capacity: bytes.count * 2)
    var rest = bytes[...]
    while let end = rest.firstIndex(of: UInt8(ascii: "\n")) {
      wrapping.append(helpLine: rest[..<end])
      wrapping.endLine()
      rest = rest[(end + 1)...]
    }
    wrapping.append(helpLine: rest)
    return String(decoding: wrapping.output, as: UTF8.self)
  }
}

extension TextWrapping {
  /// Appends a paragraph, or an option's names on the left and its description on the right; below them in narrow windows and after long
  /// names.
  fileprivate mutating func append(helpLine line: ArraySlice<UInt8>) {
    guard let tab = line.firstIndex(of: UInt8(ascii: "\t")) else { return append(words: line) }
    let margin = columns < 60 ? 6 : 26
    append(line[..<tab])
    let room = margin - Self.columns(of: line[..<tab])
    if room > 1 {
      appendBlanks(room)
    } else {
      endLine()
      appendBlanks(margin)
    }
    append(words: line[(tab + 1)...], margin: margin)
  }
}

extension CommandDescription {
  /// The text of `--help`, without a newline at its end.
  ///
  /// - Parameter columns: The width to wrap it to; limited to 40…100.
  package func help(columns: Int) -> String { HelpText(self).wrapped(to: columns) }
}

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

/// Wraps a text at spaces into lines of at most `columns` Unicode scalars, unless a word is longer.
///
/// It works on bytes: as strings, the lines would take most of the time of `--help`.
func wrapped(_ text: String, to columns: Int) -> [String] {
  let space = UInt8(ascii: " ")
  var lines: [String] = []
  var (line, lineColumns) = ([UInt8](), 0)
  for word in Array(text.utf8).split(separator: space) {
    // All bytes but those that continue a scalar.
    let wordColumns = word.count { $0 & 0xC0 != 0x80 }
    if !line.isEmpty, lineColumns + 1 + wordColumns <= columns {
      line.append(space)
      lineColumns += 1
    } else {
      if !line.isEmpty { lines.append(String(decoding: line, as: UTF8.self)) }
      line.removeAll(keepingCapacity: true)
      lineColumns = 0
    }
    line += word
    lineColumns += wordColumns
  }
  if !line.isEmpty { lines.append(String(decoding: line, as: UTF8.self)) }
  return lines
}

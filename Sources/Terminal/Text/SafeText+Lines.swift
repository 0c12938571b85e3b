extension SafeText {
  /// Makes text from outside safe and breaks it into at most `rows` lines of `columns` columns, with an ellipsis if it
  /// is too long.
  ///
  /// Lines break at blanks; only a word longer than a line is split. Returns at least one line if there is any room.
  /// Like `line`, it reads no more of the text than can be shown.
  package static func lines(_ text: String, columns: Int, rows: Int, isUnicode: Bool = true) -> [String] {
    guard columns > 0, rows > 0 else { return [] }
    // No window is larger; without the limits the product could overflow.
    var rest = Substring(line(text, columns: min(columns, 1 << 16) * min(rows, 1 << 16), isUnicode: isUnicode))
    var lines: [String] = []
    while lines.count < rows - 1, let cut = lineEnd(of: rest, columns: columns) {
      lines.append(String(rest[..<cut].trimmingBlanks))
      rest = rest[cut...].drop { $0 == " " }
    }
    return lines + [line(String(rest), columns: columns, isUnicode: isUnicode)]
  }

  /// Returns where a line of `columns` columns ends; nil if the whole text fits into one.
  private static func lineEnd(of text: Substring, columns: Int) -> Substring.Index? {
    var width = 0
    var blank: Substring.Index?
    for position in text.indices {
      width += displayWidth(of: text[position])
      if text[position] == " ", position > text.startIndex { blank = position }
      // A line takes at least one character, even one that is wider than the line, so that the loop ends.
      if width > columns { return blank ?? max(position, text.index(after: text.startIndex)) }
    }
    return nil
  }
}

extension Substring {
  /// The text without trailing blanks.
  fileprivate var trimmingBlanks: Substring {
    var text = self
    while text.last == " " { text.removeLast() }
    return text
  }
}

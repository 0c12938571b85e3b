extension SafeText {
  /// A text from outside, made safe, in at most `rows` lines of `columns` columns, with an ellipsis where it is too long.
  ///
  /// Lines end at blanks, and only a word that is longer than a line ends within it. At least one line, where there is any room;
  /// as with `line`, only so much of the text is read as may be seen.
  package static func lines(_ text: String, columns: Int, rows: Int, isUnicode: Bool = true) -> [String] {
    guard columns > 0, rows > 0 else { return [] }
    // No window is larger.
    var rest = Substring(line(text, columns: min(columns, 1 << 16) * min(rows, 1 << 16), isUnicode: isUnicode))
    var lines: [String] = []
    while lines.count < rows - 1, let cut = lineEnd(of: rest, columns: columns) {
      lines.append(String(rest[..<cut].trimmingBlanks))
      rest = rest[cut...].drop { $0 == " " }
    }
    return lines + [line(String(rest), columns: columns, isUnicode: isUnicode)]
  }

  /// The end of a line of `columns` columns; nil if all fits into one.
  private static func lineEnd(of text: Substring, columns: Int) -> Substring.Index? {
    var width = 0
    var blank: Substring.Index?
    for position in text.indices {
      width += displayWidth(of: text[position])
      if text[position] == " ", position > text.startIndex { blank = position }
      // A single character that is wider than a line must not make lines without end.
      if width > columns { return blank ?? max(position, text.index(after: text.startIndex)) }
    }
    return nil
  }
}

extension Substring {
  /// Without the blanks at its end.
  fileprivate var trimmingBlanks: Substring {
    var text = self
    while text.last == " " { text.removeLast() }
    return text
  }
}

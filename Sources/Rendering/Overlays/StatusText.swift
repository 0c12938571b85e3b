import Terminal

/// The parts of a status. If space is short, the least important ones are omitted, and numbers are never truncated.
package struct StatusText: Hashable, Sendable, ExpressibleByStringLiteral {
  /// An introduction to the core, shown if there is room: "go to".
  package var introduction: String
  /// The main content: digits, "3/12", a message.
  package var core: String
  /// Further detail, such as a name; it is truncated before any part is omitted.
  package var detail: String
  /// Whether to show that the carousel is paused.
  package var isPaused: Bool
  /// Whether the subject is marked.
  package var isMarked = false
  /// The opacity, 0…1, during a fade.
  package var strength = 1.0

  /// Creates a status; its text is sanitized and shortened when drawn.
  package init(introduction: String = "", core: String = "", detail: String = "", isPaused: Bool = false) {
    self.introduction = introduction
    self.core = core
    self.detail = detail
    self.isPaused = isPaused
  }

  /// Creates a message.
  package init(stringLiteral text: String) { self.init(core: text) }

  /// Whether there is nothing to show.
  package var isEmpty: Bool { introduction.isEmpty && core.isEmpty && detail.isEmpty && !isPaused && !isMarked }

  /// The minimum width of a detail in columns: two letters and an ellipsis.
  private static let minimumDetailColumns = 3

  /// The text that fits into some columns.
  func fitted(columns: Int, marks: OverlayMarks) -> String {
    let isUnicode = marks.hasEllipsis
    let mark = isMarked ? marks.currentMarkedDot.scalars.map(String.init).joined() + (core.isEmpty ? "" : " ") : ""
    let core = SafeText.line(mark + core, columns: StatusText.maximum, isUnicode: isUnicode)
    let (sign, brief) = isPaused ? (marks.paused, marks.pausedBrief) : ("", "")
    // The first that fits: the paused mark is shortened, then omitted, then the introduction is omitted.
    for (introduction, sign) in [(introduction, sign), (introduction, brief), (introduction, ""), ("", "")] {
      let text = [introduction, core].filter { !$0.isEmpty }.joined(separator: " ")
      let tail = text.isEmpty || sign.isEmpty ? sign : "  " + sign
      let room = columns - displayWidth(of: text) - displayWidth(of: tail)
      guard room >= 0, !(text + tail).isEmpty else { continue }
      guard !detail.isEmpty, room > StatusText.minimumDetailColumns else { return text + tail }
      return text + " " + SafeText.line(detail, columns: room - 1, isUnicode: isUnicode) + tail
    }
    return StatusText.cut(core.isEmpty ? brief : core, columns: columns, isUnicode: isUnicode)
  }

  /// The maximum number of columns to process; no window is wider.
  private static let maximum = 1_000

  /// Truncates a text, but never within a number: a number that does not fit is omitted.
  private static func cut(_ text: String, columns: Int, isUnicode: Bool) -> String {
    let line = SafeText.line(text, columns: columns, isUnicode: isUnicode)
    let common = zip(text, line).prefix { $0 == $1 }.map { $0.0 }
    guard let last = common.last, isPart(last), let next = text.dropFirst(common.count).first, isPart(next) else {
      return line
    }
    return String(common.dropLast(common.reversed().prefix(while: isPart).count)) + line.dropFirst(common.count)
  }

  private static func isPart(_ character: Character) -> Bool { character.isNumber || character == "." }
}

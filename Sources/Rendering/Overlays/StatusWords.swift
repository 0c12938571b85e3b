import Terminal

/// What a status says, in parts: where there is no room for all of them, what matters least is left out, and nothing is
/// ever cut within a number.
package struct StatusWords: Hashable, Sendable, ExpressibleByStringLiteral {
  /// What leads up to the core, where there is room: "go to".
  package var introduction: String
  /// What it is about: digits, "3/12", a message.
  package var core: String
  /// More of it, cut at its end before anything is left out: a name.
  package var detail: String
  /// Whether it says that the carousel is stopped.
  package var isPaused: Bool
  /// Whether what it is about is marked.
  package var isMarked = false
  /// How visible it is, 0…1, while it fades.
  package var strength = 1.0

  /// Words, made safe and shortened when drawn.
  package init(introduction: String = "", core: String = "", detail: String = "", isPaused: Bool = false) {
    self.introduction = introduction
    self.core = core
    self.detail = detail
    self.isPaused = isPaused
  }

  /// A message.
  package init(stringLiteral text: String) { self.init(core: text) }

  /// Whether there is nothing to say.
  package var isEmpty: Bool { introduction.isEmpty && core.isEmpty && detail.isEmpty && !isPaused }

  /// The least columns that a name is shown in: two letters and what says that there are more.
  private static let leastOfDetail = 3

  /// As much as there is room for.
  func fitted(columns: Int, marks: OverlayMarks) -> String {
    let isUnicode = marks.hasEllipsis
    let mark = isMarked ? marks.currentMarkedDot.scalars.map(String.init).joined() + " " : ""
    let core = SafeText.line(mark + core, columns: StatusWords.most, isUnicode: isUnicode)
    let (sign, brief) = isPaused ? (marks.paused, marks.pausedBrief) : ("", "")
    // The first that fits: the sign is shortened before it goes, and goes before the introduction does.
    for (introduction, sign) in [(introduction, sign), (introduction, brief), (introduction, ""), ("", "")] {
      let words = [introduction, core].filter { !$0.isEmpty }.joined(separator: " ")
      let tail = words.isEmpty || sign.isEmpty ? sign : "  " + sign
      let room = columns - displayWidth(of: words) - displayWidth(of: tail)
      guard room >= 0, !(words + tail).isEmpty else { continue }
      guard !detail.isEmpty, room > StatusWords.leastOfDetail else { return words + tail }
      return words + " " + SafeText.line(detail, columns: room - 1, isUnicode: isUnicode) + tail
    }
    return StatusWords.cut(core.isEmpty ? brief : core, columns: columns, isUnicode: isUnicode)
  }

  /// Columns that are looked at, at most: no window has so many.
  private static let most = 1_000

  /// A text cut, but before the number that there is no room for.
  private static func cut(_ text: String, columns: Int, isUnicode: Bool) -> String {
    let line = SafeText.line(text, columns: columns, isUnicode: isUnicode)
    let kept = zip(text, line).prefix { $0 == $1 }.map { $0.0 }
    guard let last = kept.last, isPart(last), let next = text.dropFirst(kept.count).first, isPart(next) else {
      return line
    }
    return String(kept.dropLast(kept.reversed().prefix(while: isPart).count)) + line.dropFirst(kept.count)
  }

  /// Whether a character is a part of a number.
  private static func isPart(_ character: Character) -> Bool { character.isNumber || character == "." }
}

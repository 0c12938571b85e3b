import Terminal

/// The characters for overlays and cards, limited to those that the terminal's font is sure to have.
struct OverlayMarks: Hashable, Sendable {
  /// The dots of other pages and of the current page, unless flags set them.
  var dot: Glyph
  var currentDot: Glyph
  var markedDot: Glyph
  var currentMarkedDot: Glyph
  /// The marks of a paused carousel, in long and short form.
  var paused: String
  var pausedBrief: String
  /// A thin line at the top and at the bottom of a cell.
  var lineAtTop: Glyph
  var lineAtBottom: Glyph
  /// A progress bar: done, half a cell done, and remaining.
  var barDone: Glyph
  var barHalf: Glyph?
  var barRest: Glyph
  /// The marks for more content above and below.
  var above: String
  var below: String
  /// A frame's corners, row-major from the top left, and its lines.
  var corners: [Glyph]
  var across: Glyph
  var down: Glyph
  /// Whether an ellipsis is one character.
  var hasEllipsis: Bool

  /// For terminals with UTF-8 and a large font.
  static let unicode = OverlayMarks(
    dot: "○", currentDot: "●", markedDot: "◇", currentMarkedDot: "◆", paused: "‖ paused", pausedBrief: "‖",
    lineAtTop: "▔", lineAtBottom: "▁", barDone: "━",
    barHalf: "╸", barRest: "━", above: "↑", below: "↓", corners: ["╭", "╮", "╰", "╯"], across: "─", down: "│",
    hasEllipsis: true)

  /// For the Linux console, whose fonts are only sure to have code page 437.
  static let console = OverlayMarks(
    dot: "·", currentDot: "•", markedDot: "+", currentMarkedDot: "♦", paused: "paused", pausedBrief: "║",
    lineAtTop: "─", lineAtBottom: "─", barDone: "═",
    barHalf: nil, barRest: "─", above: "↑", below: "↓", corners: ["┌", "┐", "└", "┘"], across: "─", down: "│",
    hasEllipsis: false)

  static let ascii = OverlayMarks(
    dot: ".", currentDot: "o", markedDot: "+", currentMarkedDot: "*", paused: "paused", pausedBrief: "||",
    lineAtTop: "-", lineAtBottom: "_", barDone: "#",
    barHalf: nil, barRest: ".", above: "^", below: "v", corners: ["+", "+", "+", "+"], across: "-", down: "|",
    hasEllipsis: false)
}

extension TerminalProfile {
  /// The characters for overlays and cards.
  var marks: OverlayMarks { !isUnicode ? .ascii : isConsole ? .console : .unicode }
}

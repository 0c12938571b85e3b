import Terminal

/// The characters that overlays and cards are drawn with, by what the terminal's font is sure to have.
struct OverlayMarks: Hashable, Sendable {
  /// A page's dot and the current page's, where no flag sets them.
  var dot: Glyph
  var currentDot: Glyph
  /// The dots of marked pages.
  var markedDot: Glyph
  var currentMarkedDot: Glyph
  /// What says that the carousel is paused: where there is room, and where there is little.
  var paused: String
  var pausedBrief: String
  /// A thin line at a cell's top, at its bottom.
  var lineAtTop: Glyph
  var lineAtBottom: Glyph
  /// A progress bar: done, half a cell more, and still to come.
  var barDone: Glyph
  var barHalf: Glyph?
  var barRest: Glyph
  /// What says that there is more above, and below.
  var above: String
  var below: String
  /// A frame's corners, from the top left by rows, and its lines.
  var corners: [Glyph]
  var across: Glyph
  var down: Glyph
  /// Whether an ellipsis is one character.
  var hasEllipsis: Bool

  /// Where UTF-8 can be sent and a font is large.
  static let unicode = OverlayMarks(
    dot: "○", currentDot: "●", markedDot: "◇", currentMarkedDot: "◆", paused: "‖ paused", pausedBrief: "‖",
    lineAtTop: "▔", lineAtBottom: "▁", barDone: "━",
    barHalf: "╸", barRest: "━", above: "↑", below: "↓", corners: ["╭", "╮", "╰", "╯"], across: "─", down: "│",
    hasEllipsis: true)

  /// The Linux console: code page 437 is all that its fonts have for certain.
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

import Carousel
import Rendering

extension Session {
  /// The open help panel; nil if it is closed.
  var help: HelpPanel? { mode.helpRow.map { HelpPanel(rows: helpRows, firstRow: $0) } }

  var helpRows: [HelpPanel.Row] {
    options.keys.helpRows(
      in: mode.baseContext, click: options.click, actions: options.actions, hasPixels: viewport.pixels != nil)
  }

  /// Scrolls the help, clamped to its lines: by a row, by a page, which is one row less than fits in the panel, or to an
  /// end.
  mutating func scrollHelp(by action: Action) {
    guard let row = mode.helpRow, let help else { return }
    let placed = PlacedHelp(help, in: window)
    let (last, page) = (placed.lastFirstRow, max(1, placed.visibleRows - 1))
    let distances: [Action: Int] = [
      .scrollUp: -1, .scrollDown: 1, .scrollPageUp: -page, .scrollPageDown: page, .scrollToTop: -last,
      .scrollToBottom: last,
    ]
    mode.panel = .help(firstRow: min(max(0, min(row, last) + (distances[action] ?? 0)), last))
  }
}

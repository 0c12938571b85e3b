import Carousel
import Rendering

extension Session {
  /// The open help panel; nil if it is closed.
  var help: HelpPanel? { mode.helpRow.map { HelpPanel(rows: helpRows, firstRow: $0) } }

  var helpRows: [HelpPanel.Row] {
    options.keys.helpRows(
      in: mode.baseContext, click: options.click, actions: options.actions, hasPixels: viewport.pixels != nil)
  }

  /// Scrolls the help by pages, each one row less than fits in the panel.
  mutating func scrollHelp(byPages pages: Int) {
    guard let help else { return }
    scrollHelp(byRows: pages * max(1, PlacedHelp(help, in: window).visibleRows - 1))
  }

  /// Scrolls the help to its first or its last line.
  mutating func scrollHelp(toEnd: Bool) {
    guard let help else { return }
    let last = PlacedHelp(help, in: window).lastFirstRow
    scrollHelp(byRows: toEnd ? last : -last)
  }

  /// Scrolls the help, clamped to its lines.
  mutating func scrollHelp(byRows rows: Int) {
    guard let row = mode.helpRow, let help else { return }
    let last = PlacedHelp(help, in: window).lastFirstRow
    mode.panel = .help(firstRow: min(max(0, min(row, last) + rows), last))
  }
}

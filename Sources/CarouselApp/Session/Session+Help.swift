import Carousel
import Rendering

extension Session {
  /// The help panel as it is open; nil: it is closed.
  var help: HelpPanel? { mode.helpRow.map { HelpPanel(rows: helpRows, firstRow: $0) } }

  var helpRows: [HelpPanel.Row] {
    options.keys.helpRows(
      in: mode.base.context, click: options.click, actions: options.actions, hasPixels: viewport.pixels != nil)
  }

  /// Opens the help: while it is read, the slides stay.
  mutating func openHelp(at now: Timestamp) {
    mode = .help(firstRow: 0, over: mode.base)
    machine.handle(.pause(.overlay), at: now)
  }

  mutating func closeHelp(at now: Timestamp) {
    mode = mode.base
    machine.handle(.resume(.overlay), at: now)
  }

  /// Scrolls the help by what fits in the panel, less a row.
  mutating func scrollHelp(byPages pages: Int) {
    guard let help else { return }
    scrollHelp(byRows: pages * max(1, PlacedHelp(help, in: window).visibleRows - 1))
  }

  /// Scrolls the help as far as there is more of it.
  mutating func scrollHelp(byRows rows: Int) {
    guard case .help(let row, let under) = mode, let help else { return }
    let last = PlacedHelp(help, in: window).lastFirstRow
    mode = .help(firstRow: min(max(0, min(row, last) + rows), last), over: under)
  }
}

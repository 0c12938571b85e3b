import Carousel
import Rendering
import Terminal

extension Session {
  /// The keys, and what they do now, the most needed first.
  var help: HelpPanel {
    let leaving: [HelpPanel.Row] =
      isViewing ? [.init("Enter Esc", "back"), .init("q", "leave")] : [.init("q Esc", "leave"), .init("Enter", enter)]
    return HelpPanel(
      rows: [.init("← →  h l", "previous, next")] + leaving + [
        .init("Space", "pause, go on"), .init("Home End", "first, last"), .init("digits Enter", "go to a slide"),
        .init("mouse", "drag, wheel, click"), .init("[ ]", "shorter, longer stay"),
        .init("c", "change mode"), .init("p", "place of the dots"), .init("d", "description bar"),
        .init("a", "art mode"), .init("A", "animations"), .init(".", "next frame, paused"),
        .init("r", "read again"), .init("X", "clear the caches"), .init("Ctrl-L", "redraw"),
        .init("?", "this help"),
      ], firstRow: helpRow)
  }

  /// What a click does.
  private var enter: String {
    switch options.click {
    case .view: "the picture alone"
    case .command, .backgroundCommand: "run the command"
    case .pick: "pick, and leave"
    }
  }

  /// Opens the help: while it is read, the slides stay.
  mutating func openHelp(at now: Timestamp) {
    showsHelp = true
    helpRow = 0
    machine.handle(.pause(.overlay), at: now)
  }

  mutating func closeHelp(at now: Timestamp) {
    showsHelp = false
    machine.handle(.resume(.overlay), at: now)
  }

  /// Scrolls the help where a key means that; false: it means something else.
  mutating func scrollHelp(by key: Key) -> Bool {
    let page = max(1, PlacedHelp(help, in: window).visibleRows - 1)
    switch key {
    case .up, .character("k"): scrollHelp(byRows: -1)
    case .down, .character("j"): scrollHelp(byRows: 1)
    case .pageUp: scrollHelp(byRows: -page)
    case .pageDown: scrollHelp(byRows: page)
    case .home: scrollHelp(byRows: -help.rows.count)
    case .end: scrollHelp(byRows: help.rows.count)
    case .character, .control, .left, .right, .insert, .delete, .backspace, .tab, .enter, .escape, .function:
      return false
    }
    return true
  }

  /// Scrolls the help as far as there is more of it.
  mutating func scrollHelp(byRows rows: Int) {
    let last = PlacedHelp(help, in: window).lastFirstRow
    helpRow = min(max(0, min(helpRow, last) + rows), last)
  }
}

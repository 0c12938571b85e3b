import CarouselViewing
package import Rendering
import Terminal

extension KeyBindings {
  /// The help panel's rows in a context, the most important first.
  ///
  /// - Parameters:
  ///   - click: what a click does.
  ///   - actions: the user-defined actions.
  ///   - hasPixels: whether pixels are among the art modes.
  package func helpRows(
    in context: KeyContext, click: Options.ClickAction, actions: [UserAction] = [], hasPixels: Bool = false
  ) -> [HelpPanel.Row] {
    func rows(_ groups: [[Action]], of table: KeyTable) -> [HelpPanel.Row] {
      groups.map { group in
        var row = row(group, of: table, click: click)
        if group == [.art], hasPixels { row.action = "pixels, art mode" }
        return row
      }
    }
    let number = digits.listedKeys(for: .goToSlide).map(\.name).joined(separator: " ")
    let typed = HelpPanel.Row("digits \(number)", Action.goToSlide.help(click: click))
    let own = actions.map { HelpPanel.Row(SafeText.visible(String($0.key)), SafeText.visible($0.name)) }
    let slides: [[Action]] = [[.menu], [.pause], [.first, .last]]
    let settings: [[Action]] = [
      [.mark, .markAll, .nextMarked], [.animations], [.nextFrame], [.reload], [.clearCaches], [.redraw], [.help],
    ]
    switch context {
    case .viewer, .zoomed:
      return rows([[.previous, .next], [.back], [.quit], [.grid], [.zoomIn, .zoomOut]], of: viewer)
        + rows([[.panLeft, .panRight, .panUp, .panDown]], of: zoomed)
        + rows(
          [
            [.actualSize], [.viewerFit], [.resetZoom], [.rotateLeft, .rotateRight], [.flipAcross, .flipDown], [.facts],
          ], of: viewer)
        + [typed, HelpPanel.Row("mouse", "drag, Ctrl-wheel, double click")]
        + rows(
          slides + [[.shorterInterval, .longerInterval], [.changeMode], [.captions], [.art]] + settings, of: viewer)
        + own
    case .grid, .search:
      return rows(
        [
          [.selectLeft, .selectRight, .selectUp, .selectDown], [.click], [.back], [.quit],
          [.selectPageUp, .selectPageDown], [.selectFirst, .selectLast], [.search], [.moreColumns, .fewerColumns],
        ], of: grid) + [typed, HelpPanel.Row("mouse", "wheel, click to select, again to open")]
        + rows(
          [[.menu], [.mark, .markAll, .nextMarked], [.art], [.fit], [.reload], [.clearCaches], [.redraw], [.help]],
          of: grid) + own
    case .carousel, .digits, .help, .menu:
      let overlays: [[Action]] = [
        [.shorterInterval, .longerInterval], [.changeMode], [.pagePosition], [.captions, .facts], [.art], [.fit],
      ]
      return rows([[.previous, .next], [.quit], [.click], [.grid]] + slides, of: carousel)
        + [typed, HelpPanel.Row("mouse", "drag, wheel, click")] + rows(overlays + settings, of: carousel) + own
    }
  }

  /// The row of related actions: `h l`, with the first key of each action before their second keys.
  private func row(_ actions: [Action], of table: KeyTable, click: Options.ClickAction) -> HelpPanel.Row {
    let keys = actions.map { table.listedKeys(for: $0) + always.listedKeys(for: $0) }
    let columns = (keys.map(\.count).max() ?? 0)
    let names = (0..<columns).map { column in
      keys.compactMap { column < $0.count ? $0[column].name : nil }.joined(separator: " ")
    }
    return .init(
      names.joined(separator: actions.count == 1 ? " " : "  "),
      actions.map { $0.help(click: click) }.joined(separator: ", "))
  }
}

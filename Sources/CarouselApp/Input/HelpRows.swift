package import Rendering

extension KeyBindings {
  /// The help panel's rows in a mode, the most needed first.
  ///
  /// - Parameter click: what a click does.
  package func helpRows(in mode: InputMode, click: Options.ClickAction) -> [HelpPanel.Row] {
    let leaving: [[Action]] = mode.base == .viewer ? [[.back], [.quit]] : [[.quit], [.click]]
    let slides: [[Action]] = [[.pause], [.first, .last]]
    let settings: [[Action]] = [
      [.shorterInterval, .longerInterval], [.changeMode], [.pagePosition], [.captions], [.art], [.fit], [.animations],
      [.nextFrame], [.reload], [.clearCaches], [.redraw], [.help],
    ]
    func rows(_ groups: [[Action]]) -> [HelpPanel.Row] { groups.map { row($0, in: mode.base, click: click) } }
    let number = digits.listedKeys(for: .goToSlide).map(\.name).joined(separator: " ")
    return rows([[.previous, .next]] + leaving + slides)
      + [
        .init("digits \(number)", Action.goToSlide.help(click: click)), .init("mouse", "drag, wheel, click"),
      ] + rows(settings)
  }

  /// A row of actions that belong together: `h l`, their first keys before their second ones.
  private func row(_ actions: [Action], in mode: InputMode, click: Options.ClickAction) -> HelpPanel.Row {
    let table = table(for: mode)
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

package import Rendering
import Terminal

extension KeyBindings {
  /// Actions that share a row, and the subject that the row belongs to.
  private typealias Groups = [(subject: String, rows: [[Action]])]

  /// The help panel's rows in a context, by subject: the keys in force and their actions.
  ///
  /// - Parameters:
  ///   - click: what a click does.
  ///   - actions: the user-defined actions.
  ///   - hasPixels: whether pixels are among the art modes.
  package func helpRows(
    in context: KeyContext, click: Options.ClickAction, actions: [UserAction] = [], hasPixels: Bool = false
  ) -> [HelpPanel.Row] {
    let (base, mouse) = KeyBindings.helpContext(of: context)
    let keys = listedKeys(in: base)
    var panel: [HelpPanel.Row] = []
    for (subject, groups) in KeyBindings.groups(in: base) {
      var rows = groups.flatMap { KeyBindings.rows($0, keys, click: click, hasPixels: hasPixels) }
      if subject == KeyBindings.slides {
        let number = self.digits.listedKeys(for: .goToSlide).map(\.name).joined(separator: " ")
        rows.append(HelpPanel.Row("digits \(number)", Action.goToSlide.help(click: click)))
        rows.append(HelpPanel.Row("mouse", mouse))
      }
      if subject == KeyBindings.marks { rows += commandRows(actions, in: base) }
      if !rows.isEmpty, !subject.isEmpty { panel.append(HelpPanel.Row(heading: subject)) }
      panel += rows
    }
    return panel
  }

  private static let slides = "Slides"
  private static let marks = "Marks, files"

  /// The context whose keys help lists, and what the mouse does in it.
  private static func helpContext(of context: KeyContext) -> (KeyContext, mouse: String) {
    switch context {
    case .viewer, .zoomed: (.viewer, "drag, Ctrl-wheel, double click")
    case .grid, .search: (.grid, "wheel, click to select, again to open")
    case .carousel, .digits, .help, .menu: (.carousel, "drag, wheel, click")
    }
  }

  /// The rows by subject. The first ones, without a subject, are the most important: a low window shows them.
  private static func groups(in context: KeyContext) -> Groups {
    let pace: [[Action]] = [
      [.first, .last, .jumpBack], [.search, .previousFolder, .nextFolder], [.pause, .shorterInterval, .longerInterval],
    ]
    let common: Groups = [
      (marks, [[.mark, .markAll, .nextMarked, .menu], [.trash, .undo, .rename, .moveTo, .copyTo, .keep]]),
      ("Program", [[.reload, .siblings, .sort, .clearCaches], [.redraw, .reloadConfiguration], [.suspend]]),
    ]
    switch context {
    case .viewer, .zoomed:
      let picture: [[Action]] = [
        [.zoomIn, .zoomOut], [.panLeft, .panRight, .panUp, .panDown],
        [.readOn, .readBack], [.actualSize], [.viewerFit], [.resetZoom],
        [.rotateLeft, .rotateRight], [.flipAcross, .flipDown], [.darker, .brighter],
        [.facts, .histogram, .captions], [.changeMode, .pagePosition],
        [.art, .checkerboard], [.animations, .nextFrame],
      ]
      let first: [[Action]] = [[.previous, .next], [.back], [.quit], [.grid], [.help]]
      return [("", first), ("Picture", picture), (slides, pace)] + common
    case .grid, .search:
      let first: [[Action]] = [
        [.selectLeft, .selectRight, .selectUp, .selectDown], [.click], [.back], [.quit], [.help],
      ]
      let moving: [[Action]] = [
        [.selectPageUp, .selectPageDown], [.selectFirst, .selectLast], [.search, .previousFolder, .nextFolder],
      ]
      return [
        ("", first), (slides, moving), ("Thumbnails", [[.moreColumns, .fewerColumns], [.art, .fit, .checkerboard]]),
      ] + common
    case .carousel, .digits, .help, .menu:
      let picture: [[Action]] = [
        [.changeMode, .pagePosition], [.captions, .facts, .histogram], [.art, .fit, .checkerboard],
        [.animations, .nextFrame],
      ]
      let first: [[Action]] = [[.previous, .next], [.quit], [.click], [.grid], [.help]]
      return [("", first), (slides, pace), ("Picture", picture)] + common
    }
  }

  /// The maximum width of the keys of actions that share a row.
  private static let keyColumns = 16

  private func listedKeys(in context: KeyContext) -> [Action: [[KeyStroke]]] {
    var keys: [Action: [[KeyStroke]]] = [:]
    for bound in [table(for: context), self.always] + (context == .viewer ? [self.zoomed] : []) {
      for binding in bound.bindings where binding.isListed {
        if let action = binding.bound.action { keys[action, default: []].append(binding.keys) }
      }
    }
    return keys
  }

  /// The row of related actions, `← h  → l` for `previous, next`, or a row for each if their keys take much room; none
  /// if none of the actions has a listed key.
  private static func rows(
    _ actions: [Action], _ keys: [Action: [[KeyStroke]]], click: Options.ClickAction, hasPixels: Bool
  ) -> [HelpPanel.Row] {
    let rows = actions.compactMap { action in
      keys[action].map {
        HelpPanel.Row(
          $0.map(\.name).joined(separator: " "),
          action == .art && hasPixels ? "pixels, art mode" : action.help(click: click))
      }
    }
    guard let first = rows.first else { return [] }
    let shared = rows.map(\.keys).joined(separator: "  ")
    guard displayWidth(of: shared) <= keyColumns else { return rows }
    // "zoom in, out" rather than "zoom in, zoom out".
    let texts = zip(rows, rows.dropFirst()).map { before, row in
      let words = row.action.split(separator: " ")
      let common = zip(before.action.split(separator: " "), words.dropLast()).prefix { $0 == $1 }
      return words.dropFirst(common.count).joined(separator: " ")
    }
    return [HelpPanel.Row(shared, ([first.action] + texts).joined(separator: ", "))]
  }

  /// The rows of user-defined commands, with their keys in the context and the one that works where it is free.
  private func commandRows(_ actions: [UserAction], in context: KeyContext) -> [HelpPanel.Row] {
    actions.map { action in
      let keys = self[context].bindings.filter { $0.bound == .command(action) }.map(\.keys.name)
      let all = keys + (action.key.map { [String($0)] } ?? [])
      return HelpPanel.Row(SafeText.visible(all.joined(separator: " ")), SafeText.visible(action.name))
    }
  }
}

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

import Rendering
import System
import Terminal

/// The menu of actions for a slide.
package struct Menu: Equatable, Sendable {
  /// What an item does.
  enum Choice: Hashable {
    case open, openLink, copyPath, copyPicture, save, showURL
    /// Opens a link that the user has seen whole.
    case openSeenLink(SlideLink)
    /// Moves files to the trash.
    case trash([Path])
    /// Does nothing.
    case cancel
    /// A user-defined command.
    case action(UserAction)
  }

  struct Item: Hashable {
    /// The key that chooses it; nil if a user-defined command has the same key.
    var key: Character?
    var name: String
    let choice: Choice
  }

  let slide: PlacedSlide
  /// Lines above the items; the items of such a menu answer the question in them.
  let question: [String]
  let items: [Item]
  /// A text that is typed instead of choosing an item; nil if there are items.
  private(set) var entry: TextEntry?
  /// The index of the item that Enter chooses.
  private(set) var selection = 0
  /// Whether a mouse button was pressed in the menu.
  private var isPressed = false

  /// What a key or a click in the menu asks for.
  enum Intent: Equatable {
    case close
    case choose(Item)
    /// The text entry is finished.
    case enter(TextEntry)
    /// The folders that begin with a text are needed.
    case complete(String)
  }

  /// A menu with items; the keys of user-defined commands take precedence.
  init(slide: PlacedSlide, question: [String] = [], items: [Item]) {
    let taken = Set(items.compactMap { if case .action(let action) = $0.choice { action.key } else { nil } })
    self.slide = slide
    self.question = question
    self.items = items.map { item in
      var item = item
      if case .action = item.choice { return item }
      if let key = item.key, taken.contains(key) { item.key = nil }
      return item
    }
  }

  init(slide: PlacedSlide, entry: TextEntry) {
    self.init(slide: slide, items: [])
    self.entry = entry
  }

  // MARK: - Keys and mouse

  /// Handles a key that edits the text or chooses an item; returns nil if nothing is left to do.
  mutating func handle(_ key: Key) -> Intent? {
    guard var edited = entry else {
      guard case .character(let character) = key else { return nil }
      return items.first { $0.key == character }.map { .choose($0) }
    }
    switch key {
    case .escape: return .close
    case .enter: return .enter(edited)
    case .tab: return edited.purpose == .rename ? nil : .complete(edited.text)
    default:
      edited.edit(by: key)
      entry = edited
      return nil
    }
  }

  /// Handles a mouse event: releasing the button chooses an item, and a press outside closes the menu.
  ///
  /// - Parameter area: the part of the window in whose middle the menu is.
  mutating func handle(_ mouse: MouseEvent, in area: CellRect) -> Intent? {
    let spot = PlacedHelp(panel, in: area.size).spot(atColumn: mouse.column - area.column, row: mouse.row - area.row)
    let item: Int? = if case .line(let row) = spot { self.item(inRow: row) } else { nil }
    switch mouse.kind {
    case .pressed(.left):
      guard spot != nil else { return .close }
      isPressed = true
      if let item { select(item) }
    case .dragged(.left): if let item { select(item) }
    case .released(.left):
      defer { isPressed = false }
      guard isPressed, let item else { return nil }
      select(item)
      return selected.map { .choose($0) }
    case .wheelDown: select(selection + 1)
    case .wheelUp: select(selection - 1)
    case .pressed, .dragged, .released, .moved, .wheelLeft, .wheelRight: break
    }
    return nil
  }

  /// Moves the selection by a number of items, wrapping at the ends.
  mutating func moveSelection(by lines: Int) {
    if !items.isEmpty { select((selection + lines + items.count) % items.count) }
  }

  /// Completes the typed text to folders that begin with it.
  mutating func complete(to folders: [String]) { entry?.complete(to: folders) }

  var selected: Item? { items.indices.contains(selection) ? items[selection] : nil }

  /// Selects an item, clamped to the existing ones.
  private mutating func select(_ item: Int) { selection = max(0, min(item, items.count - 1)) }

  /// The item in a row of the panel; nil if it is a row of the question.
  private func item(inRow row: Int) -> Int? { row < question.count ? nil : row - question.count }

  var panel: HelpPanel {
    if let entry { return HelpPanel(rows: entry.rows) }
    var panel = HelpPanel(
      rows: question.map { HelpPanel.Row("", $0) }
        + items.map { HelpPanel.Row($0.key.map { SafeText.visible(String($0)) } ?? "", SafeText.visible($0.name)) })
    panel.selectedRow = question.count + selection
    return panel
  }
}

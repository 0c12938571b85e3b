import Decks
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

  /// An item of the menu.
  struct Item: Hashable {
    /// The key that chooses it; nil if a user-defined command has the same key.
    var key: Character?
    var name: String
    let choice: Choice
  }

  /// The slide that the menu acts on.
  let slide: PlacedSlide
  /// Lines above the items; the items of such a menu answer the question in them.
  let question: [String]
  let items: [Item]
  /// A text that is typed instead of choosing an item; nil if there are items.
  var entry: TextEntry?
  /// The index of the item that Enter chooses.
  private(set) var selection = 0
  /// Whether a mouse button was pressed in the menu.
  var isPressed = false

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

  /// A panel for a text.
  init(slide: PlacedSlide, entry: TextEntry) {
    self.init(slide: slide, items: [])
    self.entry = entry
  }

  /// The item that a key chooses; nil if there is none.
  func item(for key: Key) -> Item? {
    guard case .character(let character) = key else { return nil }
    return items.first { $0.key == character }
  }

  /// The selected item.
  var selected: Item? { items.indices.contains(selection) ? items[selection] : nil }

  /// Selects an item, clamped to the existing ones.
  mutating func select(_ item: Int) { selection = max(0, min(item, items.count - 1)) }

  /// The item in a row of the panel; nil if it is a row of the question.
  func item(inRow row: Int) -> Int? { row < question.count ? nil : row - question.count }

  /// The menu as a panel.
  var panel: HelpPanel {
    if let entry { return HelpPanel(rows: entry.rows) }
    var panel = HelpPanel(
      rows: question.map { HelpPanel.Row("", $0) }
        + items.map { HelpPanel.Row($0.key.map { SafeText.visible(String($0)) } ?? "", SafeText.visible($0.name)) })
    panel.selectedRow = question.count + selection
    return panel
  }
}

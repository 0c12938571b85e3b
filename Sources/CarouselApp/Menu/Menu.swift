import Decks
import Rendering
import Terminal

/// The menu of what can be done with a slide.
package struct Menu: Equatable, Sendable {
  /// What can be done.
  enum Choice: Hashable {
    case open, copyPath, copyPicture, save, showURL
    /// A command of the user's.
    case action(UserAction)
  }

  /// A line of the menu.
  struct Item: Hashable {
    /// The key that chooses it; nil: a command of the user's has taken it.
    var key: Character?
    var name: String
    let choice: Choice
  }

  /// The slide that it is about.
  let slide: Session.PlacedSlide
  let items: [Item]
  /// The line that Enter chooses.
  private(set) var selection = 0
  /// Whether a button of the mouse went down in it.
  var isPressed = false

  /// A menu with these lines; the user's keys come first.
  init(slide: Session.PlacedSlide, items: [Item]) {
    let taken = Set(items.compactMap { if case .action(let action) = $0.choice { action.key } else { nil } })
    self.slide = slide
    self.items = items.map { item in
      var item = item
      if case .action = item.choice { return item }
      if let key = item.key, taken.contains(key) { item.key = nil }
      return item
    }
  }

  /// The line that a key chooses.
  func item(for key: Key) -> Item? {
    guard case .character(let character) = key else { return nil }
    return items.first { $0.key == character }
  }

  /// The line that is selected.
  var selected: Item? { items.indices.contains(selection) ? items[selection] : nil }

  /// Selects a line.
  mutating func select(_ line: Int) { selection = min(max(0, line), items.count - 1) }

  /// The menu as a panel.
  var panel: HelpPanel {
    var panel = HelpPanel(
      rows: items.map { HelpPanel.Row($0.key.map { SafeText.visible(String($0)) } ?? "", SafeText.visible($0.name)) })
    panel.selectedRow = selection
    return panel
  }
}

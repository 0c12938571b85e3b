import Decks
import Rendering
import System
import Terminal

/// A line of text that the user types in a panel: a new name, or a folder.
struct TextEntry: Equatable, Sendable {
  enum Purpose: Hashable, Sendable {
    case rename
    case move
    case copy
  }

  let purpose: Purpose
  let files: [Path]
  /// The archives' entries that it is about.
  let entries: [ArchivedPicture]
  /// The line above the text.
  let label: String
  private var characters: [Character]
  /// The number of characters before the cursor.
  private var cursor: Int
  /// The folders that the text may be completed to, if there are several.
  private(set) var candidates: [String] = []

  /// The maximum length of the text.
  private static let limit = 4096
  /// The maximum number of candidates that are shown.
  private static let shownCandidates = 6

  /// An entry that begins with a text. The cursor is at its end, or before the extension of a file's name.
  init(_ purpose: Purpose, of files: [Path], entries: [ArchivedPicture] = [], label: String, text: String) {
    (self.purpose, self.files, self.entries, self.label) = (purpose, files, entries, label)
    characters = Array(text.prefix(TextEntry.limit))
    cursor = characters.count
    if purpose == .rename, let dot = characters.lastIndex(of: "."), dot > 0 { cursor = dot }
  }

  var text: String { String(characters) }

  /// The new name of the first file: the text, without the file's extension where that comes after a whole name. Empty if
  /// the text is only the extension.
  var newName: String {
    let old = String(decoding: files[0].name, as: UTF8.self)
    guard let dot = old.lastIndex(of: "."), dot > old.startIndex else { return text }
    let ending = old[dot...]
    if text == ending { return "" }
    let doubled = (ending + ending).lowercased()
    let isDoubled = text.lowercased().hasSuffix(doubled) && !old.lowercased().hasSuffix(doubled)
    return isDoubled ? String(text.dropLast(ending.count)) : text
  }

  /// Edits the text by a key; other keys have no effect.
  mutating func edit(by key: Key) {
    candidates = []
    switch key {
    case .character(let character):
      guard characters.count < TextEntry.limit else { return }
      characters.insert(character, at: cursor)
      cursor += 1
    case .backspace:
      guard cursor > 0 else { return }
      cursor -= 1
      characters.remove(at: cursor)
    case .delete: if cursor < characters.count { characters.remove(at: cursor) }
    case .left: cursor = max(0, cursor - 1)
    case .right: cursor = min(characters.count, cursor + 1)
    case .home, .control("a"): cursor = 0
    case .end, .control("e"): cursor = characters.count
    case .control("u"):
      characters.removeFirst(cursor)
      cursor = 0
    case .control, .up, .down, .pageUp, .pageDown, .insert, .tab, .enter, .escape, .function: break
    }
  }

  /// Completes the text to the common beginning of folders that begin with it.
  mutating func complete(to folders: [String]) {
    guard var common = folders.first else { return candidates = [] }
    for folder in folders.dropFirst() {
      common = String(zip(common, folder).prefix { $0 == $1 }.map(\.0))
    }
    candidates = folders.count > 1 ? folders : []
    guard common.count >= characters.count || folders.count == 1 else { return }
    characters = Array(common.prefix(TextEntry.limit))
    cursor = characters.count
  }

  var rows: [HelpPanel.Row] {
    let (before, after) = (String(characters[..<cursor]), String(characters[cursor...]))
    var rows = [HelpPanel.Row("", label), HelpPanel.Row("", "\(SafeText.visible(before))▏\(SafeText.visible(after))")]
    rows += candidates.prefix(TextEntry.shownCandidates).map { HelpPanel.Row("", "  \(SafeText.visible($0))") }
    if candidates.count > TextEntry.shownCandidates {
      rows.append(HelpPanel.Row("", "  … \(candidates.count) folders"))
    }
    return rows
  }
}

import Decks
import System
import Terminal

/// A slide's absolute path or URL as the clipboard receives it: pasted into a shell, it is one word.
struct CopiedName {
  let text: ClipboardText
  /// What was copied, for the user.
  let message: String

  /// The name of a location; nil if it is too long for the clipboard.
  init?(of location: Location) {
    let reference = location.fullReference
    let safe = SafeText.visible(reference)
    var remarks: [String] = []
    if case .url = location {
      let encoded = CopiedName.encoded(safe)
      guard let text = ClipboardText(encoded.utf8) else { return nil }
      self.text = text
      // It separates the parts of a query, so it cannot be encoded; browsers do not accept quotes.
      if encoded.utf8.contains(UInt8(ascii: "&")) { remarks.append("quote it in a shell") }
    } else {
      let word = ShellWord(safe)
      guard let text = ClipboardText(word.text.utf8) else { return nil }
      self.text = text
      if word.isQuoted { remarks.append("quoted for a shell") }
    }
    if !safe.utf8.elementsEqual(reference) { remarks.append("with symbols for control characters") }
    let name = if case .url = location { "URL" } else { "path" }
    message = (["\(name) copied"] + remarks).joined(separator: ", ")
  }

  /// A URL with the characters percent-encoded that mean something to a shell; except `&`, they mean the same to servers
  /// either way.
  private static func encoded(_ url: String) -> String {
    PercentEncoding.encoded(url.utf8) { !" \"$'()!;<>\\^`{|}".utf8.contains($0) }
  }
}

/// A text as one word of a shell's command.
struct ShellWord: Hashable {
  /// The text, in single quotes if it needs them.
  let text: String
  let isQuoted: Bool

  /// A word; only letters, digits and `@%+=:,./_-` need no quotes.
  init(_ text: String) {
    let isPlain = text.unicodeScalars.allSatisfy { scalar in
      scalar.isASCII
        ? ShellWord.plain.contains(scalar)
        : scalar.properties.isAlphabetic || scalar.properties.numericType != nil
    }
    isQuoted = text.isEmpty || !isPlain
    self.text = isQuoted ? ShellWord.quoted(text) : text
  }

  static func quoted(_ text: String) -> String {
    "'" + text.split(separator: "'", omittingEmptySubsequences: false).joined(separator: "'\\''") + "'"
  }

  private static let plain = Set(
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789@%+=:,./_-".unicodeScalars)
}

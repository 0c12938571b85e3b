import System

/// A user-defined command, `--action k:Name:CMD`: a key, a name in the menu, and a shell command.
package struct UserAction: Hashable, Sendable {
  /// Why a text is not a valid action.
  package enum Mistake: Error, Hashable, Sendable, CustomStringConvertible {
    case noKey, longKey, unusableKey, noName, noCommand

    package var description: String {
      switch self {
      case .noKey: "must be a key, a name and a command: 'k:Name:CMD'"
      case .longKey: "must begin with one key and a colon: 'k:Name:CMD'"
      case .unusableKey: "needs a key that can be typed and seen, and no digit, which goes to a slide"
      case .noName: "needs a name between two colons: 'k:Name:CMD'"
      case .noCommand: "needs a command after the second colon: 'k:Name:CMD'"
      }
    }
  }

  /// The key that runs it: in the menu, and wherever the key has no other meaning. Nil if it has none.
  package let key: Character?
  /// The name in the menu.
  package let name: String
  /// The shell command.
  package let command: ClickCommand

  /// Parses an action as it is written on the command line.
  ///
  /// - Throws: `Mistake` if the text is not a valid action.
  package init(_ text: String) throws(Mistake) {
    guard let key = text.first else { throw .noKey }
    let rest = text.dropFirst()
    guard rest.first == ":" else { throw rest.contains(":") ? .longKey : .noKey }
    guard UserAction.isUsable(key) else { throw .unusableKey }
    let parts = rest.dropFirst().split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
    guard let name = parts.first, !name.allSatisfy(\.isWhitespace) else { throw .noName }
    guard parts.count == 2, let command = ClickCommand(String(parts[1])) else { throw .noCommand }
    self.key = key
    self.name = String(name)
    self.command = command
  }

  /// An action of a configuration file; nil if the key is not a single character that can be typed and seen and is no
  /// digit, or the command is empty.
  package init?(name: String, key: String?, command: String) {
    guard let command = ClickCommand(command), key?.count ?? 1 == 1, key?.allSatisfy(UserAction.isUsable) ?? true
    else { return nil }
    (self.key, self.name, self.command) = (key?.first, name, command)
  }

  /// Whether a key can be typed and seen, and is no digit, which goes to a slide.
  private static func isUsable(_ key: Character) -> Bool {
    !key.isNumber
      && key.unicodeScalars.allSatisfy { !$0.properties.isWhitespace && $0.value >= 0x20 && $0.value != 0x7F }
  }
}

/// A shell command for a slide, and whether the carousel waits for it.
package struct ClickCommand: Hashable, Sendable {
  /// The text for the shell, without a trailing `&`.
  package let text: String
  /// Whether it runs in the background while the carousel stays on the screen; otherwise it takes over the terminal.
  package let isInBackground: Bool

  /// A command as the user wrote it, in the background if it ends in `&`; nil if there is no command.
  package init?(_ text: String) {
    guard !text.allSatisfy({ $0.isWhitespace || $0 == "&" }) else { return nil }
    let command = String(text.trimming(while: \.isWhitespace))
    isInBackground = command.hasSuffix("&") && !command.hasSuffix("&&")
    // Without the `&`, we can wait for the command.
    self.text = isInBackground ? String(command.dropLast()) : text
  }
}

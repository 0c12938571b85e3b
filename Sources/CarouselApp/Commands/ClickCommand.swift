/// A shell command for a slide, and whether the carousel waits for it.
package struct ClickCommand: Hashable, Sendable {
  /// The text for the shell, without a trailing `&`.
  package let text: String
  /// Whether it runs in the background while the carousel stays on the screen; otherwise it takes over the terminal.
  package let isInBackground: Bool

  /// A command as the user wrote it, in the background if it ends in `&`; nil if there is no command.
  package init?(_ text: String) {
    guard !text.allSatisfy({ $0.isWhitespace || $0 == "&" }) else { return nil }
    let command = String(text.drop(while: \.isWhitespace).reversed().drop(while: \.isWhitespace).reversed())
    isInBackground = command.hasSuffix("&") && !command.hasSuffix("&&")
    // Without the `&`, we can wait for the command.
    self.text = isInBackground ? String(command.dropLast()) : text
  }
}

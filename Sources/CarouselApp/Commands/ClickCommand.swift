/// A shell command for a slide, and whether the carousel waits for it.
package struct ClickCommand: Hashable, Sendable {
  /// The text for the shell, without the `&` at its end.
  package let text: String
  /// Whether it runs beside the carousel, which stays on the screen; otherwise it has the terminal.
  package let isInBackground: Bool

  /// A command as the user wrote it, in the background if it ends in `&`; nil where there is none.
  package init?(_ text: String) {
    guard !text.allSatisfy({ $0.isWhitespace || $0 == "&" }) else { return nil }
    let command = String(text.drop(while: \.isWhitespace).reversed().drop(while: \.isWhitespace).reversed())
    isInBackground = command.hasSuffix("&") && !command.hasSuffix("&&")
    // Without its `&` the command can be waited for.
    self.text = isInBackground ? String(command.dropLast()) : text
  }
}

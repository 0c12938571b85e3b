/// A text for the terminal's clipboard, which OSC 52 sets: also over ssh, where no program here reaches the user's desktop.
///
/// Terminals that do not know the sequence, or do not allow it, ignore it; none of them answers.
package struct ClipboardText: Hashable, Sendable {
  /// The text: one line without controls, so that pasting it into a shell runs nothing.
  package let text: String

  /// Bytes that are sent at most; terminals cut longer sequences or drop them.
  package static let maximumBytes = 65_536

  /// A text made safe to paste: controls become visible symbols. Nil where it is longer than `maximumBytes`.
  package init?(_ text: some Collection<UInt8>) {
    let safe = SafeText.visible(text)
    guard safe.utf8.count <= ClipboardText.maximumBytes else { return nil }
    self.text = safe
  }

  /// The sequence to send: the clipboard `c`, and the text in Base64 (RFC 4648, section 4).
  package var bytes: [UInt8] { Array("\u{1B}]52;c;".utf8) + Base64.encoded(text.utf8) + Array("\u{1B}\\".utf8) }
}

/// A text for the terminal's clipboard, set by OSC 52. That works over ssh too, where no program on this machine
/// reaches the user's desktop.
///
/// Terminals that do not know or do not allow the sequence ignore it; none of them replies.
package struct ClipboardText: Hashable, Sendable {
  /// The text: one line without controls, so that pasting it into a shell runs nothing.
  package let text: String

  /// The maximum length of the text in bytes; terminals cut or drop longer sequences.
  package static let maximumBytes = 65_536

  /// A text made safe to paste: controls become visible symbols. Nil if it is longer than `maximumBytes`.
  package init?(_ text: some Collection<UInt8>) {
    let safe = SafeText.visible(text)
    guard safe.utf8.count <= ClipboardText.maximumBytes else { return nil }
    self.text = safe
  }

  /// The sequence to send: the clipboard `c` and the text in Base64 (RFC 4648, section 4).
  package var bytes: [UInt8] { Array("\u{1B}]52;c;".utf8) + Base64.encoded(text.utf8) + Array("\u{1B}\\".utf8) }
}

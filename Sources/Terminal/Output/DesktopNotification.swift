/// A message that the terminal shows on the desktop while its window does not have the focus: OSC 99 of kitty and foot,
/// or OSC 777, which other terminals that show none ignore.
/// https://sw.kovidgoyal.net/kitty/desktop-notifications/
package struct DesktopNotification: Hashable, Sendable {
  /// The text: one line without controls.
  package let text: String

  /// The maximum number of characters.
  static let maximumLength = 200

  /// A message; controls become visible symbols.
  package init(_ text: String) { self.text = String(SafeText.visible(text).prefix(Self.maximumLength)) }

  /// The sequence to send.
  ///
  /// - Parameters:
  ///   - id: Identifies the program: a later message of it replaces this one.
  ///   - isExtended: Whether the terminal has answered the query for OSC 99.
  package func bytes(id: UInt32, isExtended: Bool) -> [UInt8] {
    // A semicolon separates the parts of OSC 777.
    guard isExtended else {
      return Array("\u{1B}]777;notify;tui;\(String(text.map { $0 == ";" ? "," : $0 }))\u{1B}\\".utf8)
    }
    return Array("\u{1B}]99;i=tui\(id):f=dHVp:o=unfocused:e=1;".utf8) + Base64.encoded(text.utf8)
      + Array("\u{1B}\\".utf8)
  }
}

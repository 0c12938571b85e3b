/// The title of the terminal's window, set by OSC 2.
///
/// xterm's title stack (XTPUSHTITLE, XTPOPTITLE) keeps the previous title; tmux and most other emulators have one, too.
/// GNU screen and a few emulators have none: there, the title becomes empty in the end, and so the terminal's own.
package struct WindowTitle: Hashable, Sendable {
  /// The title: one line without controls.
  package let text: String

  /// The maximum width of the name in columns; window managers and tabs show less.
  static let maximumColumns = 100

  /// The title while no slide is shown.
  package static let program = WindowTitle(text: "tui")

  /// The title for a slide, such as `3/12 name — tui`.
  ///
  /// - Parameters:
  ///   - number: The slide's number, from 1.
  ///   - name: The raw bytes of its name, which may contain anything.
  package init(slide number: Int, of count: Int, name: some Collection<UInt8>) {
    let name = SafeText.line(String(decoding: name, as: UTF8.self), columns: WindowTitle.maximumColumns)
    self.init(text: "\(number)/\(count) \(name) — tui")
  }

  private init(text: String) { self.text = text }

  /// The sequence that saves the title on the terminal's stack: XTPUSHTITLE for the window only.
  package static let saving = Array("\u{1B}[22;2t".utf8)

  /// The sequences that restore the saved title. Terminals without a stack show an empty title, and later their own.
  package static let restoring = Array("\u{1B}]2;\u{1B}\\\u{1B}[23;2t".utf8)

  /// The sequence to send. Without Unicode, other characters become look-alikes.
  package func bytes(isUTF8: Bool) -> [UInt8] {
    Array("\u{1B}]2;\(isUTF8 ? text : SafeText.ascii(text))\u{1B}\\".utf8)
  }
}

/// A picture for the terminal's clipboard (OSC 5522), which also works over ssh:
/// https://sw.kovidgoyal.net/kitty/clipboard/
package struct ClipboardPicture: Hashable, Sendable {
  /// The picture in one format.
  package struct Form: Hashable, Sendable {
    /// The media type, which never comes from outside.
    package var type: String
    package var content: [UInt8]

    /// A picture's file.
    package init(type: String, content: [UInt8]) { (self.type, self.content) = (type, content) }
  }

  /// The same picture in different formats.
  package let forms: [Form]

  /// The maximum number of content bytes in one sequence.
  private static let piece = 4096

  /// A picture.
  package init(_ forms: [Form]) { self.forms = forms }

  /// The sequences to send. The terminal replies with `TerminalReply.clipboard`.
  package var bytes: [UInt8] {
    let end = Array("\u{1B}\\".utf8)
    var bytes = Array("\u{1B}]5522;type=write".utf8) + end
    for form in forms {
      let head = Array("\u{1B}]5522;type=wdata:mime=".utf8) + Base64.encoded(form.type.utf8) + [UInt8(ascii: ";")]
      for start in stride(from: 0, to: form.content.count, by: Self.piece) {
        bytes += head + Base64.encoded(form.content[start..<min(start + Self.piece, form.content.count)]) + end
      }
    }
    return bytes + Array("\u{1B}]5522;type=wdata".utf8) + end
  }
}

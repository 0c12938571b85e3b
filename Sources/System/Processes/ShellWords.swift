/// Splits a text into words, as a shell does: at blanks, with single and double quotes and backslashes. Nothing is
/// expanded.
package enum ShellWords {
  /// The maximum length of a text, in bytes; the rest is ignored.
  private static let maximumBytes = 65_536

  /// The words of a text; nil if a quote is not closed.
  package static func split(_ text: some Sequence<UInt8>) -> [[UInt8]]? {
    var words: [[UInt8]] = []
    var word: [UInt8]?
    var quote: UInt8?
    var rest = Array(text.prefix(maximumBytes))[...]
    while let byte = rest.popFirst() {
      if let open = quote {
        if byte == open {
          quote = nil
        } else if byte == UInt8(ascii: "\\"), open == UInt8(ascii: "\""), let next = rest.first,
          escapable.contains(next)
        {
          word?.append(rest.removeFirst())
        } else {
          word?.append(byte)
        }
      } else if byte == UInt8(ascii: "'") || byte == UInt8(ascii: "\"") {
        (quote, word) = (byte, word ?? [])
      } else if byte == 0x20 || byte == 0x09 || byte == 0x0A {
        if let word { words.append(word) }
        word = nil
      } else {
        word = (word ?? []) + [byte == UInt8(ascii: "\\") ? rest.popFirst() ?? byte : byte]
      }
    }
    if let word { words.append(word) }
    return quote == nil ? words : nil
  }

  /// The characters that a backslash escapes in double quotes.
  private static let escapable = Array("\"\\$`".utf8)
}
